"""A round dealt at random inside the core, for searches, batches and learning.

Deals that people play come from rules/deal.py.
"""

from libc.stdint cimport uint8_t, uint32_t

from jaipur.rules.core.compiled_rules cimport lay_out
from jaipur.rules.core.rng cimport shuffle


cdef void deal_at_random(
    const Rules *rules, Rng *rng, int first, State *state
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
    shuffle(rng, cards, count)
    lay_out(rules, state, cards, count, first)
    for pile in range(rules.piles):
        for i in range(rules.bonus_count[pile]):
            tokens[i] = rules.bonus_value[pile][i]
        shuffle(rng, tokens, rules.bonus_count[pile])
        for i in range(rules.bonus_count[pile]):
            state.bonus[pile] |= <uint32_t> tokens[i] << 4 * i
