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

__all__ = ["VALUES", "Estimate", "elo", "elo_estimate", "expected_share", "share_estimate"]

VALUES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The share that a pair with so many half points gives."""

_Z: Final = 1.959964  # of the normal distribution, 95 % lie within so many standard deviations


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


def share_estimate(pairs: Sequence[int]) -> Estimate:
    """The share of games won, from how many pairs gave 0, 1, 2, 3, 4 half points.

    Wilson's interval, which stays within 0 and 1 and holds near its ends, for as many independent
    games as would vary like the pairs do: n·p(1 - p)/v, where v is the variance of a pair.
    """
    count = sum(pairs)
    if count == 0:
        return Estimate(0.5, 0.0, 1.0)
    share = _mean(pairs)
    spread = _Z * _Z / _independent(pairs)
    centre = (share + spread / 2) / (1 + spread)
    half = sqrt(spread * share * (1 - share) + spread * spread / 4) / (1 + spread)
    # With nothing lost, or nothing won, rounding errors must not make a bound.
    low = max(0.0, centre - half) if share > 0 else 0.0
    return Estimate(share, low, min(1.0, centre + half) if share < 1 else 1.0)


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


def _mean(pairs: Sequence[float]) -> float:
    return sum(n * value for n, value in zip(pairs, VALUES, strict=True)) / sum(pairs)


def _independent(pairs: Sequence[int]) -> float:
    """How many independent games vary like these pairs.

    One extra pair, half of it won and half lost, is added: where all real ones are alike their
    variance would be 0.
    """
    widened = [pairs[0] + 0.5, pairs[1], pairs[2], pairs[3], pairs[4] + 0.5]
    mean = _mean(widened)
    squares = (n * (value - mean) ** 2 for n, value in zip(widened, VALUES, strict=True))
    return sum(pairs) * mean * (1 - mean) / (sum(squares) / sum(widened))
