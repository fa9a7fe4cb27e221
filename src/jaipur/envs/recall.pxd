# What a seat remembers of a round, as numbers and as text.

from libc.stdint cimport uint8_t, uint32_t

from jaipur.rules.core.law cimport Rules, State

cdef void put_counts(float *out, uint32_t cards) noexcept nogil
cdef int recall(const Rules *rules, const State *state, bytes past, int seat, float *rows) except -1
cdef str letters_of(uint32_t cards)
cdef str bonus_text(const State *state, int seat)
cdef str choices_text(const uint8_t *chosen)
cdef str sight_text(const Rules *rules, const State *state, int seat)
