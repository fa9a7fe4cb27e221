# The luck of one move's chance event, for compiled code.

from libc.stdint cimport int64_t

from jaipur.engine.referee cimport Referee
from jaipur.rules.core.law cimport Rules, State

cdef struct ExactValue:
    int64_t seal                 # the probability of the seal for seat 0, in 1/SEAL_ONE
    int64_t rupees               # the expected lead of seat 0, in 1/RUPEE_ONE of a rupee

cdef ExactValue exact_value(Referee judge, const Rules *rules, const State *state) noexcept nogil
cdef ExactValue mean_after(Referee judge, const Rules *rules, const State *after) noexcept nogil
