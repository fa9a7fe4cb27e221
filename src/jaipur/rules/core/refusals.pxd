# Why a move is refused, for any well-formed move.

from jaipur.rules.core.law cimport Rules, State

cdef object refusal_of(const Rules *rules, const State *state, move)
