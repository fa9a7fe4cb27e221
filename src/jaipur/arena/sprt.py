"""The sequential probability ratio test between two Elo differences.

It is the generalised test over pairs that chess engines are tested with. After
each pair the log-likelihood ratio compares the likeliest distribution of pairs with the mean that
`elo1` gives to the likeliest with that of `elo0`; the test ends when it leaves Wald's bounds. With
alpha and beta 0.05, a true difference of elo0 is taken for elo1 in 5 % of tests, and the other way
round. https://www.chessprogramming.org/Sequential_Probability_Ratio_Test has more.

Pairs that are adjusted for luck have any score, not one of five. Their ratio is that of normal
distributions with the variance of the scores so far: an approximation that needs some pairs, so
there is no verdict before `MIN_ADJUSTED_PAIRS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log
from typing import Final

from jaipur.arena.statistics import VALUES, ScoreSums, expected_share

__all__ = ["MIN_ADJUSTED_PAIRS", "Sprt", "SprtVerdict"]

MIN_ADJUSTED_PAIRS: Final = 16

# Every outcome counts as possible, a little, from the first pair on.
_POSSIBLE: Final = 1e-3


class SprtVerdict(StrEnum):
    """Which of the two Elo differences a test has accepted."""

    ELO0 = "elo0"
    ELO1 = "elo1"


@dataclass(frozen=True, slots=True)
class Sprt:
    """The test of `elo0` against `elo1`, where elo0 < elo1."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 must be below elo1, got {self.elo0:g} and {self.elo1:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first the verdict is elo0, above the second elo1."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[int]) -> float:
        """The log-likelihood ratio of pairs by half points."""
        counts = [max(n, _POSSIBLE) for n in pairs]
        lower = _likeliest(counts, expected_share(self.elo0))
        higher = _likeliest(counts, expected_share(self.elo1))
        return sum(n * log(p1 / p0) for n, p0, p1 in zip(counts, lower, higher, strict=True))

    def verdict(self, pairs: Sequence[int]) -> SprtVerdict | None:
        """The accepted difference, or None while more pairs are needed."""
        return self._verdict(self.ratio(pairs))

    def adjusted_ratio(self, scores: ScoreSums) -> float:
        """The log-likelihood ratio of scores that are adjusted for luck."""
        lower, higher = expected_share(self.elo0), expected_share(self.elo1)
        surplus = scores.total - scores.count * (lower + higher) / 2
        return (higher - lower) * surplus / scores.variance

    def adjusted_verdict(self, scores: ScoreSums) -> SprtVerdict | None:
        """The accepted difference, or None while more pairs are needed."""
        enough = scores.count >= MIN_ADJUSTED_PAIRS
        return self._verdict(self.adjusted_ratio(scores)) if enough else None

    def first_adjusted_verdict(self, scores: Iterable[float]) -> tuple[SprtVerdict, int] | None:
        """The first verdict on adjusted scores in their order, and how many pairs it took."""
        sums = ScoreSums()
        for score in scores:
            sums = sums.plus(score)
            verdict = self.adjusted_verdict(sums)
            if verdict is not None:
                return verdict, sums.count
        return None

    def _verdict(self, ratio: float) -> SprtVerdict | None:
        low, high = self.bounds
        if low < ratio < high:
            return None
        return SprtVerdict.ELO1 if ratio >= high else SprtVerdict.ELO0


def _likeliest(counts: Sequence[float], mean: float) -> list[float]:
    """The likeliest distribution over the five outcomes that has this mean.

    By Lagrange it is p̂/(1 + x·(value - mean)) with the x for which the mean is right. The slope
    below falls as x grows, from +∞ to -∞ between the poles, so halving finds its root.
    """
    total = sum(counts)
    found = [(n / total, value - mean) for n, value in zip(counts, VALUES, strict=True)]
    low, high = -1 / found[-1][1], -1 / found[0][1]
    for _ in range(40):
        x = (low + high) / 2
        if sum(p * off / (1 + x * off) for p, off in found) > 0:
            low = x
        else:
            high = x
    return [p / (1 + x * off) for p, off in found]
