# The deals of rules/deal.py, compiled: from 32 bytes straight into the core's struct.

from libc.stdint cimport uint32_t

from jaipur.rules.core.law cimport Rules, State

cdef int deal_round(
    const Rules *rules, bytes seed, uint32_t number, int first, State *state
) except -1
