"""The search: candidate moves played on by the network in many rounds that agree with the view.

1. The network ranks the moves by their after-states; the best of them are candidates.
2. A sample is one round dealt again. Every candidate is played in it, then both seats follow the
   network's choice for some plies, and the network values what is reached; a round that ends
   counts as it ended, and one that comes to an empty deck as it ends with best play. All
   candidates meet the same cards, so their differences are sharper than their values.
3. Sequential halving: after each phase the worse half is dropped, and the others share the rest of
   the budget.
4. Between phases the network's last layer is adapted to the outcomes of the samples.

Sample i has its own random numbers and outcomes are whole numbers, so that a seed and a number of
samples give the same result on any number of threads.
"""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from math import sqrt

from libc.stdint cimport int64_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free

from jaipur.engine.evaluation import MoveEvaluation
from jaipur.rules.moves import Move

from jaipur.engine.adapt cimport (
    Equations, accumulate, add_equations, add_example, fit_head, hidden_units,
)
from jaipur.engine.endgame cimport solve
from jaipur.engine.network cimport (
    PROB_ONE, Head, HiddenSums, Network, best_action, default_network, logit_after, start_sums,
    win_probability,
)
from jaipur.rules.core.rng cimport Rng, seed_rng
from jaipur.rules.core.law cimport Rules, State, list_moves, play_action, seal_of, turn_of
from jaipur.rules.core.redeal cimport Belief, deal_again
from jaipur.rules.core.action_tables cimport LEGAL_ROOM

cdef enum:
    NO_REPLY = 65535


cdef int outcome(const Rules *rules, const State *state, int seat) noexcept nogil:
    """The outcome of a finished round for a seat, in 1/PROB_ONE; without a seal, half."""
    cdef int seal = seal_of(rules, state)
    return PROB_ONE // 2 if seal < 0 else PROB_ONE if seal == seat else 0


cdef int play_on(const SampleJob *job, State *state, uint16_t *reply, Trace *trace) noexcept nogil:
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
        head = &job.heads[mover != seat]
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
    const SampleJob *job, const Trace *trace, int value, Equations *equations
) noexcept nogil:
    """Add the after-states of a trace, with its outcome, to the examples of the seats."""
    cdef int ply, other
    for ply in range(trace.count):
        other = trace.seats[ply] != job.unseen.seat
        add_example(
            &equations[other], &job.weights.head, &job.heads[other], trace.units[ply],
            trace.logits[ply], PROB_ONE - value if other else value,
        )


cdef void run_samples(
    const SampleJob *job, int first, int count, MoveStats *stats, uint16_t *replies,
    Equations *equations,
) noexcept nogil:
    """Play every candidate in samples `first` to `first + count - 1`.

    Their replies go by sample, then by candidate; NO_REPLY where the round was over. Examples are
    added to the equations of both seats, unless they are NULL.
    """
    cdef Rng rng
    cdef State dealt, state
    cdef Trace trace
    cdef int sample, i, value, place = 0
    for sample in range(first, first + count):
        seed_rng(&rng, job.seed + <uint64_t> sample * 0x9E3779B97F4A7C15ULL)
        deal_again(job.unseen, &rng, &dealt)
        for i in range(job.candidates):
            state = dealt
            play_action(job.rules, &state, job.actions[i])
            trace.count = 0
            value = play_on(job, &state, &replies[place], NULL if equations == NULL else &trace)
            if equations != NULL:
                add_trace(job, &trace, value, equations)
            place += 1
            stats[i].sum += value
            stats[i].squares += <int64_t> value * value
            stats[i].count += 1


cdef class SampleBlock:
    """Some samples of a search, played by one thread, and their outcomes."""

    cdef MoveStats stats[LEGAL_ROOM]
    cdef uint16_t *replies
    cdef Equations *equations
    cdef int count

    def __cinit__(self, int count, int candidates, bint learn):
        self.count = count
        self.replies = <uint16_t *> calloc(max(1, count * candidates), sizeof(uint16_t))
        if learn:
            self.equations = <Equations *> calloc(2, sizeof(Equations))
        if self.replies == NULL or learn and self.equations == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.replies)
        free(self.equations)


def check_turn(view):
    """Raise ValueError unless it is the view's own turn to move."""
    if view.seat is None or view.turn != view.seat:
        raise ValueError(
            f"the view must be of the seat whose turn it is ({view.turn}), got seat {view.seat}"
        )


cdef class Search:
    """The search of one view: its candidates and what the samples have shown so far."""

    cdef Belief belief
    cdef Network network
    cdef uint16_t actions[LEGAL_ROOM]
    cdef int logits[LEGAL_ROOM]
    cdef MoveStats stats[LEGAL_ROOM]
    cdef Head heads[2]
    cdef Equations *equations
    cdef int legal
    cdef readonly int candidates     # how many are left
    cdef int done
    cdef readonly uint64_t seed
    cdef readonly int depth
    cdef readonly int threads
    cdef readonly bint exact
    cdef object pool
    cdef list replies

    def __cinit__(
        self, view, *, int width=10, int depth=8, seed=0, int threads=1, network=None, moves=None,
        bint exact=True,
    ):
        cdef Rng rng
        cdef State state
        cdef HiddenSums sums
        cdef int i
        cdef const Rules *rules
        check_turn(view)
        if width < 1 or depth < 1 or threads < 1:
            raise ValueError(
                "width, depth and threads must be at least 1, "
                f"got width {width}, depth {depth}, threads {threads}"
            )
        self.belief = Belief(view)
        self.network = default_network() if network is None else network
        self.seed = seed & 0xFFFFFFFFFFFFFFFF
        self.depth = depth
        self.threads = threads
        self.exact = exact
        self.heads[0] = self.heads[1] = self.network.weights.head
        self.equations = <Equations *> calloc(2, sizeof(Equations))
        if self.equations == NULL:
            raise MemoryError
        seed_rng(&rng, 0)
        deal_again(&self.belief.unseen, &rng, &state)
        rules = &self.belief.compiled.rules
        self.legal = list_moves(rules, &state, view.seat, self.actions)
        start_sums(self.network.weights, &self.network.weights.head, rules, &state, &sums)
        order = []
        for i in range(self.legal):
            value = logit_after(self.network.weights, rules, &sums, self.actions[i])
            order.append((-value, self.actions[i]))
        order.sort()
        if moves is not None:
            wanted = {move.action for move in moves}
            order.sort(key=lambda pair: pair[1] not in wanted)
            width = len(wanted)
            if not wanted <= {pair[1] for pair in order} or not wanted:
                raise ValueError(
                    "moves must be legal and at least one, "
                    f"got {[str(Move.from_action(action)) for action in sorted(wanted)]}"
                )
        for i in range(self.legal):
            self.logits[i] = -order[i][0]
            self.actions[i] = order[i][1]
        if exact and not state.deck_left and moves is None:
            width = self.legal  # each is solved: no need to trust the ranking
        self.candidates = min(self.legal, width)
        self.replies = [Counter() for _ in range(self.candidates)]
        if threads > 1:
            # Its threads end with the search: nothing else holds on to it.
            self.pool = ThreadPoolExecutor(threads, thread_name_prefix="jaipur-search")

    def __dealloc__(self):
        free(self.equations)

    def run(self, int count, bint learn=False):
        """Try every candidate in `count` more samples; `learn` collects examples for `adapt`."""
        firsts = [self.done + i * count // self.threads for i in range(self.threads + 1)]
        counts = [end - first for first, end in zip(firsts, firsts[1:])]
        if self.pool is None:
            blocks = [self.play_block(self.done, count, learn)]
        else:
            blocks = list(self.pool.map(self.play_block, firsts, counts, repeat(learn)))
        for block in blocks:
            self.add(block)
        self.done += count

    cdef void add(self, SampleBlock block):
        """Add the outcomes of a block; whole numbers add up the same in any order."""
        cdef int i, sample
        for i in range(self.candidates):
            self.stats[i].sum += block.stats[i].sum
            self.stats[i].squares += block.stats[i].squares
            self.stats[i].count += block.stats[i].count
            counter = self.replies[i]
            for sample in range(block.count):
                counter[block.replies[sample * self.candidates + i]] += 1
        if block.equations != NULL:
            for i in range(2):
                accumulate(&block.equations[i])
                add_equations(&self.equations[i], &block.equations[i])

    def play_block(self, int first, int count, bint learn):
        """Play some samples without the GIL; `add` counts them."""
        cdef SampleJob job
        cdef SampleBlock block = SampleBlock(count, self.candidates, learn)
        job.weights = self.network.weights
        job.heads = self.heads
        job.rules = &self.belief.compiled.rules
        job.unseen = &self.belief.unseen
        job.seed = self.seed
        job.depth = self.depth
        job.exact = self.exact
        job.candidates = self.candidates
        job.actions = self.actions
        with nogil:
            run_samples(
                &job, first, count, block.stats, block.replies, block.equations
            )
        return block

    def adapt(self):
        """Fit the network's last layer, one for each seat, to the examples collected so far."""
        cdef int i
        with nogil:
            for i in range(2):
                fit_head(&self.equations[i], &self.network.weights.head, &self.heads[i])

    def halve(self, int keep=1):
        """Drop the worse half of the candidates, but keep at least `keep`."""
        cdef int i
        kept = max(keep, (self.candidates + 1) // 2)
        order = sorted(range(self.candidates), key=lambda i: (-self.mean(i), i))
        old = [(self.actions[i], self.logits[i], self.stats[i]) for i in range(self.candidates)]
        for i, place in enumerate(order):
            self.actions[i], self.logits[i], self.stats[i] = old[place]
        self.replies = [self.replies[place] for place in order]
        self.candidates = kept

    cdef double mean(self, int place):
        return <double> self.stats[place].sum / self.stats[place].count

    def evaluations(self):
        """The candidates that are left, best first."""
        order = list(range(self.candidates))
        if self.done:
            order.sort(key=lambda i: (-self.mean(i), i))
        return [self.evaluation(i) for i in order]

    cdef evaluation(self, int place):
        cdef MoveStats found = self.stats[place]
        move = Move.from_action(self.actions[place])
        if not found.count:
            return MoveEvaluation(move, win_probability(self.logits[place]) / 65536, 0.5, 0)
        mean = <double> found.sum / <double> found.count / 65536.0
        squares = <double> found.squares / <double> found.count / 4294967296.0
        error = sqrt(max(squares - mean * mean, 0.0) / found.count)
        reply, times = max(self.replies[place].items(), key=lambda item: (item[1], -item[0]))
        if reply == NO_REPLY:
            return MoveEvaluation(move, mean, error, found.count)
        reply_share = times / found.count
        return MoveEvaluation(
            move, mean, error, found.count, Move.from_action(reply), reply_share
        )


def think(
    view, *, milliseconds=None, samples=None, seed=0, int threads=1, int width=10, int depth=8,
    network=None, int keep=1,
):
    """The best moves of a view, best first, within a budget of milliseconds or of samples.

    Halving stops at `keep` candidates, so that so many are tried equally often.
    """
    started = time.perf_counter()
    check_budget(milliseconds, samples)
    search = Search(view, width=width, depth=depth, seed=seed, threads=threads, network=network)
    if search.candidates == 1 and keep == 1:
        return search.evaluations()
    phases = phases_of(search.candidates, max(2, keep))
    for phase in range(phases):
        last = phase == phases - 1
        if samples is not None:
            search.run(max(1, samples // (phases * search.candidates)), learn=not last)
        else:
            run_until(search, started + milliseconds / 1000 * (phase + 1) / phases, not last)
        if not last:
            search.halve(keep)
            search.adapt()
    return search.evaluations()


def compare(
    view, moves, *, milliseconds=None, samples=None, seed=0, int threads=1, int depth=8,
    network=None,
):
    """The given moves, best first, each tried in the same samples; none is dropped."""
    started = time.perf_counter()
    check_budget(milliseconds, samples)
    search = Search(view, moves=moves, depth=depth, seed=seed, threads=threads, network=network)
    if samples is not None:
        count = max(1, samples // search.candidates)
        search.run(count // 3, learn=True)
        search.adapt()
        search.run(count - count // 3)
    else:
        run_until(search, started + milliseconds / 3000, True)
        search.adapt()
        run_until(search, started + milliseconds / 1000, False)
    return search.evaluations()


def check_budget(milliseconds, samples):
    """Raise ValueError unless just one of the two is given, and is positive."""
    if (milliseconds is None) == (samples is None):
        raise ValueError(
            "the budget must be either milliseconds or samples, "
            f"got milliseconds={milliseconds}, samples={samples}"
        )
    if (samples if milliseconds is None else milliseconds) <= 0:
        raise ValueError(
            f"the budget must be above 0, got milliseconds={milliseconds}, samples={samples}"
        )


cdef int phases_of(int candidates, int keep):
    """How many phases it takes to halve the candidates to `keep`."""
    cdef int phases = 1
    while candidates > keep:
        candidates = max(keep, (candidates + 1) // 2)
        phases += 1
    return phases


cdef int run_until(Search search, double deadline, bint learn) except -1:
    """Try all candidates until the deadline, once at least."""
    while True:
        search.run(search.threads * max(1, 64 // search.candidates), learn)
        if time.perf_counter() >= deadline:
            return 0
