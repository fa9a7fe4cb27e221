"""Why a selection of cards cannot become a move.

A selection is what a player has picked so far: cards to take from the market, cards to give from
hand and herd. If a move of the view contains it, it can be completed. Otherwise it is completed as
well as possible, and the rules give the refusal. Only the view is used, so nothing can leak, and a
selection made during the opponent's turn is explained too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from jaipur import (
    CAMEL,
    Card,
    Cards,
    Exchange,
    Good,
    Move,
    Refusal,
    Round,
    Sell,
    Take,
    TakeCamels,
    View,
    redeal,
)
from jaipur.rules.position import write_position

__all__ = ["as_if_to_move", "explain"]


def explain(view: View, take: Cards, give: Cards) -> Refusal | None:
    """The refusal that a selection leads to; None if it can be completed."""
    if view.over is not None:
        return Refusal.ROUND_OVER
    if view.you is None:
        return None
    if not take <= view.market:
        return Refusal.NOT_IN_MARKET
    if not give.goods <= view.you.hand:
        return Refusal.NOT_IN_HAND
    if give.camels > view.you.herd:
        return Refusal.NOT_IN_HERD
    if not (take or give) or any(_contains(view, move, take, give) for move in view.moves):
        return None
    if any(good in take and good in give for good in Good):
        return Refusal.SAME_GOOD_BOTH_WAYS  # whatever else is added
    return as_if_to_move(view).why_not(_completed(view, take, give))


def _contains(view: View, move: Move, take: Cards, give: Cards) -> bool:
    match move:
        case Take(good=good):
            return take <= Cards([good]) and not give
        case TakeCamels():
            return take <= Cards({CAMEL: view.market.camels}) and not give
        case Exchange(taken=taken, given=given):
            return take <= taken and give <= given
        case Sell(good=good, count=count):
            return not take and give <= Cards({good: count})
        case _:
            raise TypeError(f"expected Take, TakeCamels, Exchange or Sell, got {move!r}")


def as_if_to_move(view: View) -> Round:
    """A round with this view in which it is this seat's turn."""
    round = redeal(view, Random(0))
    if round.turn == view.seat:
        return round
    return Round.from_text(write_position(replace(round.position, first=1 - round.first)))


def _completed(view: View, take: Cards, give: Cards) -> Move:
    """The selection as a whole move, with suitable cards added if there are any."""
    assert view.you is not None
    if not take and len(set(give)) == 1:
        return Sell(next(iter(give)), min(len(give), 9))
    if not give and take.camels == len(take):
        return TakeCamels()
    if not give and len(take) == 1:
        return Take(next(card for card in take if isinstance(card, Good)))
    own = view.you.hand + Cards({CAMEL: view.you.herd})
    size = max(len(take), len(give), 2)
    return Exchange(
        take + _filler(view.market, selected=take, avoid=give, missing=size - len(take)),
        give + _filler(own, selected=give, avoid=take, missing=size - len(give)),
    )


def _filler(cards: Cards, *, selected: Cards, avoid: Cards, missing: int) -> Cards:
    """Cards to add to the selection; those that would break a rule come last."""
    left = list(_not_selected(cards, selected))
    left.sort(key=lambda card: (card is CAMEL, card in avoid))
    return Cards(left[:missing])


def _not_selected(cards: Cards, selected: Cards) -> Iterator[Card]:
    for card in (*Good, CAMEL):
        for _ in range(cards.count(card) - selected.count(card)):
            yield card
