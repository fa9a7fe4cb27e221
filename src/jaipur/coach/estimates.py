"""Proportions and averages with their uncertainty, from whole numbers that can be added up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, sqrt
from typing import Final

__all__ = ["Average", "Proportion"]

_Z: Final = 1.959964  # of the normal distribution, 95 % lie within so many standard deviations


@dataclass(frozen=True, slots=True)
class Proportion:
    """How many of some cases something happened in.

    >>> Proportion(30, 40).share
    0.75
    """

    count: int = 0
    of: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.count <= self.of:
            raise ValueError(f"count must be from 0 to {self.of}, got {self.count}")

    def __add__(self, other: Proportion) -> Proportion:
        return Proportion(self.count + other.count, self.of + other.of)

    @classmethod
    def over(cls, cases: Iterable[bool]) -> Proportion:
        """The proportion of cases that are true."""
        found = list(cases)
        return cls(sum(found), len(found))

    @property
    def share(self) -> float | None:
        """The share, or None without a case."""
        return self.count / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval, which stays within 0 and 1; all of that without a case."""
        if not self.of:
            return 0.0, 1.0
        share, spread = self.count / self.of, _Z * _Z / self.of
        centre = (share + spread / 2) / (1 + spread)
        half = sqrt(spread * share * (1 - share) + spread * spread / 4) / (1 + spread)
        # With none, or with all, rounding errors must not make a bound.
        low = centre - half if self.count else 0.0
        return low, centre + half if self.count < self.of else 1.0


@dataclass(frozen=True, slots=True)
class Average:
    """A mean of whole numbers, kept as sums.

    >>> Average.over([2, 3, 4]).mean
    3.0
    """

    count: int = 0
    total: int = 0
    squares: int = 0
    """The sum of the squares."""

    def __add__(self, other: Average) -> Average:
        return Average(
            self.count + other.count, self.total + other.total, self.squares + other.squares
        )

    @classmethod
    def over(cls, values: Iterable[int]) -> Average:
        """The average of these numbers."""
        found = list(values)
        return cls(len(found), sum(found), sum(value * value for value in found))

    @property
    def mean(self) -> float | None:
        """The mean, or None without a number."""
        return self.total / self.count if self.count else None

    @property
    def error(self) -> float:
        """The standard error of the mean; infinite below two numbers."""
        if self.count < 2:
            return inf
        spread = self.squares - self.total * self.total / self.count
        return sqrt(max(0.0, spread) / (self.count - 1) / self.count)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the mean; None below two numbers."""
        if self.mean is None or self.count < 2:
            return None
        return self.mean - _Z * self.error, self.mean + _Z * self.error
