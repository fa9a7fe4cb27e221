# What the learners share: their weights, and the arithmetic around them.

from libc.math cimport expf, floorf
from libc.stdint cimport int16_t

from jaipur.rules.core.law cimport Rules
from jaipur.rules.core.rng cimport Rng, next_word

cdef enum:
    MAX_PLIES = 300      # longer rounds are dropped
    MAX_RULESETS = 8

cdef class FloatWeights:
    cdef float *numbers
    cdef Py_ssize_t size # in bytes
    cdef float *allocate(self, Py_ssize_t size) except NULL

cdef list compile_all(rulesets, const Rules **rules)


cdef inline float uniform(Rng *rng) noexcept nogil:
    return (next_word(rng) >> 40) * (1.0 / 16777216.0)


cdef inline float probability(float logit) noexcept nogil:
    return 1 / (1 + expf(-logit))


cdef inline int16_t rounded(float number) noexcept nogil:
    number = floorf(number + <float> 0.5)
    return <int16_t> (-32767 if number < -32767 else 32767 if number > 32767 else number)
