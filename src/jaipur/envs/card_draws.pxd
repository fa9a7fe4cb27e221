# Cards that chance lays out together: every multiset of up to seven cards, numbered.

from libc.stdint cimport uint8_t, uint32_t

from jaipur.rules.core.law cimport Rules, State

cdef enum:
    MAX_DRAW_SIZE = 7
    MAX_DRAWS = 1716         # multisets of seven cards out of seven kinds

# By size: the multisets in the order of the letters, the larger count of the earlier letter first.
# The index of a draw is its chance outcome.
cdef uint32_t draws[MAX_DRAW_SIZE + 1][MAX_DRAWS]
cdef int draw_count[MAX_DRAW_SIZE + 1]

cdef double draw_probability(uint32_t cards, uint32_t drawn) noexcept nogil
cdef int append_cards(uint32_t cards, uint8_t *out, int count) noexcept nogil
cdef void put_on_top(State *state, uint32_t cards) noexcept nogil
cdef void complete_bonus_pile(const Rules *rules, State *state, int pile) noexcept nogil
cdef str letters_of(uint32_t cards)
