"""A player that looks one move ahead. It never changes: strength is measured against it.

Each legal move has a worth; the highest is played, and of equals the first in the order of the
moves. The worth, in rupees:

- A sale: the goods tokens that it takes, and the mean of its bonus, less 2 a card. The mean is that
  of the ruleset's full pile for so many cards, or 0 when that pile is used up.
- Taking: each card its base (4, 3.5, 3.2, 1.8, 1.8, 1.2 for diamond to leather) times 1 plus a
  quarter of the cards of that good in hand *before* the move, however many of it are taken at once.
  A camel 0.4, whether it is one or five.
- Giving, in an exchange: each good costs its base times 1.2, whatever is in hand; a camel 0.4.

All of it is done in whole numbers, so that a tie is a tie.
"""

from __future__ import annotations

from math import lcm
from typing import Final

from jaipur.players.player import in_turn
from jaipur.rules.cards import Good
from jaipur.rules.moves import Exchange, Move, Sell, Take, TakeCamels
from jaipur.rules.rulesets import get_ruleset
from jaipur.rules.view import View

__all__ = ["GreedyPlayer", "MoveWorth"]

# In two-hundredths of a rupee every term is whole: a base has tenths, a quarter of it fortieths,
# and a base times 1.2 fiftieths.
_RUPEE: Final = 200
_BASE: Final = (800, 700, 640, 360, 360, 240)
_QUARTER: Final = (200, 175, 160, 90, 90, 60)
_COST: Final = (960, 840, 768, 432, 432, 288)
_CAMEL: Final = 80
_SOLD_CARD: Final = 400


class GreedyPlayer:
    """Plays the move of the highest worth, the first in order on a tie."""

    name = "greedy"

    @in_turn
    def choose(self, view: View) -> Move:
        """The best of the view's moves. `max` keeps the first of equals."""
        return max(view.moves, key=MoveWorth(view).of)


class MoveWorth:
    """What the moves of one view are worth, in units of which `rupee` make a rupee."""

    def __init__(self, view: View) -> None:
        if view.you is None:
            raise ValueError("view must be that of a seat, got the view of a spectator")
        self._view = view
        self._ruleset = get_ruleset(view.ruleset)
        # A multiple of the size of every bonus pile, so that its mean is whole too.
        fine = lcm(*(len(pile) for pile in self._ruleset.bonus.values() if pile))
        self.rupee = _RUPEE * fine
        hand = view.you.hand.counts[:6]
        worths = zip(_BASE, _QUARTER, hand, strict=True)
        self._take = [fine * (base + quarter * held) for base, quarter, held in worths]
        self._give = [fine * cost for cost in (*_COST, _CAMEL)]
        self._camels = fine * _CAMEL * view.market.camels
        self._sold_card = fine * _SOLD_CARD

    def of(self, move: Move) -> int:
        """What a legal move is worth."""
        match move:
            case Take(good=good):
                return self._take[good.index]
            case TakeCamels():
                return self._camels
            case Exchange(taken=taken, given=given):
                gain = sum(map(int.__mul__, self._take, taken.counts))
                return gain - sum(map(int.__mul__, self._give, given.counts))
            case Sell(good=Good() as good, count=count):
                tokens = sum(self._view.tokens[good][:count]) * self.rupee
                return tokens + self._bonus(count) - count * self._sold_card
            case _:
                raise ValueError(f"move must be legal, got {move}")

    def _bonus(self, count: int) -> int:
        size = self._ruleset.bonus_for(count)
        if size is None or not self._view.bonus[size]:
            return 0
        pile = self._ruleset.bonus[size]
        return sum(pile) * self.rupee // len(pile)
