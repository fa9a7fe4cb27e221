# The end of a round with an empty deck, played by both seats as well as can be.

from jaipur.rules.core.law cimport Rules, State

cdef int solve(const Rules *rules, const State *state) noexcept nogil
