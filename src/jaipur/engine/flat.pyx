"""Flat Monte Carlo: every move, then random play to the end of the round. A baseline.

Nothing is learnt or pruned: all legal moves are tried equally often, in the same redeals, and the
one that wins most is played.
"""

import time

from libc.stdint cimport int64_t, uint16_t, uint64_t

from jaipur.engine.search import check_budget, check_turn
from jaipur.rules.moves import Move

from jaipur.rules.core.rng cimport Rng, random_below, seed_rng
from jaipur.rules.core.law cimport (
    PLY_LIMIT, Rules, State, list_moves, play_action, seal_of, stop_at, turn_of,
)
from jaipur.rules.core.redeal cimport Belief, Unseen, deal_again
from jaipur.rules.core.action_tables cimport LEGAL_ROOM


cdef int roll_out(const Rules *rules, State *state, int seat, Rng *rng) noexcept nogil:
    """Random play to the end: 2 if the seat wins the seal, 1 if nobody does, 0."""
    cdef uint16_t moves[LEGAL_ROOM]
    cdef int count, seal
    stop_at(state, PLY_LIMIT)
    while not state.end:
        count = list_moves(rules, state, turn_of(state), moves)
        play_action(rules, state, moves[random_below(rng, count)])
        stop_at(state, PLY_LIMIT)
    seal = seal_of(rules, state)
    return 1 if seal < 0 else 2 * (seal == seat)


cdef void try_all(
    const Rules *rules, const Unseen *unseen, uint64_t seed, const uint16_t *actions, int count,
    int64_t *points,
) noexcept nogil:
    """Deal once, and roll out every move from there."""
    cdef Rng rng
    cdef State dealt, state
    cdef int i
    seed_rng(&rng, seed)
    deal_again(unseen, &rng, &dealt)
    for i in range(count):
        state = dealt
        play_action(rules, &state, actions[i])
        points[i] += roll_out(rules, &state, unseen.seat, &rng)


def choose_flat(view, *, milliseconds=None, samples=None, seed=0):
    """The move that wins most random rounds, and its share of them."""
    cdef uint16_t actions[LEGAL_ROOM]
    cdef int64_t points[LEGAL_ROOM]
    cdef Belief belief
    cdef State state
    cdef Rng rng
    cdef uint64_t mixed = seed & 0xFFFFFFFFFFFFFFFF
    cdef int i, count, deals = 0, most
    started = time.perf_counter()
    check_budget(milliseconds, samples)
    check_turn(view)
    belief = Belief(view)
    seed_rng(&rng, 0)
    deal_again(&belief.unseen, &rng, &state)
    count = list_moves(&belief.compiled.rules, &state, view.seat, actions)
    for i in range(count):
        points[i] = 0
    # Half an hour of deals is the end of any budget in time.
    most = 100_000_000 if samples is None else max(1, samples // count)
    while deals < most:
        with nogil:
            try_all(&belief.compiled.rules, &belief.unseen, mixed, actions, count, points)
        mixed += 0x9E3779B97F4A7C15ULL
        deals += 1
        if samples is None and time.perf_counter() - started >= milliseconds / 1000:
            break
    best = max(range(count), key=lambda i: (points[i], -i))
    return Move.from_action(actions[best]), points[best] / (2.0 * deals)
