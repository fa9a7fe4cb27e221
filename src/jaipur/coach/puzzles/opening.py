"""The redeal of a puzzle as a whole deal, from the first card on.

A deal and the moves that were played give every view again. The cards that the mover cannot see are
those of the redeal: what the other was dealt and has not shown, the rest of the deck, the values of
the other's bonus tokens and the order of the piles.
"""

from __future__ import annotations

from random import Random

from jaipur.errors import JaipurError
from jaipur.rules.cards import CAMEL, Cards
from jaipur.rules.core.redeal import redeal
from jaipur.rules.deal import Deal
from jaipur.rules.moves import Sell
from jaipur.rules.position import Position
from jaipur.rules.round import Round
from jaipur.rules.view import View

__all__ = ["redealt_opening"]


def redealt_opening(view: View, rng: Random) -> Deal:
    """A deal from which the moves of the view's history lead to this view."""
    try:
        deal = _opening(view, redeal(view, rng))
        if _view_after(view, deal) == view:
            return deal
    except (JaipurError, ValueError):
        pass  # cards that no deal has
    raise ValueError("the history must lead to the view, got a position that was built")


def _opening(view: View, round: Round) -> Deal:
    """What must have been dealt for this round."""
    position = round.position
    hands = "".join(_dealt(position, seat) for seat in (0, 1))
    laid_out = Cards({CAMEL: position.ruleset.camels_laid_out})
    drawn = "".join(cards for _, cards in view.history)
    deck = hands + str(view.start - laid_out) + drawn + position.deck
    return Deal(view.first, deck, _piles(view, round))


def _dealt(position: Position, seat: int) -> str:
    """The cards that a seat was dealt: the goods that it was, and camels."""
    goods = position.hands[seat].goods - position.known[seat] + position.shown[seat]
    return str(goods) + CAMEL.letter * (position.ruleset.deal_size - len(goods))


def _piles(view: View, round: Round) -> dict[int, tuple[int, ...]]:
    """The bonus piles in the order in which the sales of the history have drawn from them."""
    tokens = [{size: list(drawn) for size, drawn in round.bonus_tokens(s).items()} for s in (0, 1)]
    piles: dict[int, list[int]] = {size: [] for size in round.ruleset.bonus}
    for ply, (move, _) in enumerate(view.history):
        size = round.ruleset.bonus_for(move.count) if isinstance(move, Sell) else None
        mine = tokens[(view.first + ply) % 2].get(size or 0)
        if size is not None and mine:
            piles[size].append(mine.pop(0))
    return {size: (*drawn, *round.bonus[size]) for size, drawn in piles.items()}


def _view_after(view: View, deal: Deal) -> View:
    """The view to which the same moves lead from a deal."""
    round = Round.start(deal.deck, deal.bonus, deal.first, view.ruleset)
    for move, _ in view.history:
        round = round.play(move)
    return round.view(view.seat)
