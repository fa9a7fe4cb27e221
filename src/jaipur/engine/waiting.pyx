"""What waiting costs: a round that is won must also be finished.

Takes and sales are progress: they empty the deck and the piles of tokens. Exchanges are not, and
two players who only exchange never come to an end. Where every move wins, nothing in the value of a
position says which of them ends the round. So each exchange is worth a little less than its value,
the less the more of them there were without progress.
"""

from jaipur.rules.moves import Exchange

from jaipur.engine.network cimport best_action, best_action_at_cost


def exchanges_ahead(view):
    """By how many exchanges both seats together are ahead of takes and sales.

    An exchange counts one up and progress one down, never below 0: a few exchanges while goods are
    collected cost nearly nothing, and a round in which every second move is progress goes on.
    """
    cdef int ahead = 0
    for move, _ in view.history:
        ahead = count_move(ahead, isinstance(move, Exchange))
    return ahead


def exchange_cost(view):
    """By how much an exchange is now worth less than its value, in 1/65536 of the seal.

    It grows with the square of the exchanges ahead: 0.04 % for one, 1 % for five, 16 % for twenty.
    """
    return cost_when_ahead(exchanges_ahead(view))


cdef int finishing_action(
    const Weights *weights, const Rules *rules, const State *state, int *ahead
) noexcept nogil:
    """The network's action where so many exchanges are ahead, and their number after it."""
    cdef int action, logit = 0
    if ahead[0]:
        action = best_action_at_cost(weights, rules, state, cost_when_ahead(ahead[0]), &logit)
    else:
        action = best_action(weights, &weights.head, rules, state, &logit)
    ahead[0] = count_move(ahead[0], action >= FIRST_EXCHANGE)
    return action
