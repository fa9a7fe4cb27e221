# What a seat sees, written as numbers; layout.py names them.

from libc.stdint cimport uint8_t

from jaipur.rules.core.compiled_rules cimport CompiledRules
from jaipur.rules.core.law cimport Rules, State
from jaipur.rules.core.action_tables cimport GOODS

cdef enum:
    TOKENS_SHOWN = 9
    CHOSEN = 20
    FLAT_SIZE = 131
    STEPWISE_SIZE = 151      # FLAT_SIZE + CHOSEN
    DECK_SHOWN = 48
    HIDDEN_SIZE = 360        # 7 * DECK_SHOWN + 3 * 8

cdef struct Lens:
    float scale[STEPWISE_SIZE]               # what each number is multiplied with
    float bonus_order_scale
    float token_row[GOODS][16][TOKENS_SHOWN]  # by kind and tokens left: their values, scaled
    float bonus_sum[3]

cdef struct Sight:
    int over                 # the episode is over: nobody is to move
    int seals[2]
    const uint8_t *chosen    # the choices of a move that is not done, or NULL

cdef class Glass:
    cdef Lens lens

cdef Glass glass_of(CompiledRules compiled, int ply_limit, int seals)
cdef void look(
    const Lens *lens, const Rules *rules, const State *state, int seat, const Sight *sight,
    float *out,
) noexcept nogil
cdef void look_beneath(
    const Lens *lens, const Rules *rules, const State *state, float *out
) noexcept nogil
