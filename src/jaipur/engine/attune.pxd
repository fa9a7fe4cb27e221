# What the samples of a search say about the network's faults around one position.

from libc.stdint cimport int16_t

from jaipur.engine.network cimport HIDDEN, Head, Network
from jaipur.rules.core.law cimport Rules, State

cdef enum:
    TERMS = HIDDEN + 1                    # one for each hidden unit, and the bias
    PAIRS = TERMS * (TERMS + 1) // 2
    BATCH = 8                             # JAIPUR_BATCH in lanes.h

cdef struct Evidence:                     # whole numbers all, so that they add up in any order
    double errors[TERMS]                  # sums of term * error
    double pairs[PAIRS]                   # sums of term * term, row by row of a triangle
    double terms[BATCH][TERMS]            # of the latest examples, not yet in the pairs
    int waiting                           # how many those are

cdef void light(
    const Network *network, const Rules *rules, const State *state, int action, int16_t *units
) noexcept nogil
cdef void note(
    Evidence *evidence, const Head *base, const Head *head, const int16_t *units, int logit,
    int worth,
) noexcept nogil
cdef void pair_up(Evidence *evidence) noexcept nogil
cdef void add_evidence(Evidence *evidence, const Evidence *more) noexcept nogil
cdef void fit(const Evidence *evidence, const Head *base, Head *head) noexcept nogil
