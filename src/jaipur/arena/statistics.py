"""Statistics of a duel: shares, confidence intervals, Elo differences.

The unit is the pair: one deal played twice with the seats swapped. Its two games share their cards,
so they are not independent, but pairs are. A pair is counted by the half points of the first
player: 0 (two games lost) to 4 (two won), where a game without a winner is one half point each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log10, sqrt
from typing import Final

__all__ = [
    "VALUES",
    "Estimate",
    "ScoreSums",
    "elo",
    "elo_estimate",
    "expected_share",
    "share_estimate",
]

VALUES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The share that a pair with so many half points gives."""

_Z: Final = 1.959964  # of the normal distribution, 95 % lie within so many standard deviations


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ScoreSums:
    """The sums that a mean of pairs is estimated from; the score of a pair is its share of games.

    Means and variances here include one extra pair, half of it won and half lost: where all real
    ones are alike their variance would be 0.
    """

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def plus(self, score: float) -> ScoreSums:
        """The sums with one more pair."""
        return ScoreSums(self.count + 1, self.total + score, self.squares + score * score)

    @property
    def mean(self) -> float:
        """The mean score, at least that of no game won and at most that of every game won."""
        mean = (self.total + 0.5) / (self.count + 1)
        return min(max(mean, 0.5 / (self.count + 1)), (self.count + 0.5) / (self.count + 1))

    @property
    def variance(self) -> float:
        """The variance of a score."""
        mean = (self.total + 0.5) / (self.count + 1)
        return (self.squares + 0.5) / (self.count + 1) - mean * mean

    @property
    def share(self) -> Estimate:
        """The share of games won.

        Wilson's interval, which stays within 0 and 1 and holds near its ends, for as many
        independent games as would vary like the pairs do: n·p(1 - p)/v, where v is the variance of
        a pair.
        """
        if self.count == 0:
            return Estimate(0.5, 0.0, 1.0)
        share = min(max(self.total / self.count, 0.0), 1.0)
        spread = _Z * _Z * self.variance / (self.count * self.mean * (1 - self.mean))
        centre = (share + spread / 2) / (1 + spread)
        half = sqrt(spread * share * (1 - share) + spread * spread / 4) / (1 + spread)
        # With nothing lost, or nothing won, rounding errors must not make a bound.
        low = max(0.0, centre - half) if share > 0 else 0.0
        return Estimate(share, low, min(1.0, centre + half) if share < 1 else 1.0)


def share_estimate(pairs: Sequence[int]) -> Estimate:
    """The share of games won, from how many pairs gave 0, 1, 2, 3, 4 half points."""
    scored = list(zip(pairs, VALUES, strict=True))
    total, squares = sum(n * x for n, x in scored), sum(n * x * x for n, x in scored)
    return ScoreSums(sum(pairs), total, squares).share


def expected_share(difference: float) -> float:
    """The share of rounds that a player so many Elo above its opponent wins."""
    return float(1 / (1 + 10 ** (-difference / 400)))


def elo(share: float) -> float:
    """The Elo difference that a share of rounds stands for; infinite for all and for none."""
    if share <= 0 or share >= 1:
        return inf if share >= 1 else -inf
    return 400 * log10(share / (1 - share))


def elo_estimate(share: Estimate) -> Estimate:
    """The Elo difference of a share, with the interval that the share's gives."""
    return Estimate(elo(share.value), elo(share.low), elo(share.high))
