"""Cards that chance lays out together: every multiset of so many cards, numbered.

Four bits count each kind, as in rules/core/action_tables.pxd. A single card's number is its kind.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from jaipur.rules.cards import LETTERS, Cards

from jaipur.rules.core.law cimport Rules, State
from jaipur.rules.core.action_tables cimport KINDS, total

cdef double[16][8] binomial


cdef void fill_binomial() noexcept nogil:
    cdef int n, k
    for n in range(16):
        binomial[n][0] = 1
        for k in range(1, 8):
            binomial[n][k] = binomial[n - 1][k - 1] + binomial[n - 1][k] if n else 0


cdef void fill_draws(int size, int kind, int left, uint32_t cards) noexcept nogil:
    cdef int count
    if kind == KINDS - 1:
        draws[size][draw_count[size]] = cards | <uint32_t> left << 4 * kind
        draw_count[size] += 1
        return
    for count in range(left, -1, -1):
        fill_draws(size, kind + 1, left - count, cards | <uint32_t> count << 4 * kind)


cdef double draw_chance(uint32_t cards, uint32_t drawn) noexcept nogil:
    """How likely it is to draw just these out of so many cards; 0 if they are not there."""
    cdef int kind, there, wanted, size = total(drawn), count = total(cards), i
    cdef double ways = 1
    for kind in range(KINDS):
        there = (cards >> 4 * kind) & 15
        wanted = (drawn >> 4 * kind) & 15
        if wanted > there:
            return 0
        ways *= binomial[there][wanted]
    for i in range(size):
        ways *= <double> (i + 1) / (count - i)
    return ways


cdef int draw_number(uint32_t drawn) noexcept nogil:
    """The number of a multiset among those of its size."""
    cdef int size = total(drawn), i
    for i in range(draw_count[size]):
        if draws[size][i] == drawn:
            return i
    return -1


cdef int spread(uint32_t cards, uint8_t *out, int count) noexcept nogil:
    """Append the cards of a multiset, one by one; how many there are now."""
    cdef int kind, _i
    for kind in range(KINDS):
        for _i in range((cards >> 4 * kind) & 15):
            out[count] = kind
            count += 1
    return count


cdef void put_on_top(State *state, uint32_t cards) noexcept nogil:
    """Put at most seven cards where `settle` draws them."""
    cdef uint8_t[64] row
    cdef int i
    state.deck[0] = 0
    for i in range(spread(cards, row, 0)):
        state.deck[0] |= <uint64_t> row[i] << 4 * i


cdef void fill_pile(const Rules *rules, State *state, int pile) noexcept nogil:
    """Lay the tokens that chance has not drawn in box order under those that it has."""
    cdef int i, j, place = state.bonus_drawn[pile]
    cdef uint32_t drawn = 0, value
    for i in range(rules.bonus_count[pile]):
        value = rules.bonus_value[pile][i]
        for j in range(state.bonus_drawn[pile]):
            if not (drawn >> j) & 1 and (state.bonus[pile] >> 4 * j) & 15 == value:
                drawn |= <uint32_t> 1 << j
                break
        else:
            state.bonus[pile] |= value << 4 * place
            place += 1


def number_of_cards(cards):
    """The chance outcome that lays out these cards, given as letters in any order."""
    cdef uint32_t word = 0
    cdef int kind
    for kind, count in enumerate(Cards(cards).counts):
        word |= <uint32_t> count << 4 * kind
    return draw_number(word)


def cards_of_number(int size, int number):
    """The letters of the cards that a chance outcome lays out."""
    if not 0 <= size <= MOST_DRAWN or not 0 <= number < draw_count[size]:
        raise ValueError(f"There are no {size} cards with the number {number}.")
    counts = [(draws[size][number] >> 4 * kind) & 15 for kind in range(KINDS)]
    return "".join([letter * count for letter, count in zip(LETTERS, counts)])


def count_of_draws(int size):
    """How many multisets of so many cards there are."""
    return draw_count[size]


cdef void fill_tables() noexcept nogil:
    cdef int size
    fill_binomial()
    for size in range(MOST_DRAWN + 1):
        fill_draws(size, 0, size, 0)


fill_tables()
