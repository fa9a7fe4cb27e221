"""The error per decision: how much of the seal a player's decisions lose on average."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum, hypot, inf, sqrt
from statistics import fmean
from typing import Final

from jaipur.coach.reviewed_move import ReviewedMove

__all__ = ["SIGMAS", "Accuracy", "accuracy_of"]

SIGMAS: Final = 2.0
# Where nothing was lost, what one mistake that was not met would have cost.
_RARE_LOSS: Final = 0.04


@dataclass(frozen=True, slots=True)
class Accuracy:
    """What decisions lost on average, as a probability of the seal."""

    decisions: int
    """How many had something to decide."""
    mean: float
    error: float
    """The standard error of the mean, as a figure of the player: infinite below two decisions, and
    never less than one mistake more would change it by."""

    def differs_from(self, other: Accuracy) -> bool:
        """Whether two means are more than two standard errors apart."""
        return abs(self.mean - other.mean) > SIGMAS * hypot(self.error, other.error)

    @classmethod
    def from_sums(cls, decisions: int, total: float, squares: float) -> Accuracy:
        """The accuracy of decisions whose differences, and their squares, have these sums."""
        if decisions < 2:
            return cls(decisions, total if decisions else 0.0, inf)
        spread = max(0.0, squares - total * total / decisions) / (decisions - 1)
        error = max(sqrt(spread / decisions), _RARE_LOSS / decisions)
        return cls(decisions, total / decisions, error)


def accuracy_of(moves: Iterable[ReviewedMove]) -> Accuracy:
    """The accuracy of some moves.

    It is the mean of the differences, not of the losses: a loss is never negative, so chance in the
    samples would add to it, and the more the fewer samples there are.
    """
    found = [move.difference for move in moves if not move.trivial]
    mean = fmean(found) if found else 0.0
    # Squares around the mean: sums of large squares would lose digits.
    centred = Accuracy.from_sums(len(found), 0.0, fsum((each - mean) ** 2 for each in found))
    return Accuracy(len(found), mean, centred.error)
