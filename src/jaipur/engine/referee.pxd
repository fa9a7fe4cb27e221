# The referee's network: the value of an open position, in integers, the same on every processor.
#
# It values after-states, as the player's network does, with one hidden layer and two outputs: the
# logit of the seal and the expected lead in rupees, both for the mover. A position with a seat to
# move is worth what it is after the move that the player's network chooses for that seat, from what
# the seat may know; near the end of the round a few more moves and draws are looked into.

from libc.stdint cimport int16_t, int32_t, int64_t, uint16_t, uint32_t
from libc.string cimport memset

from jaipur.engine.network cimport HiddenSums, Network, Weights, forget_sums
from jaipur.engine.open_features cimport OPEN_FEATURES, OPEN_ROWS
from jaipur.rules.core.law cimport Rules, State

cdef enum:
    REFEREE_HIDDEN = 128
    REFEREE_UNIT_ONE = 512       # the largest value of a hidden unit
    REFEREE_OUTPUT_SCALE = 2048  # weights of the second layer are in 1/2048
    RUPEES_SCALE = 32            # the second output is in 32 rupees

cdef struct OpenValue:
    int32_t seal                 # the probability of the seal for seat 0, in 1/PROB_ONE
    int32_t rupees               # the expected lead of seat 0 at the end, in 1/256 of a rupee

cdef struct RefereeWeights:
    int16_t rows[OPEN_ROWS][REFEREE_HIDDEN]
    int16_t bias[REFEREE_HIDDEN]
    int16_t seal[REFEREE_HIDDEN]
    int16_t rupees[REFEREE_HIDDEN]
    int32_t seal_bias            # in 1 / (REFEREE_UNIT_ONE * REFEREE_OUTPUT_SCALE), like the next
    int32_t rupees_bias

# The sums of the position that was valued last: the next one may have most rows in common with it.
cdef struct OpenSums:
    uint16_t rows[OPEN_FEATURES]
    int16_t hidden[REFEREE_HIDDEN]
    HiddenSums player

cdef class Referee:
    cdef RefereeWeights *weights
    cdef void *memory            # that the weights lie in
    cdef Network player          # that both seats are taken to go on with
    cdef dict starter_values     # by ruleset: what it is worth to begin; luck.pyx fills it

cpdef Referee default_referee()

cdef inline void forget_open_sums(OpenSums *sums) noexcept nogil:
    """Let the next position have nothing in common with the one before."""
    memset(sums.rows, 255, sizeof(sums.rows))
    forget_sums(&sums.player)

cdef inline int64_t nearest(int64_t total, int64_t count) noexcept nogil:
    """The nearest integer to a quotient with a positive divisor; halves go to the even one.

    So the value for one seat is exactly what the value for the other leaves.
    """
    cdef int64_t doubled = 2 * total + count, quotient = doubled // (2 * count)
    quotient -= quotient * 2 * count > doubled  # C rounds towards zero
    return quotient - (quotient & (quotient * 2 * count == doubled))

cdef inline int cards_in_deck(const Rules *rules, const State *state, int kind) noexcept nogil:
    """How many cards of a kind are in the deck."""
    cdef int shift = 4 * kind, count = (rules.cards >> shift) & 15
    count -= (state.market >> shift) & 15
    count -= (state.hand[0] >> shift) & 15
    count -= (state.hand[1] >> shift) & 15
    return count - <int> ((state.discard >> shift) & 15)

cdef inline void put_bonus_on_top(State *state, int pile, int place) noexcept nogil:
    """Let the token that lies `place` below the top of a bonus pile be the next one as well."""
    cdef int top = 4 * state.bonus_drawn[pile]
    cdef uint32_t token = (state.bonus[pile] >> (top + 4 * place)) & 15
    state.bonus[pile] &= ~(<uint32_t> 15 << top)
    state.bonus[pile] |= token << top

cdef OpenValue open_value(
    const RefereeWeights *weights, const Weights *player, const Rules *rules, const State *state
) noexcept nogil
cdef OpenValue open_value_near(
    const RefereeWeights *weights, const Weights *player, const Rules *rules, const State *state,
    OpenSums *sums,
) noexcept nogil
