"""Networks against each other, one ply deep, inside the core: to gate a new one in seconds."""

from libc.stdint cimport uint64_t

from jaipur.engine.network cimport Brain, Network, best_action
from jaipur.rules.core.rng cimport Rng, seed_rng
from jaipur.rules.core.compiled_rules cimport CompiledRules, compile_rules
from jaipur.rules.core.law cimport PLY_LIMIT, Rules, State, play_action, seal_of, turn_of
from jaipur.rules.core.random_deal cimport deal_at_random


cdef int half_points(
    const Network *north, const Network *south, const Rules *rules, const State *start
) noexcept nogil:
    """What seat 0 wins in a round: 2 for the seal, 1 for none, 0 for the other's."""
    cdef State state = start[0]
    cdef const Network *mover
    cdef int logit, action, seal
    while not state.end and state.ply < PLY_LIMIT:
        mover = south if turn_of(&state) else north
        action = best_action(mover, &mover.head, rules, &state, &logit)
        play_action(rules, &state, action)
    seal = seal_of(rules, &state)
    return 1 if seal < 0 else 2 * (seal == 0)


def contest(Brain one not None, Brain other not None, int pairs, uint64_t seed, ruleset="standard"):
    """The half-points, 0 to 4, that the first network wins in each pair of rounds of one deal."""
    cdef CompiledRules compiled = compile_rules(ruleset)
    cdef Rng rng
    cdef State start
    cdef int i, points
    scores = []
    seed_rng(&rng, seed)
    for i in range(pairs):
        with nogil:
            deal_at_random(&compiled.rules, &rng, i & 1, &start)
            points = half_points(one.network, other.network, &compiled.rules, &start)
            points += 2 - half_points(other.network, one.network, &compiled.rules, &start)
        scores.append(points)
    return scores
