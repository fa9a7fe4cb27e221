"""The search: candidate moves played on by the network in many rounds that agree with the view.

1. The network ranks the moves by their after-states; the best of them are candidates, and with
   `finish` so is every move that ends the round.
2. A sample is one round dealt again. Every candidate is played in it, then both seats follow the
   network's choice for some plies, and the network values what is reached; a round that ends
   counts as it ended, and one that comes to an empty deck as it ends with best play. All
   candidates meet the same cards, so their differences are sharper than their values.
3. Sequential halving: after each phase the worse half is dropped, and the others share the rest of
   the budget.
4. Between phases the network's last layer is adapted to the outcomes of the samples.
5. All samples that share an adapted layer share its errors, so how much they differ says too little
   about how far off their mean is. Where the error matters, samples are split into groups, each
   with a layer that is adapted to its own samples: groups are independent, and the standard error
   is that of the mean of their means.

Sample i has its own random numbers and outcomes are whole numbers, so that a seed and a number of
samples give the same result on any number of threads.
"""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from math import sqrt

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free

from jaipur.engine.evaluation import MoveEvaluation, standard_error
from jaipur.engine.waiting import exchange_cost
from jaipur.rules.moves import Move

from jaipur.engine.adapt cimport Equations, accumulate, add_equations, fit_head
from jaipur.engine.network cimport (
    Head, HiddenSums, Network, default_network, fill_logits, start_sums, win_probability,
)
from jaipur.engine.samples cimport (
    NO_REPLY, MoveStats, SampleBlock, SampleJob, add_stats, run_samples,
)
from jaipur.rules.core.rng cimport Rng, seed_rng
from jaipur.rules.core.law cimport Rules, State, list_moves, play_action
from jaipur.rules.core.redeal cimport Belief, deal_again
from jaipur.rules.core.action_tables cimport FIRST_EXCHANGE, LEGAL_ROOM

cdef enum:
    MAX_GROUPS = 16
    MOST_AT_ONCE = 4096        # samples that a thread plays before it looks for Ctrl-C
    PROGRESS_MOVES = 3         # so many takes and sales are candidates where exchanges cost

GROUPS = MAX_GROUPS
"""How many groups an error is estimated from: with fewer, the error itself is less certain; with
more, each has too few samples to adapt to."""


def check_turn(view):
    """Raise ValueError unless it is the view's own turn to move."""
    if view.seat is None or view.turn != view.seat:
        raise ValueError(
            f"the view must be of the seat whose turn it is ({view.turn}), got seat {view.seat}"
        )


cdef class Search:
    """The search of one view: its candidates and what the samples have shown so far.

    With `finish` it prefers moves that bring the round to its end (`engine.waiting`).
    """

    cdef Belief belief
    cdef Network network
    cdef uint16_t actions[LEGAL_ROOM]
    cdef int32_t logits[LEGAL_ROOM]
    cdef MoveStats stats[LEGAL_ROOM]
    cdef MoveStats group_stats[MAX_GROUPS][LEGAL_ROOM]
    cdef Head heads[2 * MAX_GROUPS]
    cdef Equations *equations
    cdef readonly int groups
    cdef int legal
    cdef readonly int candidates     # how many are left
    cdef int done
    cdef readonly uint64_t seed
    cdef readonly int depth
    cdef readonly int threads
    cdef readonly bint exact
    cdef int exchange_cost           # by how much exchanges are worth less, in 1/PROB_ONE
    cdef object pool
    cdef list replies

    def __cinit__(
        self, view, *, int width=10, int depth=8, seed=0, int threads=1, network=None, moves=None,
        bint exact=True, int groups=1, bint finish=False,
    ):
        cdef Rng rng
        cdef State state, after
        cdef HiddenSums sums
        cdef int i
        cdef const Rules *rules
        check_turn(view)
        if width < 1 or depth < 1 or threads < 1:
            raise ValueError(
                "width, depth and threads must be at least 1, "
                f"got width {width}, depth {depth}, threads {threads}"
            )
        if not 1 <= groups <= MAX_GROUPS:
            raise ValueError(f"groups must be 1 to {MAX_GROUPS}, got {groups}")
        self.belief = Belief(view)
        self.network = default_network() if network is None else network
        self.seed = seed & 0xFFFFFFFFFFFFFFFF
        self.depth = depth
        self.threads = threads
        self.exact = exact
        self.exchange_cost = exchange_cost(view) if finish else 0
        self.groups = groups
        for i in range(2 * groups):
            self.heads[i] = self.network.weights.head
        self.equations = <Equations *> calloc(2 * groups, sizeof(Equations))
        if self.equations == NULL:
            raise MemoryError
        seed_rng(&rng, 0)
        deal_again(&self.belief.unseen, &rng, &state)
        rules = &self.belief.compiled.rules
        self.legal = list_moves(rules, &state, view.seat, self.actions)
        start_sums(self.network.weights, &self.network.weights.head, rules, &state, &sums)
        fill_logits(
            self.network.weights, rules, &sums, self.actions, self.legal, self.logits
        )
        order = sorted((-self.logits[i], self.actions[i]) for i in range(self.legal))
        if moves is not None:
            wanted = {move.action for move in moves}
            order.sort(key=lambda pair: pair[1] not in wanted)
            width = len(wanted)
            if not wanted <= {pair[1] for pair in order} or not wanted:
                raise ValueError(
                    "moves must be legal and at least one, "
                    f"got {[str(Move.from_action(action)) for action in sorted(wanted)]}"
                )
        elif finish:
            progress = 0
            added = set()
            for rank, (_, action) in enumerate(order):
                after = state
                play_action(rules, &after, action)
                progress += action < FIRST_EXCHANGE
                is_progress = action < FIRST_EXCHANGE and progress <= PROGRESS_MOVES
                if rank >= width and (after.end or self.exchange_cost and is_progress):
                    added.add(action)
            order[width:] = sorted(order[width:], key=lambda pair: pair[1] not in added)
            width += len(added)
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

    def run(self, count, bint learn=False):
        """Try every candidate in `count` more samples; `learn` collects examples for `adapt`.

        However many there are, Ctrl-C ends it soon, and memory is for `MOST_AT_ONCE` a thread.
        """
        while count > 0:
            part = min(count, MOST_AT_ONCE * self.threads)
            self.run_part(part, learn)
            count -= part
            PyErr_CheckSignals()

    cdef int run_part(self, int count, bint learn) except -1:
        """Try every candidate in so many samples, shared out among the threads."""
        firsts = [self.done + i * count // self.threads for i in range(self.threads + 1)]
        counts = [end - first for first, end in zip(firsts, firsts[1:])]
        if self.pool is None:
            blocks = [self.play_block(self.done, count, learn)]
        else:
            blocks = list(self.pool.map(self.play_block, firsts, counts, repeat(learn)))
        for block in blocks:
            self.add(block)
        self.done += count
        return 0

    cdef void add(self, SampleBlock block):
        """Add the outcomes of a block; whole numbers add up the same in any order."""
        cdef int i, group, sample
        for i in range(self.candidates):
            for group in range(self.groups):
                add_stats(&self.stats[i], &block.stats[group * self.candidates + i])
                add_stats(
                    &self.group_stats[group][i], &block.stats[group * self.candidates + i]
                )
            counter = self.replies[i]
            for sample in range(block.count):
                counter[block.replies[sample * self.candidates + i]] += 1
        if block.equations != NULL:
            for i in range(2 * self.groups):
                accumulate(&block.equations[i])
                add_equations(&self.equations[i], &block.equations[i])

    def play_block(self, int first, int count, bint learn):
        """Play some samples without the GIL; `add` counts them."""
        cdef SampleJob job
        cdef SampleBlock block = SampleBlock(count, self.candidates, self.groups, learn)
        job.weights = self.network.weights
        job.heads = self.heads
        job.groups = self.groups
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
        """Fit the last layers, of each group one for each seat, to the examples so far."""
        cdef int i
        with nogil:
            for i in range(2 * self.groups):
                fit_head(&self.equations[i], &self.network.weights.head, &self.heads[i])

    def halve(self, int keep=1):
        """Drop the worse half of the candidates, but keep at least `keep`."""
        cdef int i, group
        kept = max(keep, (self.candidates + 1) // 2)
        order = sorted(range(self.candidates), key=lambda i: (-self.mean(i), i))
        old = [(self.actions[i], self.logits[i], self.stats[i]) for i in range(self.candidates)]
        for i, place in enumerate(order):
            self.actions[i], self.logits[i], self.stats[i] = old[place]
        for group in range(self.groups):
            found = [self.group_stats[group][place] for place in order]
            for i in range(self.candidates):
                self.group_stats[group][i] = found[i]
        self.replies = [self.replies[place] for place in order]
        self.candidates = kept

    cdef double mean(self, int place):
        """The mean outcome of a candidate in 1/PROB_ONE, less what an exchange costs."""
        cdef int cost = self.exchange_cost if self.actions[place] >= FIRST_EXCHANGE else 0
        return <double> self.stats[place].sum / self.stats[place].count - cost

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
        wins = self.group_wins(place)
        if self.groups == 1:
            squares = <double> found.squares / <double> found.count / 4294967296.0
            error = sqrt(max(squares - mean * mean, 0.0) / found.count)
        else:
            error = standard_error(wins)
        reply, times = max(self.replies[place].items(), key=lambda item: (item[1], -item[0]))
        if reply == NO_REPLY:
            return MoveEvaluation(move, mean, error, found.count, group_wins=wins)
        reply_share = times / found.count
        return MoveEvaluation(
            move, mean, error, found.count, Move.from_action(reply), reply_share, wins
        )

    cdef tuple group_wins(self, int place):
        """The mean outcome of a candidate in each group that has tried it."""
        cdef int group
        return tuple(
            [
                <double> self.group_stats[group][place].sum
                / <double> self.group_stats[group][place].count / 65536.0
                for group in range(self.groups)
                if self.group_stats[group][place].count
            ]
        )


def think(
    view, *, milliseconds=None, samples=None, seed=0, int threads=1, int width=10, int depth=8,
    network=None, int keep=1, int groups=1,
):
    """The best moves of a view, best first, within a budget of milliseconds or of samples.

    Halving stops at `keep` candidates, so that so many are tried equally often. With one group the
    choice is best, and errors leave out what adapting adds; with `GROUPS` they are honest.
    After exchanges without progress the order of the moves counts an exchange for less
    (`engine.waiting`); the evaluations are what was found.
    """
    started = time.perf_counter()
    check_budget(milliseconds, samples)
    search = Search(
        view, width=width, depth=depth, seed=seed, threads=threads, network=network, groups=groups,
        finish=True,
    )
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
    network=None, int groups=MAX_GROUPS,
):
    """The given moves, best first, each tried in the same samples; none is dropped."""
    started = time.perf_counter()
    check_budget(milliseconds, samples)
    search = Search(
        view, moves=moves, depth=depth, seed=seed, threads=threads, network=network, groups=groups
    )
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
        search.run(search.threads * max(search.groups, 64 // search.candidates), learn)
        if time.perf_counter() >= deadline:
            return 0
