"""Why a move is refused, for any well-formed move, in the table of actions or not."""

from jaipur.errors import Refusal
from jaipur.rules.cards import CAMEL
from jaipur.rules.moves import Exchange, Move, Sell, Take, TakeCamels

from jaipur.rules.core.action_tables cimport CAMELS_ACTION
from jaipur.rules.core.compiled_rules cimport pack_cards
from jaipur.rules.core.law cimport refuse, refuse_exchange, refuse_sale, refuse_take, turn_of

# In the order of the enum Refused of the law.
cdef tuple REFUSALS = (
    None, Refusal.ROUND_OVER, Refusal.HAND_LIMIT, Refusal.NOT_IN_MARKET, Refusal.NOT_IN_HAND,
    Refusal.NOT_IN_HERD, Refusal.EXCHANGE_NEEDS_TWO, Refusal.PRECIOUS_NEEDS_TWO,
    Refusal.NOTHING_TO_SELL,
)


cdef object refusal_of(const Rules *rules, const State *state, move):
    """The refusal of any well-formed move; the order of the checks is part of the promise."""
    cdef int seat = turn_of(state)
    if not isinstance(move, Move):
        raise TypeError(f"move must be a Move or a str, got {type(move).__name__}")
    if state.end:
        return Refusal.ROUND_OVER
    if isinstance(move, Sell):
        if move.good is CAMEL:
            return Refusal.CAMELS_NOT_SOLD
        return REFUSALS[refuse_sale(rules, state, seat, move.good.index, move.count)]
    if isinstance(move, Exchange):
        if move.taken.camels:
            return Refusal.CAMELS_NOT_EXCHANGEABLE
        if len(move.taken) != len(move.given):
            return Refusal.EXCHANGE_UNEVEN
        if len(move.taken) < rules.exchange_minimum:
            return Refusal.EXCHANGE_NEEDS_TWO
        if any([good in move.given for good in move.taken]):
            return Refusal.SAME_GOOD_BOTH_WAYS
        if len(move.taken) > 7:
            return Refusal.NOT_IN_MARKET
        taken, given = pack_cards(move.taken), pack_cards(move.given)
        return REFUSALS[refuse_exchange(rules, state, seat, taken, given)]
    if isinstance(move, Take):
        return REFUSALS[refuse_take(rules, state, seat, move.good.index)]
    if isinstance(move, TakeCamels):
        return REFUSALS[refuse(rules, state, seat, CAMELS_ACTION)]
    raise TypeError(f"move must be a Take, TakeCamels, Exchange or Sell, got {type(move).__name__}")
