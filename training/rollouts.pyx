"""Examples from rollouts: diverse after-states, each with how often its mover goes on to win.

Rounds are played by handicapped seats with random moves in between, and one decision of each round
becomes an example: a legal move at random, or the one that was played. From what the mover knows
the round is dealt again and again; the move is played, and both seats follow the network to the
end.
An example is the active rows of the after-state and the share of these rounds that the mover won.
"""

from libc.stdint cimport uint16_t, uint64_t
from libc.stdlib cimport calloc, free

from jaipur.engine.features cimport fill_rows
from jaipur.engine.handicap cimport CompiledHandicap, choose_handicapped, read_handicap
from jaipur.engine.network cimport Weights, weights_of
from jaipur.engine.waiting cimport finishing_action
from jaipur.rules.core.action_tables cimport LEGAL_ROOM
from jaipur.rules.core.compiled_rules cimport CompiledRules, compile_rules
from jaipur.rules.core.knowledge cimport Unseen, deal_again, hide, normalize
from jaipur.rules.core.law cimport (
    PLY_LIMIT, Rules, State, begin_move, list_moves, play_action, seal_of, stop_at, turn_of,
)
from jaipur.rules.core.random_deal cimport deal_at_random
from jaipur.rules.core.rng cimport Rng, random_below, seed_rng
from training.float_weights cimport uniform
from training.rollouts cimport Example

EXAMPLE_BYTES = sizeof(Example)


cdef float rollout_share(
    const Weights *weights, const Rules *rules, const State *state, int action, int rollouts,
    Rng *rng,
) noexcept nogil:
    """How often the mover wins after an action, in rounds that agree with what it knows."""
    cdef State normal, round
    cdef Unseen unseen
    cdef int mover = turn_of(state), points = 0, ahead, seal, _i
    normalize(rules, state, mover, &normal)
    hide(rules, &normal, mover, &unseen)
    for _i in range(rollouts):
        deal_again(&unseen, rng, &round)
        play_action(rules, &round, action)
        ahead = 0
        while not round.end:
            play_action(rules, &round, finishing_action(weights, rules, &round, &ahead))
            stop_at(&round, PLY_LIMIT)
        seal = seal_of(rules, &round)
        points += 1 if seal < 0 else 2 if seal == mover else 0
    return points / <float> (2 * rollouts)


cdef int pick_decision(
    const Weights *weights, const Rules *rules, const CompiledHandicap *seats, float random_share,
    Rng *rng, State *picked,
) noexcept nogil:
    """Play a round; one of its decisions, each as likely, and the action that is its example."""
    cdef uint16_t moves[LEGAL_ROOM]
    cdef State state
    cdef int action, any_action, count, chosen = 0, decisions = 0
    deal_at_random(rules, rng, random_below(rng, 2), &state)
    while not state.end:
        count = list_moves(rules, &state, turn_of(&state), moves)
        any_action = moves[random_below(rng, count)]
        if uniform(rng) < random_share:
            action = any_action
        else:
            action = choose_handicapped(weights, rules, &state, &seats[turn_of(&state)], rng)
        decisions += 1
        if random_below(rng, decisions) == 0:
            picked[0] = state
            chosen = any_action if uniform(rng) < random_share else action
        play_action(rules, &state, action)
        stop_at(&state, PLY_LIMIT)
    return chosen


def make_examples(
    int count, int rollouts, uint64_t seed, handicaps, ruleset="standard",
    network=None, float random_share=0.2,
):
    """So many examples as bytes, EXAMPLE_BYTES each, one from every round.

    In each round both seats have a handicap at random out of `handicaps`. A share of the moves that
    are played is random, and as large a share of the examples is about a random move.
    """
    cdef CompiledRules compiled = compile_rules(ruleset)
    cdef const Rules *rules = &compiled.rules
    cdef const Weights *weights
    cdef CompiledHandicap known[16]
    cdef CompiledHandicap seats[2]
    cdef Example *examples
    cdef State state, after
    cdef Rng rng
    cdef int i, action, kinds = len(handicaps)
    if count < 1 or rollouts < 1 or not 1 <= kinds <= 16:
        raise ValueError(
            "count and rollouts must be at least 1 and handicaps 1 to 16, "
            f"got count {count}, rollouts {rollouts}, {kinds} handicaps"
        )
    weights = weights_of(network)
    for i, handicap in enumerate(handicaps):
        known[i] = read_handicap(handicap)
    examples = <Example *> calloc(count, sizeof(Example))
    if examples == NULL:
        raise MemoryError
    with nogil:
        seed_rng(&rng, seed)
        for i in range(count):
            seats[0] = known[random_below(&rng, kinds)]
            seats[1] = known[random_below(&rng, kinds)]
            action = pick_decision(weights, rules, seats, random_share, &rng, &state)
            after = state
            begin_move(rules, &after, action)
            fill_rows(rules, &after, examples[i].rows)
            examples[i].share = rollout_share(weights, rules, &state, action, rollouts, &rng)
    try:
        return (<char *> examples)[:count * sizeof(Example)]
    finally:
        free(examples)
