"""The results of pairs with their luck taken out.

The adjusted score of a pair is its share of games won, minus luck times coefficients that are
fitted to the pairs before it, never to the pair itself or to later ones. Luck has mean zero given
everything before the pair, and so has any multiple of it that was fixed before: the mean of the
adjusted scores is the share, whatever the referee's network gets wrong. The better the network
fits the players, the less the scores vary.

Coefficients are those of a ridge regression of shares on luck that starts at 1 for every part. They
depend on the order of the pairs alone, not on who plays them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import variance
from typing import Final

from jaipur.arena.game_luck import GameLuck
from jaipur.arena.linear_equations import solve
from jaipur.arena.statistics import ScoreSums

__all__ = ["Adjustment"]

_PARTS: Final = len(GameLuck._fields)
_RIDGE: Final = 0.5
"""The weight of the start at 1: that of about ten pairs, whose draws vary by 0.05 or so."""


@dataclass(slots=True)
class Adjustment:
    """The pairs of a duel so far: their shares, and the same without luck."""

    shares: list[float] = field(default_factory=list)
    """Of each pair, the share of games that the first entrant won."""
    scores: list[float] = field(default_factory=list)
    """The same, adjusted for luck."""
    sums: ScoreSums = field(default_factory=ScoreSums)
    """The sums of the adjusted scores."""
    coefficients: GameLuck = field(default_factory=lambda: GameLuck(1.0, 1.0, 1.0))
    """What the next pair's luck is multiplied with."""
    _lucks: list[float] = field(default_factory=lambda: [0.0] * _PARTS)
    _rests: float = 0.0
    _squares: list[list[float]] = field(default_factory=lambda: [[0.0] * _PARTS] * _PARTS)
    _products: list[float] = field(default_factory=lambda: [0.0] * _PARTS)

    def add(self, share: float, luck: GameLuck) -> None:
        """Add a pair, with the mean luck of its two games."""
        taken = sum(c * part for c, part in zip(self.coefficients, luck, strict=True))
        self.shares.append(share)
        self.scores.append(share - taken)
        self.sums = self.sums.plus(share - taken)
        self._learn(share - sum(luck), luck)

    @property
    def variance_ratio(self) -> float | None:
        """The variance of the shares over that of the adjusted scores; None where either is 0."""
        if len(self.scores) < 2:
            return None
        plain, adjusted = variance(self.shares), variance(self.scores)
        return plain / adjusted if plain > 0 and adjusted > 0 else None

    def _learn(self, rest: float, luck: GameLuck) -> None:
        """Fit the coefficients to all pairs so far; `rest` is a share minus all of its luck."""
        self._rests += rest
        self._lucks = [total + part for total, part in zip(self._lucks, luck, strict=True)]
        self._squares = [
            [total + one * other for total, other in zip(row, luck, strict=True)]
            for row, one in zip(self._squares, luck, strict=True)
        ]
        self._products = [
            total + part * rest for total, part in zip(self._products, luck, strict=True)
        ]
        count, totals = len(self.shares), self._lucks
        matrix = [
            [
                self._squares[i][j] - totals[i] * totals[j] / count + (_RIDGE if i == j else 0.0)
                for j in range(_PARTS)
            ]
            for i in range(_PARTS)
        ]
        right = [[self._products[i] - totals[i] * self._rests / count] for i in range(_PARTS)]
        deal, draws, bonus = (1.0 + row[0] for row in solve(matrix, right))
        self.coefficients = GameLuck(deal, draws, bonus)
