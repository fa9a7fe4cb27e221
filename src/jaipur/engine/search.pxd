# The sampled search: rounds that agree with the view, played on by the network's own choice.

from libc.stdint cimport int16_t, int64_t, uint16_t, uint64_t

from jaipur.engine.attune cimport Evidence
from jaipur.engine.network cimport HIDDEN, Head, Network
from jaipur.rules.core.law cimport Rules
from jaipur.rules.core.redeal cimport Unseen

cdef struct Tally:
    int64_t sum                # of win shares, in 1/65536
    int64_t squares
    int64_t count

cdef enum:
    NOTED = 16                 # plies of a sample that are noted at most

cdef struct Way:               # what was thought of the after-states on the way of a sample
    int count
    int16_t units[NOTED][HIDDEN]
    int logits[NOTED]
    int seats[NOTED]

cdef struct Task:              # what one thread does: every candidate in each of some samples
    const Network *network
    const Head *heads          # of the seat that thinks, and of the other
    const Rules *rules
    const Unseen *unseen
    uint64_t seed
    int depth
    bint exact                 # solve positions with an empty deck
    int candidates
    const uint16_t *actions

cdef void run_samples(
    const Task *task, int first, int count, Tally *tallies, uint16_t *replies, Evidence *evidence
) noexcept nogil
