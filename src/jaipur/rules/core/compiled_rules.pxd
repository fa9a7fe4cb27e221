from libc.stdint cimport uint8_t, uint32_t, uint64_t

from jaipur.rules.core.law cimport Rules, State

cdef class CompiledRules:
    cdef Rules rules
    cdef readonly object ruleset

cpdef CompiledRules compile_rules(ruleset)
cdef uint32_t pack_cards(cards) except *
cdef object unpack_cards(uint32_t word)
cdef bint read_deck(const Rules *rules, str deck, uint8_t *cards)
cdef void lay_out(
    const Rules *rules, State *state, const uint8_t *cards, int count, int first
) noexcept nogil

cdef inline int card_at(const State *state, int place) noexcept nogil:
    """The card at a place of the deck, the next one at 0."""
    return (state.deck[place >> 4] >> 4 * (place & 15)) & 15

cdef inline void put_card(State *state, int place, int card) noexcept nogil:
    state.deck[place >> 4] &= ~(<uint64_t> 15 << 4 * (place & 15))
    state.deck[place >> 4] |= <uint64_t> card << 4 * (place & 15)
