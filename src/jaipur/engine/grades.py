"""Grades of a move by what it loses against the best one, in probability of the seal.

The only table of these limits: the command line, the server and the browser take them from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

__all__ = ["GRADE_BANDS", "Grade", "GradeBand", "grade_of"]


class Grade(StrEnum):
    """How good a move was, best first."""

    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


@dataclass(frozen=True, slots=True)
class GradeBand:
    """The losses that have one grade: from `at_least` up to, and without, the next band."""

    grade: Grade
    at_least: float


GRADE_BANDS: Final = (
    GradeBand(Grade.FINE, 0.0),
    GradeBand(Grade.INACCURACY, 0.01),
    GradeBand(Grade.MISTAKE, 0.04),
    GradeBand(Grade.BLUNDER, 0.10),
)


def grade_of(loss: float) -> Grade:
    """The grade of a move that loses so much; one that loses nothing is fine."""
    return next((band.grade for band in reversed(GRADE_BANDS) if loss >= band.at_least), Grade.FINE)
