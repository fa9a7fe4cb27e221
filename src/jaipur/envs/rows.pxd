# The rows of a batch: episodes side by side, and what is written about each after every step.

from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint16_t, uint32_t

from jaipur.envs.observe cimport Lens
from jaipur.envs.stepwise cimport CHOICE_COUNT
from jaipur.rules.core.rng cimport Rng
from jaipur.rules.core.law cimport Rules, State

cdef enum:
    MATCH_ROUNDS = 100       # a match that has no winner by then is cut off, as in players/table.py
    FORFEIT_RUPEES = 100     # what a forfeit costs where rupees are the reward

cdef enum Autoreset:
    NEXT_STEP = 0
    SAME_STEP = 1
    DISABLED = 2

cdef enum Reward:
    FOR_SEAL = 0
    FOR_RUPEES = 1
    FOR_MATCH = 2

cdef enum Opponent:
    NOBODY = 0
    RANDOM = 1
    GREEDY = 2

cdef struct Row:
    State state
    Rng rng            # the opponent's
    uint8_t seed[32]
    uint32_t dealt           # rounds dealt from the seed
    uint32_t start           # the market at the start of the round
    uint32_t told_from       # the ply from which on the moves are kept
    uint16_t rounds          # rounds of the match that are over
    uint16_t candidates      # moves that agree with the choices so far
    uint8_t seals[2]
    uint8_t over             # the episode is over
    uint8_t seeded
    uint8_t depth            # choices made for the move that is not done
    uint8_t chosen[CHOICE_COUNT]

cdef struct Desk:
    const Rules *rules
    const Lens *lens
    int width                # numbers in an observation
    int ply_limit
    int seals                # that win a match
    int agent                # whose observation is wanted when an episode is over, or -1
    bint stepwise
    bint match
    Autoreset autoreset
    Reward reward
    Opponent opponent        # plays seat 1 inside the core
    Row *rows
    uint32_t *past           # by row and ply: the action, and the cards laid out; or NULL
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
    float *final             # or NULL

cdef int act_row(Desk *desk, int i, int64_t action, bint stepwise) except -1 nogil
cdef int begin_row(Desk *desk, int i) except -1 nogil
cdef int resume_row(Desk *desk, int i) except -1 nogil
cdef void look_at(const Desk *desk, int i, int seat, float *out) noexcept nogil
