# The end of a round with an empty deck, with best play by both seats.

from jaipur.rules.core.law cimport Rules, State

cdef int solve(const Rules *rules, const State *state) noexcept nogil
