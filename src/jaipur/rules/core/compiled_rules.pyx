"""Rulesets and multisets in the form that the core reads."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

from jaipur.rules.rulesets import get_ruleset
from jaipur.rules.cards import LETTERS, Cards, Good

from jaipur.rules.core.action_tables cimport CAMEL_SHIFT, GOODS, total

cdef dict COMPILED = {}
cdef dict CARDS = {}
cdef Py_UCS4[7] LETTER_CODES = [ord(letter) for letter in LETTERS]


cpdef CompiledRules compile_rules(ruleset):
    """The numbers of a ruleset, given by name or as it is, in the form that the core reads."""
    cdef CompiledRules compiled
    ruleset = get_ruleset(ruleset)
    compiled = COMPILED.get(ruleset)
    if compiled is None:
        compiled = COMPILED[ruleset] = CompiledRules(ruleset)
    return compiled


cdef class CompiledRules:
    """A ruleset in the form that the core reads; `compile_rules` makes it."""

    def __cinit__(self, ruleset):
        cdef Rules *rules = &self.rules
        cdef int good, i, pile
        memset(rules, 0, sizeof(Rules))
        self.ruleset = ruleset = get_ruleset(ruleset)
        rules.cards = pack_cards(ruleset.all_cards)
        for good, kind in enumerate(Good):
            rules.token_count[good] = len(ruleset.tokens[good])
            rules.sale_minimum[good] = ruleset.sale_minimum(kind)
            for i, value in enumerate(ruleset.tokens[good]):
                rules.token_value[good][i] = value
        rules.piles = len(ruleset.bonus)
        for pile, (key, values) in enumerate(ruleset.bonus.items()):
            rules.bonus_key[pile] = key
            rules.bonus_count[pile] = len(values)
            rules.bonus_mean16[pile] = round(16 * sum(values) / len(values)) if values else 0
            for i, value in enumerate(values):
                rules.bonus_value[pile][i] = value
        for i in range(16):
            key = ruleset.bonus_for(i)
            rules.bonus_pile[i] = -1 if key is None else list(ruleset.bonus).index(key)
        rules.market_size = ruleset.market_size
        rules.deal_size = ruleset.deal_size
        rules.hand_limit = ruleset.hand_limit
        rules.exchange_minimum = ruleset.exchange_minimum
        rules.camels_laid_out = ruleset.camels_laid_out
        rules.kinds_to_end = ruleset.kinds_to_end
        rules.camel_token = ruleset.camel_token


cdef uint32_t pack_cards(cards) except *:
    cdef uint32_t word = 0
    cdef int kind
    counts = cards.counts
    for kind in range(7):
        word |= <uint32_t> min(<int> counts[kind], 15) << 4 * kind
    return word


cdef object unpack_cards(uint32_t word):
    """The Cards of a word. They are values, so those made before can be given out again."""
    cards = CARDS.get(word)
    if cards is None:
        if len(CARDS) >= 4_096:  # 1 MB: an hour of 500 games meets some 15,000
            CARDS.clear()
        cards = CARDS[word] = Cards.from_counts([(word >> 4 * kind) & 15 for kind in range(7)])
    return cards


cdef void lay_out(
    const Rules *rules, State *state, const uint8_t *cards, int count, int first
) noexcept nogil:
    """The start of a round from cards in dealing order; the bonus piles are left to the caller."""
    cdef int i, _i, seat, good, place = 0
    memset(state, 0, sizeof(State))
    state.first = first
    for seat in range(2):
        for _i in range(rules.deal_size):
            state.hand[seat] += <uint32_t> 1 << 4 * cards[place]
            place += 1
    state.market = <uint32_t> rules.camels_laid_out << CAMEL_SHIFT
    for _i in range(rules.market_size - rules.camels_laid_out):
        state.market += <uint32_t> 1 << 4 * cards[place]
        place += 1
    for i in range(count - place):
        put_card(state, i, cards[place + i])
    state.deck_left = count - place
    for good in range(GOODS):
        state.tokens |= <uint32_t> rules.token_count[good] << 4 * good


cdef bint read_deck(const Rules *rules, str deck, uint8_t *cards):
    """Read letters into cards; whether they are just the cards that this ruleset shuffles."""
    cdef uint32_t laid_out = <uint32_t> rules.camels_laid_out << CAMEL_SHIFT
    cdef uint32_t expected = rules.cards - laid_out, found = 0
    cdef Py_UCS4 letter
    cdef int card, count = 0
    if len(deck) != total(expected):
        return False
    for letter in deck:
        for card in range(7):
            if letter == LETTER_CODES[card]:
                break
        else:
            return False
        # A sixteenth card of a kind would run into the next kind.
        if (found >> 4 * card) & 15 == (expected >> 4 * card) & 15:
            return False
        found += <uint32_t> 1 << 4 * card
        cards[count] = card
        count += 1
    return True
