"""Cards that chance lays out together: every multiset of up to seven cards, numbered.

Four bits count each kind, as in rules/core/action_tables.pxd. The outcome of a single card is its
kind.
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


cdef double draw_probability(uint32_t cards, uint32_t drawn) noexcept nogil:
    """The probability of drawing exactly these out of the cards; 0 if they are not all there."""
    cdef int kind, available, wanted, size = total(drawn), count = total(cards), i
    cdef double ways = 1
    for kind in range(KINDS):
        available = (cards >> 4 * kind) & 15
        wanted = (drawn >> 4 * kind) & 15
        if wanted > available:
            return 0
        ways *= binomial[available][wanted]
    for i in range(size):
        ways *= <double> (i + 1) / (count - i)
    return ways


cdef int draw_outcome(uint32_t drawn) noexcept nogil:
    """The index of a multiset among those of its size, or -1."""
    cdef int size = total(drawn), i
    for i in range(draw_count[size]):
        if draws[size][i] == drawn:
            return i
    return -1


cdef int append_cards(uint32_t cards, uint8_t *out, int count) noexcept nogil:
    """Append the cards of a multiset to a list of `count` cards; returns the new count."""
    cdef int kind, _i
    for kind in range(KINDS):
        for _i in range((cards >> 4 * kind) & 15):
            out[count] = kind
            count += 1
    return count


cdef void put_on_top(State *state, uint32_t cards) noexcept nogil:
    """Make at most seven cards the top of the deck, where `settle` draws them."""
    cdef uint8_t[64] top
    cdef int i
    state.deck[0] = 0
    for i in range(append_cards(cards, top, 0)):
        state.deck[0] |= <uint64_t> top[i] << 4 * i


cdef void complete_bonus_pile(const Rules *rules, State *state, int pile) noexcept nogil:
    """Put the tokens that chance has not drawn under those that it has, in the ruleset's order."""
    cdef int i, j, position = state.bonus_drawn[pile]
    cdef uint32_t drawn = 0, value
    for i in range(rules.bonus_count[pile]):
        value = rules.bonus_value[pile][i]
        for j in range(state.bonus_drawn[pile]):
            if not (drawn >> j) & 1 and (state.bonus[pile] >> 4 * j) & 15 == value:
                drawn |= <uint32_t> 1 << j
                break
        else:
            state.bonus[pile] |= value << 4 * position
            position += 1


cdef str letters_of(uint32_t cards):
    """The letters of a multiset, in their order."""
    return "".join([LETTERS[kind] * ((cards >> 4 * kind) & 15) for kind in range(KINDS)])


def outcome_of_cards(cards):
    """The chance outcome that lays out these cards, given as letters in any order."""
    cdef uint32_t word = 0
    cdef int kind
    for kind, count in enumerate(Cards(cards).counts):
        word |= <uint32_t> count << 4 * kind
    return draw_outcome(word)


def cards_of_outcome(int size, int outcome):
    """The letters of the cards that a chance outcome lays out."""
    check_draw_size(size)
    if not 0 <= outcome < draw_count[size]:
        raise ValueError(
            f"outcome must be from 0 to {draw_count[size] - 1} for {size} cards, got {outcome}"
        )
    return letters_of(draws[size][outcome])


def outcome_count(int size):
    """The number of multisets of `size` cards."""
    check_draw_size(size)
    return draw_count[size]


cdef int check_draw_size(int size) except -1:
    if not 0 <= size <= MAX_DRAW_SIZE:
        raise ValueError(f"size must be from 0 to {MAX_DRAW_SIZE}, got {size}")
    return 0


cdef void fill_tables() noexcept nogil:
    cdef int size
    fill_binomial()
    for size in range(MAX_DRAW_SIZE + 1):
        fill_draws(size, 0, size, 0)


fill_tables()
