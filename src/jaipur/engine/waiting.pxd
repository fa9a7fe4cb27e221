# What waiting costs, for compiled code that plays whole rounds.

from jaipur.engine.network cimport PROB_ONE, Weights
from jaipur.rules.core.action_tables cimport FIRST_EXCHANGE
from jaipur.rules.core.law cimport Rules, State

cdef enum:
    FIRST_COST = 26      # what one exchange ahead costs, in 1/PROB_ONE: 0.04 %

cdef inline int count_move(int ahead, bint is_exchange) noexcept nogil:
    """The exchanges ahead after one more move."""
    if is_exchange:
        return ahead + 1
    return ahead - 1 if ahead else 0

cdef inline int cost_when_ahead(int ahead) noexcept nogil:
    """What an exchange costs, in 1/PROB_ONE."""
    return min(<int> PROB_ONE, FIRST_COST * ahead * ahead)

cdef int finishing_action(
    const Weights *weights, const Rules *rules, const State *state, int *ahead
) noexcept nogil
