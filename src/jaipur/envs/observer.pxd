# The observation of a seat as numbers; observation.py names them.

from libc.stdint cimport uint8_t

from jaipur.rules.core.compiled_rules cimport CompiledRules
from jaipur.rules.core.law cimport Rules, State
from jaipur.rules.core.action_tables cimport GOODS

cdef enum:
    MAX_TOKENS = 9
    CHOSEN_SIZE = 20
    FLAT_SIZE = 131
    TOKENS_START = 54        # where the piece `tokens` starts
    STEPWISE_SIZE = 151      # FLAT_SIZE + CHOSEN_SIZE
    DECK_SIZE = 48
    HIDDEN_SIZE = 360        # 7 * DECK_SIZE + 3 * 8

# What each number of an observation is multiplied with, for one ruleset.
cdef struct FeatureScales:
    float scale[STEPWISE_SIZE]
    float bonus_order_scale
    float token_values[GOODS][16][MAX_TOKENS]  # by good and tokens left: values, scaled
    float bonus_sum[3]

# What an observation needs to know beyond the round itself.
cdef struct Progress:
    int over                 # the episode is over: nobody is to move
    int seals[2]
    const uint8_t *chosen    # the choices of a move that is not done, or NULL

cdef class Observer:
    cdef FeatureScales scales

cdef Observer observer_for(CompiledRules compiled, int ply_limit, int seals)
cdef void observe_seat(
    const FeatureScales *scales, const Rules *rules, const State *state, int seat,
    const Progress *progress, float *out,
) noexcept nogil
cdef void observe_hidden(
    const FeatureScales *scales, const Rules *rules, const State *state, float *out
) noexcept nogil
