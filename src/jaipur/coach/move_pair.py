"""Two moves of a view side by side: what each does to the mover's cards."""

from __future__ import annotations

from dataclasses import dataclass

from jaipur.rules.cards import Cards, Good
from jaipur.rules.moves import Exchange, Move, Sell, Take, TakeCamels
from jaipur.rules.rulesets import Ruleset, get_ruleset
from jaipur.rules.view import OwnSeat, PublicSeat, View

__all__ = ["MovePair", "Trade", "pair_moves"]


@dataclass(frozen=True, slots=True)
class Trade:
    """What a move does to the mover's cards."""

    taken: Cards
    given: Cards
    sold: Cards
    camels: int

    def gain(self, good: Good) -> int:
        """By how many cards of a good the hand grows; a sale counts too."""
        return self.taken[good] - self.given[good] - self.sold[good]


@dataclass(frozen=True, slots=True)
class MovePair:
    """A position, the played move and the best one."""

    view: View
    rules: Ruleset
    you: OwnSeat
    other: PublicSeat
    moves: tuple[Move, Move]
    played: Trade
    best: Trade

    @property
    def trades(self) -> tuple[Trade, Trade]:
        """What the played and the best move do."""
        return self.played, self.best


def pair_moves(view: View, played: Move, best: Move) -> MovePair:
    """The pair of a played move and the best one, both legal in a view of the mover's seat."""
    if view.you is None or view.opponent is None:
        raise ValueError("the view must be of a seat, got a spectator's")
    return MovePair(
        view=view,
        rules=get_ruleset(view.ruleset),
        you=view.you,
        other=view.opponent,
        moves=(played, best),
        played=_trade(view, played),
        best=_trade(view, best),
    )


def _trade(view: View, move: Move) -> Trade:
    none = Cards()
    match move:
        case Take(good):
            return Trade(Cards([good]), none, none, 0)
        case TakeCamels():
            return Trade(none, none, none, view.market.camels)
        case Exchange(taken, given):
            return Trade(taken, given, none, 0)
        case Sell(good, count):
            return Trade(none, none, Cards({good: count}), 0)
        case _:
            raise TypeError(f"a move must be one of the four kinds, got {type(move).__name__}")
