"""The network alone: what it thinks of the after-state of each move."""

from libc.stdint cimport uint16_t, uint64_t

from jaipur.engine.search import check_turn
from jaipur.rules.moves import Move

from jaipur.engine.network cimport (
    LOGIT, WHOLE, Brain, Sums, best_action, logit_after, share, shipped_brain, start_sums,
)
from jaipur.rules.core.rng cimport Rng, seed_rng
from jaipur.rules.core.compiled_rules cimport CompiledRules, compile_rules
from jaipur.rules.core.law cimport PLY_LIMIT, Rules, State, list_moves, play_action, turn_of
from jaipur.rules.core.redeal cimport Belief, deal_again
from jaipur.rules.core.random_deal cimport deal_at_random
from jaipur.rules.core.action_tables cimport LEGAL_ROOM


cdef Belief one_state(view, State *state):
    """Any round that agrees with the view will do: what is hidden does not enter the features."""
    cdef Belief belief
    cdef Rng rng
    check_turn(view)
    belief = Belief(view)
    seed_rng(&rng, 0)
    deal_again(&belief.unseen, &rng, state)
    return belief


def choose_one_ply(view, brain=None):
    """The network's move for a view, and its probability of the seal."""
    cdef Brain network = shipped_brain() if brain is None else brain
    cdef State state
    cdef Belief belief = one_state(view, &state)
    cdef int action, logit
    action = best_action(
        network.network, &network.network.head, &belief.compiled.rules, &state, &logit
    )
    return Move.from_action(action), share(logit) / <double> WHOLE


def rate_moves(view, brain=None):
    """The legal moves of a view in their order, each with the logit that the network gives it."""
    cdef Brain network = shipped_brain() if brain is None else brain
    cdef State state
    cdef Sums near
    cdef uint16_t moves[LEGAL_ROOM]
    cdef Belief belief = one_state(view, &state)
    cdef const Rules *rules = &belief.compiled.rules
    cdef int i, count = list_moves(rules, &state, view.seat, moves)
    start_sums(network.network, &network.network.head, rules, &state, &near)
    rated = []
    for i in range(count):
        logit = logit_after(network.network, rules, &near, moves[i])
        rated.append((Move.from_action(moves[i]), logit / <double> LOGIT))
    return rated


def self_play(int rounds, uint64_t seed=0, ruleset="standard", brain=None):
    """How many after-states the network values in so many rounds against itself."""
    cdef Brain network = shipped_brain() if brain is None else brain
    cdef CompiledRules compiled = compile_rules(ruleset)
    cdef uint16_t moves[LEGAL_ROOM]
    cdef Rng rng
    cdef State state
    cdef uint64_t valued = 0
    cdef int i, action, logit
    if rounds < 0:
        raise ValueError("There cannot be fewer than no rounds.")
    with nogil:
        seed_rng(&rng, seed)
        for i in range(rounds):
            deal_at_random(&compiled.rules, &rng, i & 1, &state)
            while not state.end and state.ply < PLY_LIMIT:
                valued += list_moves(&compiled.rules, &state, turn_of(&state), moves)
                action = best_action(
                    network.network, &network.network.head, &compiled.rules, &state, &logit
                )
                play_action(&compiled.rules, &state, action)
    return valued
