"""The search: what the network's choice leads to, in many rounds that agree with the view.

1. The network ranks the moves by their after-states; the best of them are candidates.
2. A sample is one round dealt again. Every candidate is played in it, then both seats follow the
   network's choice for some plies, and the network values what is reached; a round that ends is
   counted as it ended, and one that comes to an empty deck as it ends with best play. All
   candidates meet the same cards, so their differences are sharper than their values.
3. Sequential halving: after each phase the worse half is dropped, and the others share the rest of
   the budget.
4. Between phases the network's last layer is attuned to what the samples have come to.

Sample i has its own random numbers and values are whole numbers, so that a seed and a number of
samples give the same result on any number of threads.
"""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from math import sqrt

from libc.stdint cimport int64_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free

from jaipur.engine.thought import Thought
from jaipur.rules.moves import Move

from jaipur.engine.attune cimport Evidence, add_evidence, fit, light, note, pair_up
from jaipur.engine.endgame cimport solve
from jaipur.engine.network cimport (
    WHOLE, Brain, Head, Sums, best_action, logit_after, share, shipped_brain, start_sums,
)
from jaipur.rules.core.rng cimport Rng, seed_rng
from jaipur.rules.core.law cimport Rules, State, list_moves, play_action, seal_of, turn_of
from jaipur.rules.core.redeal cimport Belief, deal_again
from jaipur.rules.core.action_tables cimport LEGAL_ROOM


cdef int outcome(const Rules *rules, const State *state, int seat) noexcept nogil:
    """What a finished round is worth to a seat, in 1/65536; without a seal, half."""
    cdef int seal = seal_of(rules, state)
    return 32768 if seal < 0 else 65536 if seal == seat else 0


cdef int play_on(const Task *task, State *state, uint16_t *reply, Way *way) noexcept nogil:
    """The worth to the thinking seat of a position from which both follow their heads' choice.

    An empty deck ends it with best play, and the last ply with the value it was given. What was
    thought of the after-states before that is put down in `way`, unless it is NULL.
    """
    cdef int ply, logit = 0, action, mover = 0, value, seat = task.unseen.seat
    cdef const Head *head
    reply[0] = 65535
    for ply in range(task.depth):
        if state.end:
            return outcome(task.rules, state, seat)
        mover = turn_of(state)
        if task.exact and not state.deck_left:
            value = solve(task.rules, state)
            return value if mover == seat else WHOLE - value
        head = &task.heads[mover != seat]
        action = best_action(task.network, head, task.rules, state, &logit)
        if ply == 0:
            reply[0] = action
        if way != NULL and ply < NOTED and ply < task.depth - 1:
            light(task.network, task.rules, state, action, way.units[ply])
            way.logits[ply] = logit
            way.seats[ply] = mover
            way.count = ply + 1
        play_action(task.rules, state, action)
    if state.end:
        return outcome(task.rules, state, seat)
    value = share(logit)
    return value if mover == seat else WHOLE - value


cdef void learn_from(
    const Task *task, const Way *way, int value, Evidence *evidence
) noexcept nogil:
    """Note for each seat what its after-states have come to."""
    cdef int ply, other
    for ply in range(way.count):
        other = way.seats[ply] != task.unseen.seat
        note(
            &evidence[other], &task.network.head, &task.heads[other], way.units[ply],
            way.logits[ply], WHOLE - value if other else value,
        )


cdef void run_samples(
    const Task *task, int first, int count, Tally *tallies, uint16_t *replies, Evidence *evidence
) noexcept nogil:
    """Play every candidate in samples `first` to `first + count - 1`.

    The replies to them go by sample, then by candidate; 65535 where the round was over. Evidence
    for both seats is gathered unless it is NULL.
    """
    cdef Rng rng
    cdef State dealt, state
    cdef Way way
    cdef int sample, i, value, place = 0
    for sample in range(first, first + count):
        seed_rng(&rng, task.seed + <uint64_t> sample * 0x9E3779B97F4A7C15ULL)
        deal_again(task.unseen, &rng, &dealt)
        for i in range(task.candidates):
            state = dealt
            play_action(task.rules, &state, task.actions[i])
            way.count = 0
            value = play_on(task, &state, &replies[place], NULL if evidence == NULL else &way)
            if evidence != NULL:
                learn_from(task, &way, value, evidence)
            place += 1
            tallies[i].sum += value
            tallies[i].squares += <int64_t> value * value
            tallies[i].count += 1


cdef class Portion:
    """Some samples of a search, played by one thread."""

    cdef Tally tallies[LEGAL_ROOM]
    cdef uint16_t *replies
    cdef Evidence *evidence
    cdef int count

    def __cinit__(self, int count, int candidates, bint learns):
        self.count = count
        self.replies = <uint16_t *> calloc(max(1, count * candidates), sizeof(uint16_t))
        if learns:
            self.evidence = <Evidence *> calloc(2, sizeof(Evidence))
        if self.replies == NULL or learns and self.evidence == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.replies)
        free(self.evidence)


def check_turn(view):
    """ValueError unless it is this seat's turn to move."""
    if view.seat is None or view.turn != view.seat:
        raise ValueError("Only the seat whose turn it is can think about its move.")


cdef class Search:
    """One position being thought about."""

    cdef Belief belief
    cdef Brain brain
    cdef uint16_t actions[LEGAL_ROOM]
    cdef int logits[LEGAL_ROOM]
    cdef Tally tallies[LEGAL_ROOM]
    cdef Head heads[2]
    cdef Evidence *evidence
    cdef int legal
    cdef int candidates
    cdef int done
    cdef readonly uint64_t seed
    cdef readonly int depth
    cdef readonly int threads
    cdef readonly bint exact
    cdef object pool
    cdef list replies

    def __cinit__(
        self, view, *, int width=10, int depth=8, seed=0, int threads=1, brain=None, moves=None,
        bint exact=True,
    ):
        cdef Rng rng
        cdef State state
        cdef Sums near
        cdef int i
        cdef const Rules *rules
        check_turn(view)
        if width < 1 or depth < 1 or threads < 1:
            raise ValueError("Width, depth and threads are 1 at least.")
        self.belief = Belief(view)
        self.brain = shipped_brain() if brain is None else brain
        self.seed = seed & 0xFFFFFFFFFFFFFFFF
        self.depth = depth
        self.threads = threads
        self.exact = exact
        self.heads[0] = self.heads[1] = self.brain.network.head
        self.evidence = <Evidence *> calloc(2, sizeof(Evidence))
        if self.evidence == NULL:
            raise MemoryError
        seed_rng(&rng, 0)
        deal_again(&self.belief.unseen, &rng, &state)
        rules = &self.belief.compiled.rules
        self.legal = list_moves(rules, &state, view.seat, self.actions)
        start_sums(self.brain.network, &self.brain.network.head, rules, &state, &near)
        order = []
        for i in range(self.legal):
            value = logit_after(self.brain.network, rules, &near, self.actions[i])
            order.append((-value, self.actions[i]))
        order.sort()
        if moves is not None:
            wanted = {move.action for move in moves}
            order.sort(key=lambda pair: pair[1] not in wanted)
            width = len(wanted)
            if not wanted <= {pair[1] for pair in order} or not wanted:
                raise ValueError("Only legal moves, one at least, can be thought about.")
        for i in range(self.legal):
            self.logits[i] = -order[i][0]
            self.actions[i] = order[i][1]
        if exact and not state.deck_left and moves is None:
            width = self.legal  # all is known of each: no need to trust the ranking
        self.candidates = min(self.legal, width)
        self.replies = [Counter() for _ in range(self.candidates)]
        if threads > 1:
            # Its threads end with the search: nothing else holds on to it.
            self.pool = ThreadPoolExecutor(threads, thread_name_prefix="jaipur-search")

    def __dealloc__(self):
        free(self.evidence)

    def run(self, int count, bint learn=False):
        """Try every candidate in so many more samples; with `learn`, gather what `attune` uses."""
        firsts = [self.done + i * count // self.threads for i in range(self.threads + 1)]
        counts = [end - first for first, end in zip(firsts, firsts[1:])]
        if self.pool is None:
            portions = [self.play(self.done, count, learn)]
        else:
            portions = list(self.pool.map(self.play, firsts, counts, repeat(learn)))
        for portion in portions:
            self.add(portion)
        self.done += count

    cdef void add(self, Portion portion):
        """Count what one thread has found; whole numbers add up the same in any order."""
        cdef int i, sample
        for i in range(self.candidates):
            self.tallies[i].sum += portion.tallies[i].sum
            self.tallies[i].squares += portion.tallies[i].squares
            self.tallies[i].count += portion.tallies[i].count
            counter = self.replies[i]
            for sample in range(portion.count):
                counter[portion.replies[sample * self.candidates + i]] += 1
        if portion.evidence != NULL:
            for i in range(2):
                pair_up(&portion.evidence[i])
                add_evidence(&self.evidence[i], &portion.evidence[i])

    def play(self, int first, int count, bint learn):
        """Play some samples, without the GIL, and leave the counting to `add`."""
        cdef Task task
        cdef Portion portion = Portion(count, self.candidates, learn)
        task.network = self.brain.network
        task.heads = self.heads
        task.rules = &self.belief.compiled.rules
        task.unseen = &self.belief.unseen
        task.seed = self.seed
        task.depth = self.depth
        task.exact = self.exact
        task.candidates = self.candidates
        task.actions = self.actions
        with nogil:
            run_samples(
                &task, first, count, portion.tallies, portion.replies, portion.evidence
            )
        return portion

    def attune(self):
        """Fit what the network's last layer counts for, seat by seat, to what was learnt so far."""
        cdef int i
        with nogil:
            for i in range(2):
                fit(&self.evidence[i], &self.brain.network.head, &self.heads[i])

    def halve(self, int keep=1):
        """Drop the worse half of the candidates, but keep so many."""
        cdef int i
        kept = max(keep, (self.candidates + 1) // 2)
        order = sorted(range(self.candidates), key=lambda i: (-self.mean(i), i))
        old = [(self.actions[i], self.logits[i], self.tallies[i]) for i in range(self.candidates)]
        for i, place in enumerate(order):
            self.actions[i], self.logits[i], self.tallies[i] = old[place]
        self.replies = [self.replies[place] for place in order]
        self.candidates = kept

    cdef double mean(self, int place):
        return <double> self.tallies[place].sum / self.tallies[place].count

    @property
    def alive(self):
        """How many candidates are left."""
        return self.candidates

    def thoughts(self):
        """What is thought of the candidates, best first."""
        order = list(range(self.candidates))
        if self.done:
            order.sort(key=lambda i: (-self.mean(i), i))
        return [self.thought(i) for i in order]

    cdef thought(self, int place):
        cdef Tally tally = self.tallies[place]
        move = Move.from_action(self.actions[place])
        if not tally.count:
            return Thought(move, share(self.logits[place]) / 65536, 0.5, 0)
        mean = <double> tally.sum / <double> tally.count / 65536.0
        squares = <double> tally.squares / <double> tally.count / 4294967296.0
        error = sqrt(max(squares - mean * mean, 0.0) / tally.count)
        reply, times = max(self.replies[place].items(), key=lambda item: (item[1], -item[0]))
        if reply == 65535:
            return Thought(move, mean, error, tally.count)
        likely = times / tally.count
        return Thought(move, mean, error, tally.count, Move.from_action(reply), likely)


def think(
    view, *, milliseconds=None, samples=None, seed=0, int threads=1, int width=10, int depth=8,
    brain=None, int keep=1,
):
    """The best moves of a view, best first, within a budget of milliseconds or of samples.

    Halving stops before fewer than `keep` are left, so that as many are known equally well.
    """
    started = time.perf_counter()
    check_budget(milliseconds, samples)
    search = Search(view, width=width, depth=depth, seed=seed, threads=threads, brain=brain)
    if search.alive == 1 and keep == 1:
        return search.thoughts()
    phases = phases_of(search.alive, max(2, keep))
    for phase in range(phases):
        last = phase == phases - 1
        if samples is not None:
            search.run(max(1, samples // (phases * search.alive)), learn=not last)
        else:
            run_until(search, started + milliseconds / 1000 * (phase + 1) / phases, not last)
        if not last:
            search.halve(keep)
            search.attune()
    return search.thoughts()


def compare(
    view, moves, *, milliseconds=None, samples=None, seed=0, int threads=1, int depth=8, brain=None
):
    """The given moves, best first, each tried in the same samples; none is dropped."""
    started = time.perf_counter()
    check_budget(milliseconds, samples)
    search = Search(view, moves=moves, depth=depth, seed=seed, threads=threads, brain=brain)
    if samples is not None:
        count = max(1, samples // search.alive)
        search.run(count // 3, learn=True)
        search.attune()
        search.run(count - count // 3)
    else:
        run_until(search, started + milliseconds / 3000, True)
        search.attune()
        run_until(search, started + milliseconds / 1000, False)
    return search.thoughts()


def check_budget(milliseconds, samples):
    """ValueError unless just one of the two is given, and is positive."""
    if (milliseconds is None) == (samples is None):
        raise ValueError("A search has a budget in milliseconds or in samples.")
    if (samples if milliseconds is None else milliseconds) <= 0:
        raise ValueError("A budget is more than nothing.")


cdef int phases_of(int alive, int keep):
    """In how many phases the candidates are halved to so many."""
    cdef int phases = 1
    while alive > keep:
        alive = max(keep, (alive + 1) // 2)
        phases += 1
    return phases


cdef int run_until(Search search, double deadline, bint learn) except -1:
    """Try all candidates until the time has come, once at least."""
    while True:
        search.run(search.threads * max(1, 64 // search.candidates), learn)
        if time.perf_counter() >= deadline:
            return 0
