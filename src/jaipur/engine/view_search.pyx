"""The search of one view: its candidates, and what the samples have shown about them so far.

`engine.search` says how long it goes on. Sample i has its own random numbers and outcomes are whole
numbers, so that a seed and a number of samples give the same result on any number of threads.
"""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from math import sqrt

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from jaipur.engine.evaluation import MoveEvaluation, standard_error
from jaipur.engine.waiting import exchange_cost
from jaipur.rules.moves import Move

from jaipur.engine.adapt cimport Equations, accumulate, add_equations, fit_head
from jaipur.engine.candidates cimport add_finishing, put_wanted_first, ranked
from jaipur.engine.network cimport (
    Head, HiddenSums, Network, default_network, fill_logits, start_sums, win_probability,
)
from jaipur.engine.samples cimport (
    MAX_REPLIES, MAX_REPLY_SAMPLES, NO_REPLY, MoveStats, SampleBlock, SampleJob, add_stats,
    run_samples,
)
from jaipur.rules.core.compiled_rules cimport pack_cards
from jaipur.rules.core.rng cimport Rng, seed_rng
from jaipur.rules.core.law cimport Rules, State, list_moves
from jaipur.rules.core.redeal cimport Belief, deal_again
from jaipur.rules.core.action_tables cimport FIRST_EXCHANGE, LEGAL_ROOM

cdef enum:
    MAX_GROUPS = 16
    MAX_THREADS = 1024         # far beyond any use: a slip of the pen is refused
    MOST_AT_ONCE = 4096        # samples that a thread plays before it looks for Ctrl-C

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

    With `finish` it prefers moves that bring the round to its end (`engine.waiting`), and with
    `track_gaps` it can say how sure the leads of the best move are.

    Against a known opponent: `hands` are the goods that nobody has shown in the other hand, with
    whole numbers as weights; without `adapt_other` that seat follows the network as it is; with
    `reply_samples` its first reply comes from a search of `reply_width` moves, each in so many.
    """

    cdef Belief belief
    cdef Network network
    cdef uint16_t actions[LEGAL_ROOM]
    cdef int32_t logits[LEGAL_ROOM]
    cdef MoveStats stats[LEGAL_ROOM]
    cdef MoveStats group_stats[MAX_GROUPS][LEGAL_ROOM]
    cdef Head heads[2 * MAX_GROUPS]
    cdef Equations *equations
    cdef int64_t *gap_squares        # a lower triangle of the candidates, or NULL
    cdef uint32_t *hands             # then as many sums of weights, or NULL
    cdef int hand_count
    cdef int reply_width
    cdef int reply_samples
    cdef bint adapt_other
    cdef readonly int groups
    cdef int legal
    cdef readonly int candidates     # how many are left
    cdef readonly int done           # samples so far
    cdef readonly uint64_t seed
    cdef readonly int depth
    cdef readonly int threads
    cdef readonly bint exact
    cdef readonly bint track_gaps
    cdef int exchange_cost           # by how much exchanges are worth less, in 1/PROB_ONE
    cdef object pool
    cdef list replies

    def __cinit__(
        self, view, *, int width=10, int depth=8, seed=0, int threads=1, network=None, moves=None,
        bint exact=True, int groups=1, bint finish=False, bint track_gaps=False, hands=None,
        bint adapt_other=True, int reply_width=3, int reply_samples=0,
    ):
        cdef Rng rng
        cdef State state
        cdef HiddenSums sums
        cdef int i
        cdef const Rules *rules
        check_turn(view)
        if width < 1 or depth < 1:
            raise ValueError(
                f"width and depth must be at least 1, got width {width}, depth {depth}"
            )
        if not 1 <= threads <= MAX_THREADS:
            raise ValueError(f"threads must be 1 to {MAX_THREADS}, got {threads}")
        if not 1 <= groups <= MAX_GROUPS:
            raise ValueError(f"groups must be 1 to {MAX_GROUPS}, got {groups}")
        if not (1 <= reply_width <= MAX_REPLIES and 0 <= reply_samples <= MAX_REPLY_SAMPLES):
            raise ValueError(
                f"reply_width must be 1 to {MAX_REPLIES}, reply_samples 0 to {MAX_REPLY_SAMPLES}, "
                f"got reply_width {reply_width}, reply_samples {reply_samples}"
            )
        self.belief = Belief(view)
        self.network = default_network() if network is None else network
        self.seed = seed & 0xFFFFFFFFFFFFFFFF
        self.depth = depth
        self.threads = threads
        self.exact = exact
        self.exchange_cost = exchange_cost(view) if finish else 0
        self.groups = groups
        self.adapt_other = adapt_other
        self.reply_width = reply_width
        self.reply_samples = reply_samples
        if hands is not None:
            self.read_hands(hands)
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
        order = ranked(self.actions, self.logits, self.legal)
        if moves is not None:
            width = put_wanted_first(order, moves)
        elif finish:
            width = add_finishing(order, width, rules, &state, self.exchange_cost > 0)
        for i in range(self.legal):
            self.logits[i] = -order[i][0]
            self.actions[i] = order[i][1]
        if exact and not state.deck_left and moves is None:
            width = self.legal  # each is solved: no need to trust the ranking
        self.candidates = min(self.legal, width)
        self.replies = [Counter() for _ in range(self.candidates)]
        self.track_gaps = track_gaps
        if track_gaps:
            self.gap_squares = <int64_t *> calloc(self.candidates ** 2, sizeof(int64_t))
            if self.gap_squares == NULL:
                raise MemoryError
        if threads > 1:
            # Its threads end with the search: nothing else holds on to it.
            self.pool = ThreadPoolExecutor(threads, thread_name_prefix="jaipur-search")

    def __dealloc__(self):
        free(self.equations)
        free(self.gap_squares)
        free(self.hands)

    cdef int read_hands(self, hands) except -1:
        """The weighted hands in the form that samples read; those of the weight 0 are left out.

        Samples look for theirs from the first on, so the likeliest come first.
        """
        cdef int i, total = 0
        likely = [(pack_cards(hand), weight) for hand, weight in hands.items() if weight]
        likely.sort(key=lambda pair: -pair[1])
        self.hand_count = len(likely)
        self.hands = <uint32_t *> calloc(2 * max(1, self.hand_count), sizeof(uint32_t))
        if self.hands == NULL:
            raise MemoryError
        if not likely or any(len(hand) != self.belief.unseen.unknown for hand in hands):
            raise ValueError(
                f"hands must be of {self.belief.unseen.unknown} cards and one at least likely, "
                f"got {hands}"
            )
        for i, (hand, weight) in enumerate(likely):
            total += weight
            self.hands[i] = hand
            self.hands[self.hand_count + i] = total
        return 0

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
        if block.gaps != NULL:
            for i in range(self.candidates * (self.candidates - 1) // 2):
                self.gap_squares[i] += block.gaps[i]

    def play_block(self, int first, int count, bint learn):
        """Play some samples without the GIL; `add` counts them."""
        cdef SampleJob job
        cdef SampleBlock block = SampleBlock(
            count, self.candidates, self.groups, learn, self.gap_squares != NULL
        )
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
        job.hands = self.hands
        job.weights_of_hands = self.hands + self.hand_count
        job.hand_count = self.hand_count
        job.reply_width = self.reply_width
        job.reply_samples = self.reply_samples
        with nogil:
            run_samples(
                &job, first, count, block.stats, block.replies, block.equations, block.gaps
            )
        return block

    def adapt(self):
        """Fit the last layers, of each group one for each seat, to the examples so far."""
        cdef int i
        with nogil:
            for i in range(2 * self.groups):
                if self.adapt_other or not i & 1:
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
        if self.gap_squares != NULL:
            squares = [self.gap_square(order[i], order[j]) for i in range(kept) for j in range(i)]
            for i in range(len(squares)):
                self.gap_squares[i] = squares[i]
        self.candidates = kept

    cdef int64_t gap_square(self, int a, int b):
        """The sum of the squares of the differences between two candidates."""
        return self.gap_squares[max(a, b) * (max(a, b) - 1) // 2 + min(a, b)]

    def gaps(self):
        """The lead of the best candidate over each other and its standard error, as samples show.

        Both met the same samples, so the error is that of the mean difference.
        """
        cdef int i, best = min(range(self.candidates), key=lambda i: (-self.mean(i), i))
        cdef double difference, variance
        if self.gap_squares == NULL or not self.done:
            raise ValueError("gaps need track_gaps=True and at least one sample")
        found = []
        for i in range(self.candidates):
            if i != best:
                difference = <double> (self.stats[best].sum - self.stats[i].sum) / self.done
                variance = self.gap_square(best, i) / <double> self.done - difference * difference
                error = sqrt(max(variance, 0.0) / self.done)
                found.append(((self.mean(best) - self.mean(i)) / 65536.0, error / 65536.0))
        return found

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
            return MoveEvaluation(move, win_probability(self.logits[place]) / 65536.0, 0.5, 0)
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
