# The memory of a batch: its options, its episodes, and the arrays that describe them.

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t

from jaipur.envs.core_opponents cimport CoreOpponent
from jaipur.envs.observer cimport FeatureScales
from jaipur.envs.stepwise cimport CHOICE_COUNT
from jaipur.rules.core.rng cimport Rng
from jaipur.rules.core.law cimport Rules, State

cdef enum Autoreset:
    NEXT_STEP = 0
    SAME_STEP = 1
    DISABLED = 2

cdef enum RewardKind:
    FOR_SEAL = 0
    FOR_RUPEES = 1
    FOR_MATCH = 2

cdef struct Episode:
    State state
    Rng rng                  # of the opponent in the core
    uint8_t seed[32]
    uint32_t dealt           # rounds dealt from the seed
    uint32_t start           # the market at the start of the round
    uint32_t history_start   # the ply of the first move that the history holds
    uint16_t rounds          # rounds of the match that are over
    uint16_t exchanges       # ahead of takes and sales, as engine.waiting counts them
    uint16_t candidates      # moves that agree with the choices so far
    uint16_t listed          # legal actions; users can write to `counts`, which says the same
    uint8_t seals[2]
    uint8_t over             # the episode is over
    uint8_t seeded
    uint8_t depth            # choices made for the move that is not done
    uint8_t chosen[CHOICE_COUNT]

# What the compiled functions need of a batch: its options, its episodes, and the memory of the
# NumPy arrays that they write into. An episode's index is its row in every array.
cdef struct BatchArrays:
    const Rules *rules
    const FeatureScales *scales
    int width                # numbers in an observation
    int ply_limit
    int round_limit          # a match without a winner is truncated after so many rounds
    int seals                # that win a match
    int forfeit_rupees       # what a forfeit costs where rupees are the reward
    int agent                # whose observation is written when an episode is over, or -1
    bint stepwise
    bint match
    Autoreset autoreset
    RewardKind reward
    CoreOpponent *opponents  # row i plays seat 1 by opponents[i % opponent_count]
    int opponent_count
    Episode *episodes
    uint32_t *history        # by row and ply: the action, and the cards laid out; or NULL
    uint16_t *moves          # LEGAL_ROOM in each row
    int16_t *choices         # CHOICE_COUNT in each row
    int *counts
    uint8_t *masks           # or NULL
    int8_t *turns
    float *rewards           # two in each row
    uint8_t *terminated
    uint8_t *truncated
    int16_t *rupees          # two in each row: the count of the round that ended last,
    int8_t *seals_won        # and who won its seal, or -1
    float *observations
    float *final_observations  # or NULL

cdef int set_options(BatchArrays *batch, dict options) except -1
cdef list set_opponents(BatchArrays *batch, opponent)
cdef int whole_number(name, value, int least, int most) except -1
cdef int check_seat(int seat) except -1
cdef dict allocate_arrays(BatchArrays *batch, int size, bint masks)
