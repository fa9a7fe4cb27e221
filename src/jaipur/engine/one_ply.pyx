"""The network alone, one ply deep: the move whose after-state it values most."""

from libc.stdint cimport int32_t, uint16_t, uint64_t

from jaipur.engine.search import check_turn
from jaipur.engine.waiting import exchange_cost
from jaipur.rules.moves import Move

from jaipur.engine.network cimport (
    LOGIT_SCALE, PROB_ONE, HiddenSums, Weights, best_action, best_action_at_cost, fill_logits,
    start_sums, weights_of, win_probability,
)
from jaipur.rules.core.rng cimport Rng, seed_rng
from jaipur.rules.core.compiled_rules cimport CompiledRules, compile_rules
from jaipur.rules.core.law cimport PLY_LIMIT, Rules, State, list_moves, play_action, turn_of
from jaipur.rules.core.redeal cimport Belief, deal_again
from jaipur.rules.core.random_deal cimport deal_at_random
from jaipur.rules.core.action_tables cimport LEGAL_ROOM


cdef Belief any_round(view, State *state):
    """Any round that agrees with the view will do: what is hidden does not enter the features."""
    cdef Belief belief
    cdef Rng rng
    check_turn(view)
    belief = Belief(view)
    seed_rng(&rng, 0)
    deal_again(&belief.unseen, &rng, state)
    return belief


def choose_one_ply(view, network=None):
    """The network's move for a view, and its probability of the seal.

    After exchanges without progress, another exchange costs something (`engine.waiting`).
    """
    cdef const Weights *weights = weights_of(network)
    cdef State state
    cdef Belief belief = any_round(view, &state)
    cdef const Rules *rules = &belief.compiled.rules
    cdef int action, logit = 0, cost = exchange_cost(view)
    if cost:
        action = best_action_at_cost(weights, rules, &state, cost, &logit)
    else:
        action = best_action(weights, &weights.head, rules, &state, &logit)
    return Move.from_action(action), win_probability(logit) / <double> PROB_ONE


def move_logits(view, network=None):
    """The legal moves of a view in their order, each with the logit that the network gives it."""
    cdef const Weights *weights = weights_of(network)
    cdef State state
    cdef HiddenSums sums
    cdef uint16_t moves[LEGAL_ROOM]
    cdef int32_t logits[LEGAL_ROOM]
    cdef Belief belief = any_round(view, &state)
    cdef const Rules *rules = &belief.compiled.rules
    cdef int i, count = list_moves(rules, &state, view.seat, moves)
    start_sums(weights, &weights.head, rules, &state, &sums)
    fill_logits(weights, rules, &sums, moves, count, logits)
    return [
        (Move.from_action(moves[i]), logits[i] / <double> LOGIT_SCALE) for i in range(count)
    ]


def self_play(int rounds, uint64_t seed=0, ruleset="standard", network=None):
    """How many after-states the network values in so many rounds against itself."""
    cdef const Weights *weights = weights_of(network)
    cdef CompiledRules compiled = compile_rules(ruleset)
    cdef uint16_t moves[LEGAL_ROOM]
    cdef Rng rng
    cdef State state
    cdef uint64_t valued = 0
    cdef int i, action, logit
    if rounds < 0:
        raise ValueError(f"rounds must be at least 0, got {rounds}")
    with nogil:
        seed_rng(&rng, seed)
        for i in range(rounds):
            deal_at_random(&compiled.rules, &rng, i & 1, &state)
            while not state.end and state.ply < PLY_LIMIT:
                valued += list_moves(&compiled.rules, &state, turn_of(&state), moves)
                action = best_action(weights, &weights.head, &compiled.rules, &state, &logit)
                play_action(&compiled.rules, &state, action)
    return valued
