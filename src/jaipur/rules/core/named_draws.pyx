"""Draws that are named: the given cards and bonus tokens are brought to the top of their piles."""

from collections.abc import Iterable

from libc.stdint cimport uint32_t

from jaipur.errors import ImpossiblePosition
from jaipur.rules.cards import LETTERS, Card

from jaipur.rules.core.compiled_rules cimport card_at, put_card


cdef int bring_to_top(State *state, cards, int draws) except -1:
    cdef int place, i
    letters = cards if isinstance(cards, str) else letters_in_order(cards)
    if len(letters) != draws:
        raise ImpossiblePosition(f"{draws} cards are laid out, not {len(letters)}.")
    for place, letter in enumerate(letters):
        card = LETTERS.find(letter)
        for i in range(place, state.deck_left):
            if card_at(state, i) == card:
                put_card(state, i, card_at(state, place))
                put_card(state, place, card)
                break
        else:
            raise ImpossiblePosition(f"The deck does not hold {letters}.")
    return 0


cdef str letters_in_order(cards):
    if not isinstance(cards, Iterable) or any([not isinstance(card, Card) for card in cards]):
        raise TypeError(f"cards must be a str of letters or a sequence of cards, got {cards!r}")
    return "".join([card.letter for card in cards])


cdef int bring_bonus_to_top(const Rules *rules, State *state, value) except -1:
    cdef int pile = state.bonus_due - 1, i, here
    cdef uint32_t other
    if pile < 0:
        raise ImpossiblePosition("This move draws no bonus token.")
    here = state.bonus_drawn[pile]
    for i in range(here, rules.bonus_count[pile]):
        if (state.bonus[pile] >> 4 * i) & 15 == value:
            other = ((state.bonus[pile] >> 4 * here) ^ (state.bonus[pile] >> 4 * i)) & 15
            state.bonus[pile] ^= other << 4 * here
            if i != here:
                state.bonus[pile] ^= other << 4 * i
            return 0
    raise ImpossiblePosition(f"The bonus pile holds no token of {value}.")
