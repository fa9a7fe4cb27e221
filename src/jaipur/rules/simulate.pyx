"""Many rounds at once, inside the core: random play, counting positions, dealing again."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from jaipur.rules.chance cimport Chance, below, seed_chance, shuffle
from jaipur.rules.redeal cimport Belief, deal_again
from jaipur.rules.compiled cimport CompiledRules, compile_rules, lay_out
from jaipur.rules.law cimport Rules, State, list_moves, play_action, turn_of
from jaipur.rules.round cimport Round
from jaipur.rules.tables cimport LEGAL_ROOM

cdef enum:
    PLY_LIMIT = 500      # R10


cdef void deal_at_random(
    const Rules *rules, Chance *chance, int first, State *state
) noexcept nogil:
    """The start of a round, every deal equally likely."""
    cdef uint8_t cards[64]
    cdef uint8_t tokens[8]
    cdef int kind, i, _i, pile, count = 0, copies
    for kind in range(7):
        copies = (rules.cards >> 4 * kind) & 15
        if kind == 6:
            copies -= rules.camels_laid_out
        for _i in range(copies):
            cards[count] = kind
            count += 1
    shuffle(chance, cards, count)
    lay_out(rules, state, cards, count, first)
    for pile in range(rules.piles):
        for i in range(rules.bonus_count[pile]):
            tokens[i] = rules.bonus_value[pile][i]
        shuffle(chance, tokens, rules.bonus_count[pile])
        for i in range(rules.bonus_count[pile]):
            state.bonus[pile] |= <uint32_t> tokens[i] << 4 * i


def random_rounds(int rounds, uint64_t seed=0, ruleset="standard"):
    """How many moves so many random rounds have, all legal moves listed at every ply."""
    cdef CompiledRules compiled = compile_rules(ruleset)
    cdef const Rules *rules = &compiled.rules
    cdef uint16_t moves[LEGAL_ROOM]
    cdef Chance chance
    cdef State state
    cdef uint64_t played = 0
    cdef int i, count
    if rounds < 0:
        raise ValueError("There cannot be fewer than no rounds.")
    with nogil:
        seed_chance(&chance, seed)
        for i in range(rounds):
            deal_at_random(rules, &chance, i & 1, &state)
            while not state.end and state.ply < PLY_LIMIT:
                count = list_moves(rules, &state, turn_of(&state), moves)
                play_action(rules, &state, moves[below(&chance, count)])
            played += state.ply
    return played


cdef uint64_t count_leaves(const Rules *rules, const State *state, int depth) noexcept nogil:
    cdef uint16_t moves[LEGAL_ROOM]
    cdef State after
    cdef uint64_t leaves = 0
    cdef int i, count
    if depth == 0 or state.end:
        return 1
    count = list_moves(rules, state, turn_of(state), moves)
    if depth == 1:
        return count
    for i in range(count):
        after = state[0]
        play_action(rules, &after, moves[i])
        leaves += count_leaves(rules, &after, depth - 1)
    return leaves


def perft(Round round not None, int depth):
    """How many lines of play of so many plies a position has; a finished round is one leaf."""
    cdef uint64_t leaves
    if not 0 <= depth <= 64:
        raise ValueError(f"A depth goes from 0 to 64, not {depth}.")
    with nogil:
        leaves = count_leaves(&round.compiled.rules, &round.state, depth)
    return leaves


def random_redeals(view, int count, uint64_t seed=0):
    """Deal a view again so many times inside the core; a number that depends on all of them."""
    cdef Belief belief = Belief(view)
    cdef Chance chance
    cdef State state
    cdef uint64_t mixed = 0
    cdef int _i
    if count < 0:
        raise ValueError("There cannot be fewer than no deals.")
    with nogil:
        seed_chance(&chance, seed)
        for _i in range(count):
            deal_again(&belief.unseen, &chance, &state)
            mixed = mixed * 31 + state.deck[0] + state.hand[1 - belief.unseen.seat]
    return mixed
