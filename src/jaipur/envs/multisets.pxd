# Cards that chance lays out together: every multiset of so many cards, numbered.

from libc.stdint cimport uint8_t, uint32_t

from jaipur.rules.core.law cimport Rules, State

cdef enum:
    MOST_DRAWN = 7
    MOST_DRAWS = 1716        # multisets of seven cards out of seven kinds

# By size: the multisets in the order of the letters, the larger count of the earlier letter first.
cdef uint32_t draws[MOST_DRAWN + 1][MOST_DRAWS]
cdef int draw_count[MOST_DRAWN + 1]

cdef double draw_chance(uint32_t cards, uint32_t drawn) noexcept nogil
cdef int draw_number(uint32_t drawn) noexcept nogil
cdef int spread(uint32_t cards, uint8_t *out, int count) noexcept nogil
cdef void put_on_top(State *state, uint32_t cards) noexcept nogil
cdef void fill_pile(const Rules *rules, State *state, int pile) noexcept nogil
