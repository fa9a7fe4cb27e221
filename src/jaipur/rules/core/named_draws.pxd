# Cards and bonus tokens that are to be drawn next.

from jaipur.rules.core.law cimport Rules, State

cdef int bring_to_top(State *state, cards, int draws) except -1
cdef int bring_bonus_to_top(const Rules *rules, State *state, value) except -1
