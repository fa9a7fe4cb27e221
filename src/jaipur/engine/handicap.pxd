# A weakened choice of the network, for compiled code.

from libc.stdint cimport int64_t

from jaipur.engine.network cimport Weights
from jaipur.rules.core.law cimport Rules, State
from jaipur.rules.core.rng cimport Rng

cdef struct Handicap:
    int64_t noise        # the standard deviation of the error of a logit, in 1/LOGIT_SCALE
    bint forgets
    int max_exchange

cdef Handicap read_handicap(double noise, bint forgets, int max_exchange) except *
cdef int choose_handicapped(
    const Weights *weights, const Rules *rules, const State *real, const Handicap *handicap,
    Rng *rng,
) noexcept nogil
