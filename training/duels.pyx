"""Duels one ply deep, inside the core: networks or handicaps against each other, in seconds.

Each deal is played twice with the seats exchanged: a pair of rounds. Its score is in half-points,
two for a seal and one for a round without a seal, so 0 to 4 for a pair.
"""

from libc.stdint cimport uint64_t

from jaipur.engine.handicap cimport CompiledHandicap, choose_handicapped, read_handicap
from jaipur.engine.network cimport Network, Weights, weights_of
from jaipur.engine.waiting cimport cost_when_ahead, count_move, finishing_action
from jaipur.rules.core.action_tables cimport FIRST_EXCHANGE
from jaipur.rules.core.rng cimport Rng, seed_rng
from jaipur.rules.core.compiled_rules cimport CompiledRules, compile_rules
from jaipur.rules.core.law cimport PLY_LIMIT, Rules, State, play_action, seal_of, stop_at, turn_of
from jaipur.rules.core.random_deal cimport deal_at_random


cdef int half_points(const Rules *rules, const State *state, int seat) noexcept nogil:
    """The half-points of a seat in a round that was played."""
    cdef int seal = seal_of(rules, state)
    return 1 if seal < 0 else 2 * (seal == seat)


cdef int network_points(
    const Weights *north, const Weights *south, const Rules *rules, const State *start
) noexcept nogil:
    """The half-points of seat 0 in a round between two networks."""
    cdef State state = start[0]
    cdef const Weights *mover
    cdef int ahead = 0
    while not state.end:
        mover = south if turn_of(&state) else north
        play_action(rules, &state, finishing_action(mover, rules, &state, &ahead))
        stop_at(&state, PLY_LIMIT)
    return half_points(rules, &state, 0)


def duel_networks(
    Network one not None, Network other not None, int pairs, uint64_t seed, ruleset="standard"
):
    """The scores of the first network, one for each pair of rounds."""
    cdef CompiledRules compiled = compile_rules(ruleset)
    cdef Rng rng
    cdef State start
    cdef int i, points
    scores = []
    seed_rng(&rng, seed)
    for i in range(pairs):
        with nogil:
            deal_at_random(&compiled.rules, &rng, i & 1, &start)
            points = network_points(one.weights, other.weights, &compiled.rules, &start)
            points += 2 - network_points(other.weights, one.weights, &compiled.rules, &start)
        scores.append(points)
    return scores


def duel_handicaps(one, other, int pairs, uint64_t seed, ruleset="standard", network=None):
    """The scores of the first `Handicap`, one for each pair of rounds, with one network for both.

    With a noise of 1,000 moves are random.
    """
    cdef const Weights *weights = weights_of(network)
    cdef CompiledRules compiled = compile_rules(ruleset)
    cdef CompiledHandicap[2] handicaps
    cdef Rng rng
    cdef State start, state
    cdef int i, swapped, mover, action, ahead, points
    handicaps[0] = read_handicap(one)
    handicaps[1] = read_handicap(other)
    scores = []
    seed_rng(&rng, seed)
    for i in range(pairs):
        points = 0
        with nogil:
            deal_at_random(&compiled.rules, &rng, i & 1, &start)
            for swapped in range(2):
                state = start
                ahead = 0
                while not state.end:
                    mover = turn_of(&state) ^ swapped
                    handicaps[mover].exchange_cost = cost_when_ahead(ahead)
                    action = choose_handicapped(
                        weights, &compiled.rules, &state, &handicaps[mover], &rng
                    )
                    ahead = count_move(ahead, action >= FIRST_EXCHANGE)
                    play_action(&compiled.rules, &state, action)
                    stop_at(&state, PLY_LIMIT)
                points += half_points(&compiled.rules, &state, swapped)
        scores.append(points)
    return scores
