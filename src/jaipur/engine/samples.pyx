"""The samples of a search: every candidate is played in each, and both seats follow the network."""

from libc.stdint cimport int64_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free

from jaipur.engine.adapt cimport Equations, add_example, hidden_units
from jaipur.engine.endgame cimport solve
from jaipur.engine.network cimport PROB_ONE, Head, best_action, win_probability
from jaipur.rules.core.law cimport Rules, State, play_action, seal_of, turn_of
from jaipur.rules.core.redeal cimport deal_again
from jaipur.rules.core.rng cimport Rng, seed_rng


cdef int outcome(const Rules *rules, const State *state, int seat) noexcept nogil:
    """The outcome of a finished round for a seat, in 1/PROB_ONE; without a seal, half."""
    cdef int seal = seal_of(rules, state)
    return PROB_ONE // 2 if seal < 0 else PROB_ONE if seal == seat else 0


cdef int play_on(
    const SampleJob *job, const Head *heads, State *state, uint16_t *reply, Trace *trace
) noexcept nogil:
    """The outcome for the searching seat, in 1/PROB_ONE, where both seats follow the network.

    An empty deck is played out by `solve`; after the last ply the outcome is the network's value.
    The after-states before that go into `trace`, unless it is NULL; `reply` is the first action.
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
        action = best_action(job.weights, head, job.rules, state, &logit)
        if ply == 0:
            reply[0] = action
        if trace != NULL and ply < MAX_TRACE and ply < job.depth - 1:
            hidden_units(job.weights, job.rules, state, action, trace.units[ply])
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


cdef void run_samples(
    const SampleJob *job, int first, int count, MoveStats *stats, uint16_t *replies,
    Equations *equations,
) noexcept nogil:
    """Play every candidate in samples `first` to `first + count - 1`.

    Their outcomes go into the stats of the sample's group, which has a place for each candidate.
    Their replies go by sample, then by candidate; NO_REPLY where the round was over. Examples are
    added to the equations of both seats, unless they are NULL.
    """
    cdef Rng rng
    cdef State dealt, state
    cdef Trace trace
    cdef MoveStats *found
    cdef const Head *heads
    cdef int sample, group, i, value, place = 0
    for sample in range(first, first + count):
        group = sample % job.groups
        heads = &job.heads[2 * group]
        seed_rng(&rng, job.seed + <uint64_t> sample * 0x9E3779B97F4A7C15ULL)
        deal_again(job.unseen, &rng, &dealt)
        for i in range(job.candidates):
            state = dealt
            play_action(job.rules, &state, job.actions[i])
            trace.count = 0
            value = play_on(
                job, heads, &state, &replies[place], NULL if equations == NULL else &trace
            )
            if equations != NULL:
                add_trace(job, heads, &trace, value, &equations[2 * group])
            place += 1
            found = &stats[group * job.candidates + i]
            found.sum += value
            found.squares += <int64_t> value * value
            found.count += 1


cdef class SampleBlock:
    """Some samples of a search, played by one thread, and their outcomes."""

    def __cinit__(self, int count, int candidates, int groups, bint learn):
        self.count = count
        self.stats = <MoveStats *> calloc(groups * candidates, sizeof(MoveStats))
        self.replies = <uint16_t *> calloc(max(1, count * candidates), sizeof(uint16_t))
        if learn:
            self.equations = <Equations *> calloc(2 * groups, sizeof(Equations))
        if self.stats == NULL or self.replies == NULL or learn and self.equations == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.stats)
        free(self.replies)
        free(self.equations)
