"""The samples of a search: every candidate is played in each, and both seats follow the network.

For experiments and for players that attack a known opponent, the other seat's first reply can come
from a search of its own, and the other hand from a list of weighted ones.
"""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from jaipur.engine.adapt cimport Equations, add_example
from jaipur.engine.endgame cimport solve
from jaipur.engine.network cimport (
    PROB_ONE, Head, HiddenSums, best_action_of, fill_logits, forget_sums, move_sums, start_sums,
    units_after, win_probability,
)
from jaipur.rules.core.action_tables cimport GOODS, LEGAL_ROOM
from jaipur.rules.core.knowledge cimport Unseen, deal_again, hide, normalize
from jaipur.rules.core.law cimport Rules, State, list_moves, play_action, seal_of, turn_of
from jaipur.rules.core.rng cimport Rng, random_below, seed_rng


cdef int outcome(const Rules *rules, const State *state, int seat) noexcept nogil:
    """The outcome of a finished round for a seat, in 1/PROB_ONE; without a seal, half."""
    cdef int seal = seal_of(rules, state)
    return PROB_ONE // 2 if seal < 0 else PROB_ONE if seal == seat else 0


cdef int searched_reply(
    const SampleJob *job, const Head *head, const State *state, uint64_t seed, int *logit
) noexcept nogil:
    """The reply of the seat to move after a search from what it knows; `logit` is the head's.

    Its best moves meet the same samples, and both seats follow the network without adaptation.
    """
    cdef uint16_t moves[LEGAL_ROOM]
    cdef int32_t logits[LEGAL_ROOM]
    cdef uint16_t tried[MAX_REPLIES]
    cdef int tried_logits[MAX_REPLIES]
    cdef uint16_t replies[MAX_REPLIES * MAX_REPLY_SAMPLES]
    cdef MoveStats stats[MAX_REPLIES]
    cdef Head heads[2]
    cdef HiddenSums sums
    cdef State normal
    cdef Unseen unseen
    cdef SampleJob inner = job[0]
    cdef int mover = turn_of(state), count = list_moves(job.rules, state, mover, moves), i, j, best
    # Step 1: the best moves by the network.
    start_sums(job.weights, head, job.rules, state, &sums)
    fill_logits(job.weights, job.rules, &sums, moves, count, logits)
    inner.candidates = min(job.reply_width, count)
    for i in range(inner.candidates):
        best = 0
        for j in range(1, count):
            if logits[j] > logits[best]:
                best = j
        tried[i] = moves[best]
        tried_logits[i] = logits[best]
        logits[best] = -2147483647
        stats[i].sum = stats[i].squares = stats[i].count = 0
    # Step 2: each in samples of what the mover knows.
    normalize(job.rules, state, mover, &normal)
    hide(job.rules, &normal, mover, &unseen)
    heads[0] = heads[1] = job.weights.head
    inner.heads = heads
    inner.groups = 1
    inner.unseen = &unseen
    inner.seed = seed
    inner.actions = tried
    inner.hands = NULL
    inner.reply_samples = 0
    if inner.candidates > 1:
        run_samples(&inner, 0, job.reply_samples, stats, replies, NULL, NULL)
    best = 0
    for i in range(1, inner.candidates):
        if stats[i].sum > stats[best].sum:
            best = i
    logit[0] = tried_logits[best]
    return tried[best]


cdef int play_on(
    const SampleJob *job, const Head *heads, State *state, uint64_t seed, uint16_t *reply,
    HiddenSums *sums, Trace *trace,
) noexcept nogil:
    """The outcome for the searching seat, in 1/PROB_ONE, where both seats follow the network.

    An empty deck is played out by `solve`; after the last ply the outcome is the network's value.
    The after-states before that go into `trace`, unless it is NULL; `reply` is the first action.
    `seed` is for a reply that is searched, `sums` are those of either seat's last position.
    """
    cdef int ply, logit = 0, action, mover = 0, value, seat = job.unseen.seat
    cdef const Head *head
    reply[0] = NO_REPLY
    for ply in range(job.depth):
        if state.end:
            return outcome(job.rules, state, seat)
        mover = turn_of(state)
        if job.exact and not state.deck_left:
            value = solve(job.rules, state)
            return value if mover == seat else PROB_ONE - value
        head = &heads[mover != seat]
        move_sums(job.weights, head, job.rules, state, &sums[mover])
        if ply == 0 and job.reply_samples:
            action = searched_reply(job, head, state, seed, &logit)
        else:
            action = best_action_of(job.weights, job.rules, &sums[mover], &logit)
        if ply == 0:
            reply[0] = action
        if trace != NULL and ply < MAX_TRACE and ply < job.depth - 1:
            units_after(job.weights, job.rules, &sums[mover], action, trace.units[ply])
            trace.logits[ply] = logit
            trace.seats[ply] = mover
            trace.count = ply + 1
        play_action(job.rules, state, action)
    if state.end:
        return outcome(job.rules, state, seat)
    value = win_probability(logit)
    return value if mover == seat else PROB_ONE - value


cdef void add_trace(
    const SampleJob *job, const Head *heads, const Trace *trace, int value, Equations *equations
) noexcept nogil:
    """Add the after-states of a trace, with its outcome, to the examples of the seats."""
    cdef int ply, other
    for ply in range(trace.count):
        other = trace.seats[ply] != job.unseen.seat
        add_example(
            &equations[other], &job.weights.head, &heads[other], trace.units[ply],
            trace.logits[ply], PROB_ONE - value if other else value,
        )


cdef void deal_weighted(const SampleJob *job, Rng *rng, State *state) noexcept nogil:
    """One round that agrees with what is seen, the other hand by the weights of the hands."""
    cdef Unseen unseen = job.unseen[0]
    cdef uint32_t ticket = random_below(rng, job.weights_of_hands[job.hand_count - 1])
    cdef int kind, count, place = 0
    while job.weights_of_hands[place] <= ticket:
        place += 1
    unseen.state.hand[1 - unseen.seat] += job.hands[place]
    unseen.unknown = 0
    for kind in range(GOODS):
        count = job.hands[place] >> 4 * kind & 15
        unseen.cards[kind] -= count
    deal_again(&unseen, rng, state)


cdef inline void add_gaps(const int *values, int candidates, int64_t *gaps) noexcept nogil:
    """Add the squares of the differences between the outcomes of each two candidates."""
    cdef int i, j, place = 0
    for i in range(candidates):
        for j in range(i):
            gaps[place] += <int64_t> (values[i] - values[j]) * (values[i] - values[j])
            place += 1


cdef void run_samples(
    const SampleJob *job, int first, int count, MoveStats *stats, uint16_t *replies,
    Equations *equations, int64_t *gaps,
) noexcept nogil:
    """Play every candidate in samples `first` to `first + count - 1`.

    Their outcomes go into the stats of the sample's group, which has a place for each candidate.
    Their replies go by sample, then by candidate; NO_REPLY where the round was over. Examples are
    added to the equations of both seats, and the squares of differences between the candidates
    to the gaps (a lower triangle, row by row), unless these are NULL.
    """
    cdef Rng rng
    cdef State dealt, state
    cdef Trace trace
    cdef MoveStats *found
    cdef const Head *heads
    cdef int values[LEGAL_ROOM]
    cdef uint64_t seed
    cdef int sample, group, i, value, place = 0
    # Positions of one seat have much in common, in one round and in the next.
    cdef HiddenSums sums[2]
    forget_sums(&sums[0])
    forget_sums(&sums[1])
    for sample in range(first, first + count):
        group = sample % job.groups
        heads = &job.heads[2 * group]
        seed = job.seed + <uint64_t> sample * 0x9E3779B97F4A7C15ULL
        seed_rng(&rng, seed)
        if job.hands == NULL:
            deal_again(job.unseen, &rng, &dealt)
        else:
            deal_weighted(job, &rng, &dealt)
        for i in range(job.candidates):
            state = dealt
            play_action(job.rules, &state, job.actions[i])
            trace.count = 0
            value = play_on(
                job, heads, &state, ~seed, &replies[place], sums,
                NULL if equations == NULL else &trace,
            )
            if equations != NULL:
                add_trace(job, heads, &trace, value, &equations[2 * group])
            place += 1
            values[i] = value
            found = &stats[group * job.candidates + i]
            found.sum += value
            found.squares += <int64_t> value * value
            found.count += 1
        if gaps != NULL:
            add_gaps(values, job.candidates, gaps)


cdef class SampleBlock:
    """Some samples of a search, played by one thread, and their outcomes."""

    def __cinit__(self, int count, int candidates, int groups, bint learn, bint compare):
        self.count = count
        self.stats = <MoveStats *> calloc(groups * candidates, sizeof(MoveStats))
        self.replies = <uint16_t *> calloc(max(1, count * candidates), sizeof(uint16_t))
        if learn:
            self.equations = <Equations *> calloc(2 * groups, sizeof(Equations))
        if compare:
            self.gaps = <int64_t *> calloc(candidates * candidates, sizeof(int64_t))
        if (
            self.stats == NULL or self.replies == NULL or learn and self.equations == NULL
            or compare and self.gaps == NULL
        ):
            raise MemoryError

    def __dealloc__(self):
        free(self.stats)
        free(self.replies)
        free(self.equations)
        free(self.gaps)
