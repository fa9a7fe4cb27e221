"""What `jaipur bench` times inside the core: random rounds, and redeals of a view."""

from libc.stdint cimport uint16_t, uint64_t

from jaipur.rules.core.action_tables cimport LEGAL_ROOM
from jaipur.rules.core.compiled_rules cimport CompiledRules, compile_rules
from jaipur.rules.core.law cimport PLY_LIMIT, Rules, State, list_moves, play_action, turn_of
from jaipur.rules.core.random_deal cimport deal_at_random
from jaipur.rules.core.redeal cimport Belief, deal_again
from jaipur.rules.core.rng cimport Rng, random_below, seed_rng


def random_rounds(int rounds, uint64_t seed=0, ruleset="standard"):
    """How many moves so many random rounds have, all legal moves listed at every ply."""
    cdef CompiledRules compiled = compile_rules(ruleset)
    cdef const Rules *rules = &compiled.rules
    cdef uint16_t moves[LEGAL_ROOM]
    cdef Rng rng
    cdef State state
    cdef uint64_t played = 0
    cdef int i, count
    if rounds < 0:
        raise ValueError(f"rounds must be at least 0, got {rounds}")
    with nogil:
        seed_rng(&rng, seed)
        for i in range(rounds):
            deal_at_random(rules, &rng, i & 1, &state)
            while not state.end and state.ply < PLY_LIMIT:
                count = list_moves(rules, &state, turn_of(&state), moves)
                play_action(rules, &state, moves[random_below(&rng, count)])
            played += state.ply
    return played


def random_redeals(view, int count, uint64_t seed=0):
    """Deal a view again so many times inside the core; a number that depends on all of them."""
    cdef Belief belief = Belief(view)
    cdef Rng rng
    cdef State state
    cdef uint64_t mixed = 0
    cdef int _i
    if count < 0:
        raise ValueError(f"count must be at least 0, got {count}")
    with nogil:
        seed_rng(&rng, seed)
        for _i in range(count):
            deal_again(&belief.unseen, &rng, &state)
            mixed = mixed * 31 + state.deck[0] + state.hand[1 - belief.unseen.seat]
    return mixed
