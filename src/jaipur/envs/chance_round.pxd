# A round in which chance is a player, as a node of a game tree.

from libc.stdint cimport uint8_t, uint16_t, uint32_t

from jaipur.envs.observer cimport Observer
from jaipur.envs.stepwise cimport CHOICE_COUNT
from jaipur.rules.core.action_tables cimport LEGAL_ROOM
from jaipur.rules.core.compiled_rules cimport CompiledRules
from jaipur.rules.core.law cimport State

cdef enum Phase:
    LOT = 0
    HAND_0 = 1
    HAND_1 = 2
    MARKET = 3
    MOVE = 4
    DRAW = 5
    BONUS = 6
    OVER = 7

cdef struct TreeNode:
    State state
    int phase
    uint32_t deck                # the face-down cards as a multiset: their order is not decided
    uint32_t dealt[3]            # both hands and the first market
    int first                    # -1: the lot decides
    int action                   # the move that chance has to complete
    int count                    # the legal moves that agree with the choices so far
    uint16_t moves[LEGAL_ROOM]
    int depth
    uint8_t chosen[CHOICE_COUNT]

cdef class ChanceRound:
    cdef readonly int ply_limit, seals
    cdef readonly bint stepwise
    cdef CompiledRules compiled
    cdef Observer observer
    cdef TreeNode node
    cdef str moves_text          # the moves, each with the cards laid out after it
    cdef bytes past              # the same, four bytes a ply, as in Round

    cdef int cards_to_draw(self) noexcept
    cdef list bonus_outcomes(self)
    cdef int check_outcome(self, int outcome) except -1
    cdef int apply_move(self, int action) except -1
    cdef int apply_draw(self, int outcome) except -1
    cdef int begin_play(self) except -1
    cdef int complete_move(self) except -1
    cdef int next_decision(self) except -1
    cdef uint32_t start_market(self) noexcept
