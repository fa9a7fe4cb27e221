# cython: nonecheck=True
"""The state of the core as a Position, and a Position as a state of the core."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from jaipur.rules.cards import LETTERS
from jaipur.rules.ends import PositionEnd
from jaipur.rules.position import Position

from jaipur.rules.core.compiled_rules cimport card_at, unpack_cards, put_card, pack_cards
from jaipur.rules.core.action_tables cimport GOODS


cdef tuple END_NAMES = tuple(PositionEnd)    # in the order of the enum End of the law


cdef object position_of(CompiledRules compiled, const State *state):
    """The independent facts of a state."""
    cdef const Rules *rules = &compiled.rules
    cdef int piles = rules.piles
    return Position(
        ruleset=compiled.ruleset, first=state.first, ply=state.ply,
        market=unpack_cards(state.market),
        hands=(unpack_cards(state.hand[0]), unpack_cards(state.hand[1])),
        known=(unpack_cards(state.known[0]), unpack_cards(state.known[1])),
        shown=(unpack_cards(state.shown[0]), unpack_cards(state.shown[1])),
        token_owners=tuple([token_owners(rules, state, good) for good in range(GOODS)]),
        bonus=tuple([whole_pile(rules, state, pile) for pile in range(piles)]),
        bonus_owners=tuple([bonus_owners(state, pile) for pile in range(piles)]),
        deck="".join([LETTERS[card_at(state, i)] for i in range(state.deck_left)]),
        end=END_NAMES[state.end],
    )


cdef tuple token_owners(const Rules *rules, const State *state, int good):
    """The seats that took the tokens of a good, best token first."""
    cdef int left = (state.tokens >> 4 * good) & 15, owners = state.token_owner[good]
    return tuple([(owners >> i) & 1 for i in range(rules.token_count[good] - left)])


cdef tuple whole_pile(const Rules *rules, const State *state, int pile):
    """The values of a bonus pile in drawing order, drawn ones first."""
    cdef uint32_t values = state.bonus[pile]
    return tuple([(values >> 4 * i) & 15 for i in range(rules.bonus_count[pile])])


cdef tuple bonus_owners(const State *state, int pile):
    """The seats that drew from a bonus pile, in order."""
    cdef int owners = state.bonus_owner[pile]
    return tuple([(owners >> i) & 1 for i in range(state.bonus_drawn[pile])])


cdef tuple owned_by(int seat, values, owners):
    """The values of the tokens that a seat owns."""
    return tuple([value for value, owner in zip(values, owners) if owner == seat])


cdef int fill_state(const Rules *rules, position, State *state) except -1:
    """The state at a position that was checked."""
    cdef int seat, good, pile, i
    memset(state, 0, sizeof(State))
    state.first = position.first
    state.ply = position.ply
    state.market = pack_cards(position.market)
    state.discard = pack_cards(position.discard)
    for seat in range(2):
        state.hand[seat] = pack_cards(position.hands[seat])
        state.known[seat] = pack_cards(position.known[seat])
        state.shown[seat] = pack_cards(position.shown[seat])
    state.deck_left = len(position.deck)
    for i, letter in enumerate(position.deck):
        put_card(state, i, LETTERS.index(letter))
    for good, owners in enumerate(position.token_owners):
        state.tokens |= <uint32_t> (rules.token_count[good] - len(owners)) << 4 * good
        state.used_up += rules.token_count[good] > 0 and rules.token_count[good] == len(owners)
        for i, owner in enumerate(owners):
            seat = owner
            state.token_owner[good] |= seat << i
            state.goods_rupees[seat] += rules.token_value[good][i]
            state.goods_tokens[seat] += 1
    for pile, (values, owners) in enumerate(zip(position.bonus, position.bonus_owners)):
        for i, value in enumerate(values):
            state.bonus[pile] |= <uint32_t> value << 4 * i
        state.bonus_drawn[pile] = len(owners)
        for i, owner in enumerate(owners):
            seat = owner
            state.bonus_owner[pile] |= seat << i
            state.bonus_rupees[seat] += <int> values[i]
            state.bonus_tokens[seat] += 1
    state.end = END_NAMES.index(position.end)
    return 0
