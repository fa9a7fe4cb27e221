# The sampled search: rounds that agree with the view, played on by the network's own choice.

from libc.stdint cimport int64_t, uint16_t, uint64_t

from jaipur.engine.network cimport Network
from jaipur.rules.law cimport Rules
from jaipur.rules.redeal cimport Unseen

cdef struct Tally:
    int64_t sum                # of win shares, in 1/65536
    int64_t squares
    int64_t count

cdef struct Task:              # what one thread does: every candidate in each of some samples
    const Network *network
    const Rules *rules
    const Unseen *unseen
    uint64_t seed
    int depth
    bint exact                 # solve positions with an empty deck
    int candidates
    const uint16_t *actions

cdef void run_samples(
    const Task *task, int first, int count, Tally *tallies, uint16_t *replies
) noexcept nogil
