# Opponents that play inside the core of a batch, without Python.

from jaipur.engine.handicap cimport CompiledHandicap
from jaipur.engine.network cimport Weights
from jaipur.rules.core.law cimport Rules, State
from jaipur.rules.core.rng cimport Rng

cdef enum OpponentKind:
    NO_OPPONENT = 0
    RANDOM = 1
    GREEDY = 2
    NETWORK = 3

cdef struct CoreOpponent:
    OpponentKind kind
    const Weights *weights       # of a network
    CompiledHandicap handicap

cdef object read_opponent(opponent, CoreOpponent *found)
cdef int opponent_action(
    const CoreOpponent *opponent, const Rules *rules, const State *state, int exchanges_ahead,
    Rng *rng,
) noexcept nogil
