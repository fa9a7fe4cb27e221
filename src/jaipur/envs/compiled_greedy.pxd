# The greedy player, compiled; players/greedy.py documents what it does.

from libc.stdint cimport uint16_t

from jaipur.rules.core.law cimport Rules, State

cdef int greedy_action(
    const Rules *rules, const State *state, int seat, const uint16_t *moves, int count
) noexcept nogil
