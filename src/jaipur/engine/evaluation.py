"""What a search says about one move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import variance

from jaipur.rules.moves import Move

__all__ = ["MoveEvaluation", "difference_error", "standard_error"]


@dataclass(frozen=True, slots=True)
class MoveEvaluation:
    """A move, how likely it wins the round, and how sure that is."""

    move: Move
    win: float
    """The probability of the seal; a round without a seal counts half."""
    error: float
    """The standard error of that probability."""
    samples: int
    """How many rounds it was tried in."""
    reply: Move | None = None
    """What the other seat answered most often; None where the round was over, or untried."""
    reply_share: float = 0.0
    """In which share of the samples it did so."""
    group_wins: tuple[float, ...] = field(default=(), repr=False)
    """The probability by each independent group of samples; the error comes from these."""


def standard_error(group_means: Sequence[float]) -> float:
    """The standard error of the mean of independent groups; with fewer than two it is unknown."""
    return sqrt(variance(group_means) / len(group_means)) if len(group_means) > 1 else 0.5


def difference_error(one: MoveEvaluation, other: MoveEvaluation) -> float:
    """The standard error of the difference of two moves of one search.

    They met the same cards in the same samples, so it is smaller than their errors suggest.
    """
    pairs = zip(one.group_wins, other.group_wins, strict=True)
    return standard_error([left - right for left, right in pairs])
