# What a rollout teaches.

from libc.stdint cimport uint16_t

from jaipur.engine.features cimport FEATURES

cdef struct Example:
    uint16_t rows[FEATURES]
    float share              # of the rounds that the mover won
