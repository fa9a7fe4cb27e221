# Rounds that agree with a view, played on by the network's own choice.

from libc.stdint cimport int16_t, int64_t, uint16_t, uint32_t, uint64_t

from jaipur.engine.adapt cimport Equations
from jaipur.engine.network cimport HIDDEN, Head, Weights
from jaipur.rules.core.law cimport Rules
from jaipur.rules.core.redeal cimport Unseen

cdef struct MoveStats:
    int64_t sum                # of outcomes, in 1/65536
    int64_t squares
    int64_t count

cdef enum:
    NO_REPLY = 65535
    MAX_TRACE = 16             # plies of a sample that a trace holds at most
    MAX_REPLIES = 10           # replies that can be searched at most
    MAX_REPLY_SAMPLES = 1000

cdef struct Trace:             # the after-states of a sample, as they were valued
    int count
    int16_t units[MAX_TRACE][HIDDEN]
    int logits[MAX_TRACE]
    int seats[MAX_TRACE]

cdef struct SampleJob:         # what a thread needs to play every candidate in some samples
    const Weights *weights
    const Head *heads          # of each group, those of the searching seat and of the other
    int groups                 # sample i belongs to group i % groups
    const Rules *rules
    const Unseen *unseen
    uint64_t seed
    int depth
    bint exact                 # solve positions with an empty deck
    int candidates
    const uint16_t *actions
    # The goods that nobody has shown in the other hand, if some are likelier than others: each
    # with the sum of the weights up to it. NULL where every hand is as likely as it was dealt.
    const uint32_t *hands
    const uint32_t *weights_of_hands
    int hand_count
    # The other seat's first reply: by a search of so many of its moves, each in so many samples;
    # 0 for the network's choice.
    int reply_width
    int reply_samples

cdef void run_samples(
    const SampleJob *job, int first, int count, MoveStats *stats, uint16_t *replies,
    Equations *equations, int64_t *gaps,
) noexcept nogil  # stats and equations are by group

cdef inline void add_stats(MoveStats *stats, const MoveStats *more) noexcept nogil:
    stats.sum += more.sum
    stats.squares += more.squares
    stats.count += more.count

cdef class SampleBlock:
    cdef MoveStats *stats
    cdef uint16_t *replies
    cdef Equations *equations
    cdef int64_t *gaps
    cdef int count
