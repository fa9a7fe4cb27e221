"""Examples of whole decisions: the best moves of one position, compared in the same rounds.

Which move is chosen depends on the differences between moves alone. So each decision gives a group
of examples: the moves that the network likes best, and one at random. All of them are played in the
same redeals, both seats follow the network for some plies, and the network values what is reached.
A value after a few plies has far less luck in it than the end of a round.
"""

from libc.stdint cimport int32_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free

from jaipur.engine.features cimport fill_rows
from jaipur.engine.handicap cimport CompiledHandicap, read_handicap
from jaipur.engine.network cimport (
    PROB_ONE, HiddenSums, Weights, best_action, fill_logits, start_sums, weights_of,
    win_probability,
)
from jaipur.engine.waiting cimport finishing_action
from jaipur.rules.core.action_tables cimport LEGAL_ROOM
from jaipur.rules.core.compiled_rules cimport CompiledRules, compile_rules
from jaipur.rules.core.knowledge cimport Unseen, deal_again, hide, normalize
from jaipur.rules.core.law cimport (
    Rules, State, begin_move, list_moves, play_action, seal_of, turn_of,
)
from jaipur.rules.core.rng cimport Rng, random_below, seed_rng
from training.rollouts cimport Example, pick_decision

cdef enum:
    MOST_MOVES = 16


cdef void pick_moves(
    const Weights *weights, const Rules *rules, const State *state, int wanted, Rng *rng,
    uint16_t *picked,
) noexcept nogil:
    """The best moves by the network and, as the last one, any; repeated where there are too few."""
    cdef uint16_t moves[LEGAL_ROOM]
    cdef int32_t logits[LEGAL_ROOM]
    cdef HiddenSums sums
    cdef int count = list_moves(rules, state, turn_of(state), moves), i, j, best
    start_sums(weights, &weights.head, rules, state, &sums)
    fill_logits(weights, rules, &sums, moves, count, logits)
    for i in range(wanted):
        if i >= count:
            picked[i] = picked[i - count]
            continue
        best = 0
        for j in range(1, count):
            if logits[j] > logits[best]:
                best = j
        picked[i] = moves[best]
        logits[best] = -2147483647
    if count > wanted:
        picked[wanted - 1] = moves[random_below(rng, count)]


cdef int value_after(
    const Weights *weights, const Rules *rules, State *round, int seat, int plies
) noexcept nogil:
    """What a position is worth to a seat after some plies of the network, in 1/PROB_ONE."""
    cdef int ahead = 0, seal, logit = 0, _ply
    for _ply in range(plies):
        if round.end:
            break
        play_action(rules, round, finishing_action(weights, rules, round, &ahead))
    if round.end:
        seal = seal_of(rules, round)
        return PROB_ONE // 2 if seal < 0 else PROB_ONE * (seal == seat)
    best_action(weights, &weights.head, rules, round, &logit)
    return win_probability(logit if turn_of(round) == seat else -logit)


cdef void compare_moves(
    const Weights *weights, const Rules *rules, const State *state, const uint16_t *moves,
    int count, int redeals, int plies, Rng *rng, Example *examples,
) noexcept nogil:
    """One example for each move, all of them in the same redeals."""
    cdef State normal, round, after
    cdef Unseen unseen
    cdef int mover = turn_of(state), i, _redeal
    cdef double sums[MOST_MOVES]
    normalize(rules, state, mover, &normal)
    hide(rules, &normal, mover, &unseen)
    for i in range(count):
        sums[i] = 0
    for _redeal in range(redeals):
        deal_again(&unseen, rng, &round)
        for i in range(count):
            after = round
            play_action(rules, &after, moves[i])
            sums[i] += value_after(weights, rules, &after, mover, plies)
    for i in range(count):
        after = state[0]
        begin_move(rules, &after, moves[i])
        fill_rows(rules, &after, examples[i].rows)
        examples[i].share = sums[i] / (<double> PROB_ONE * redeals)


def compare_choices(
    int count, int moves, int redeals, int plies, uint64_t seed, handicaps, ruleset="standard",
    network=None, float random_share=0.2,
):
    """Examples of so many decisions as bytes, one decision of every round; `moves` a decision.

    Rounds are played as for `training.rollouts.make_examples`.
    """
    cdef CompiledRules compiled = compile_rules(ruleset)
    cdef const Rules *rules = &compiled.rules
    cdef const Weights *weights
    cdef CompiledHandicap known[16]
    cdef CompiledHandicap seats[2]
    cdef uint16_t picked[MOST_MOVES]
    cdef Example *examples
    cdef State state
    cdef Rng rng
    cdef int i, kinds = len(handicaps)
    if count < 1 or redeals < 1 or plies < 0 or not 1 <= kinds <= 16:
        raise ValueError(
            "count and redeals must be at least 1, plies at least 0 and handicaps 1 to 16, "
            f"got count {count}, redeals {redeals}, plies {plies}, {kinds} handicaps"
        )
    if not 2 <= moves <= MOST_MOVES:
        raise ValueError(f"moves must be 2 to {MOST_MOVES}, got {moves}")
    weights = weights_of(network)
    for i, handicap in enumerate(handicaps):
        known[i] = read_handicap(handicap)
    examples = <Example *> calloc(count * moves, sizeof(Example))
    if examples == NULL:
        raise MemoryError
    with nogil:
        seed_rng(&rng, seed)
        for i in range(count):
            seats[0] = known[random_below(&rng, kinds)]
            seats[1] = known[random_below(&rng, kinds)]
            pick_decision(weights, rules, seats, random_share, &rng, &state)
            pick_moves(weights, rules, &state, moves, &rng, picked)
            compare_moves(
                weights, rules, &state, picked, moves, redeals, plies, &rng, &examples[i * moves]
            )
    try:
        return (<char *> examples)[:count * moves * sizeof(Example)]
    finally:
        free(examples)
