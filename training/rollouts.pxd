# What a rollout teaches.

from libc.stdint cimport uint16_t

from jaipur.engine.features cimport FEATURES
from jaipur.engine.handicap cimport CompiledHandicap
from jaipur.engine.network cimport Weights
from jaipur.rules.core.law cimport Rules, State
from jaipur.rules.core.rng cimport Rng

cdef struct Example:
    uint16_t rows[FEATURES]
    float share              # of the rounds that the mover won

cdef int pick_decision(
    const Weights *weights, const Rules *rules, const CompiledHandicap *seats, float random_share,
    Rng *rng, State *picked,
) noexcept nogil
