"""The rating that gives a person even chances, from results against opponents of known rating.

What is known of the person's rating begins as a normal distribution around the start. Each finished
match multiplies it by the probability of its result (Bayes); of the latest match in full, of each
one before it a little less, because people learn. The mean of what comes out is the rating.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log
from typing import Final

__all__ = ["MatchResult", "even_rating", "match_chance"]

_START_ERROR: Final = 300
_FADING: Final = 0.96
_GRID: Final = range(-500, 3001, 10)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match of a person against an opponent of known rating."""

    rating: int
    """That of the opponent."""
    won: bool


def match_chance(difference: float) -> float:
    """The probability of winning a match of two seals against one rated so many Elo less."""
    chance = 1 / (1 + 10 ** (-difference / 400))
    return chance * chance * (3 - 2 * chance)


def even_rating(results: Iterable[MatchResult], start: int) -> int:
    """The rating of a person with these results, the latest first."""
    logs = [-(((rating - start) / _START_ERROR) ** 2) / 2 for rating in _GRID]
    weight = 1.0
    for result in results:
        for place, rating in enumerate(_GRID):
            chance = match_chance(rating - result.rating)
            logs[place] += weight * log(max(chance if result.won else 1 - chance, 1e-12))
        weight *= _FADING
    highest = max(logs)
    weights = [exp(value - highest) for value in logs]
    total = sum(rating * weight for rating, weight in zip(_GRID, weights, strict=True))
    return round(total / sum(weights))
