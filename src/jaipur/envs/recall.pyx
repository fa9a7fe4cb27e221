"""What a seat remembers of a round, as numbers and as text, for algorithms with perfect recall."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

from jaipur.envs.stepwise import CHOICE_NAMES
from jaipur.rules.cards import LETTERS

from jaipur.envs.stepwise cimport CHOICE_COUNT
from jaipur.rules.core.history cimport action_at, letters_at, plies_of
from jaipur.rules.core.law cimport Rules, State
from jaipur.rules.core.action_tables cimport (
    CAMELS_ACTION, CAMEL_SHIFT, FIRST_EXCHANGE, FIRST_SALE, GOODS, GOODS_MASK, KINDS, tables,
    total,
)

PLY_NUMBERS = 22      # for each ply: 7 taken, 7 given, 7 laid out, the own bonus


cdef void put_counts(float *out, uint32_t cards) noexcept nogil:
    cdef int kind
    for kind in range(KINDS):
        out[kind] = (cards >> 4 * kind) & 15


cdef int recall(
    const Rules *rules, const State *state, bytes past, int seat, float *rows
) except -1:
    """Write PLY_NUMBERS for each move that was played."""
    cdef int i, card, action
    cdef int[3] tokens
    memset(tokens, 0, sizeof(tokens))
    for i in range(plies_of(past)):
        action = action_at(past, i)
        put_counts(rows, tables.swap[action].take)
        rows[6] = action == CAMELS_ACTION
        put_counts(rows + 7, tables.swap[action].give)
        for letter in letters_at(past, i):
            card = LETTERS.index(letter)
            rows[14 + card] += 1
        rows[21] = drawn_bonus(rules, state, action, seat, (state.first + i) & 1, tokens)
        rows += 22
    return 0


cdef int drawn_bonus(
    const Rules *rules, const State *state, int action, int seat, int mover, int *tokens
) noexcept nogil:
    """The bonus token that a move drew, if the seat knows its value; `tokens` counts the piles."""
    cdef int pile, place
    if not FIRST_SALE <= action < FIRST_EXCHANGE:
        return 0
    pile = rules.bonus_pile[total(tables.swap[action].give)]
    if pile < 0 or tokens[pile] >= rules.bonus_count[pile]:
        return 0
    place = tokens[pile]
    tokens[pile] += 1
    return (state.bonus[pile] >> 4 * place) & 15 if mover == seat else 0


cdef str letters_of(uint32_t cards):
    return "".join([LETTERS[kind] * ((cards >> 4 * kind) & 15) for kind in range(KINDS)])


cdef str bonus_text(const State *state, int seat):
    """The bonus tokens of a seat by pile, in drawing order."""
    cdef int pile, i
    piles = []
    for pile in range(3):
        values = [
            str((state.bonus[pile] >> 4 * i) & 15)
            for i in range(state.bonus_drawn[pile])
            if (state.bonus_owner[pile] >> i) & 1 == seat
        ]
        piles.append(".".join(values) or "-")
    return " ".join(piles)


cdef str choices_text(const uint8_t *chosen):
    return "choosing " + ", ".join([
        f"{CHOICE_NAMES[i]} {chosen[i]}" for i in range(CHOICE_COUNT) if chosen[i]
    ])


cdef str sight_text(const Rules *rules, const State *state, int seat):
    """What lies before a seat now, whatever led there (R11)."""
    cdef int other = 1 - seat, pile
    cdef uint32_t theirs = state.hand[other]
    tokens = " ".join([str((state.tokens >> 4 * good) & 15) for good in range(GOODS)])
    left = [rules.bonus_count[pile] - state.bonus_drawn[pile] for pile in range(rules.piles)]
    bonus = " ".join(map(str, left))
    return (
        f", starter {state.first}, ply {state.ply}; market {letters_of(state.market)}; "
        f"deck {state.deck_left}; sold {letters_of(state.discard)}; tokens {tokens}; "
        f"bonus {bonus}; "
        f"own {letters_of(state.hand[seat])}, known {letters_of(state.known[seat])}, "
        f"shown {letters_of(state.shown[seat])}, rupees {state.goods_rupees[seat]}, "
        f"tokens {state.goods_tokens[seat]}, bonus {bonus_text(state, seat)}; "
        f"opponent {total(theirs & GOODS_MASK)} goods, {theirs >> CAMEL_SHIFT} camels, "
        f"known {letters_of(state.known[other])}, shown {letters_of(state.shown[other])}, "
        f"rupees {state.goods_rupees[other]}, tokens {state.goods_tokens[other]}, "
        f"bonus tokens {state.bonus_tokens[other]}"
    )
