# Which moves a search tries, in which order.

from libc.stdint cimport int32_t, uint16_t

from jaipur.rules.core.law cimport Rules, State

cdef list ranked(const uint16_t *actions, const int32_t *logits, int count)
cdef int put_wanted_first(list order, moves) except -1
cdef int add_finishing(
    list order, int width, const Rules *rules, const State *state, bint exchanges_cost
) except -1
