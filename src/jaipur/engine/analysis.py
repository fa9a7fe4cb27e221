"""Analysis: the best moves of a view, and what a played move lost.

Every move is judged from its mover's view, so an analysis knows no more than the player could.
A difference is called a mistake only where it is larger than the error: the two moves are compared
in new samples, which had no part in choosing the best, and the difference must be more than
`MISTAKE_SIGMAS` of its standard error. That comes from independent groups of samples, so it covers
chance and what adapting the network adds, but not the network's own errors: a loss that is graded
fine (`engine.grades`) is not called one either.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from jaipur.engine.evaluation import MoveEvaluation, difference_error
from jaipur.engine.grades import Grade, grade_of
from jaipur.engine.search import GROUPS, check_budget, compare, think
from jaipur.rules.moves import Move
from jaipur.rules.view import View

__all__ = ["MISTAKE_SIGMAS", "JudgedMove", "analyse", "judge"]

MISTAKE_SIGMAS: Final = 2.0
_COMPARE_SEED: Final = 0x6A61697075720001  # mixed into the seed for samples of their own
# This share of the budget of a move chooses the best; the rest compares it with the played one.
_CHOICE_SHARE: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedMove:
    """A move that was played, beside the best one."""

    before: float
    """The mover's probability of the seal before it: that of the best move."""
    played: MoveEvaluation
    best: MoveEvaluation
    lost: float
    """By how much the best move was better; 0 where it was played, or where it was not better."""
    error: float
    """The standard error of `lost`: both moves met the same cards."""

    @property
    def after(self) -> float:
        """The mover's probability of the seal after the move, before cards are drawn."""
        return self.played.win

    @property
    def is_mistake(self) -> bool:
        """Whether the loss is graded as more than fine."""
        return self.grade is not Grade.FINE

    @property
    def grade(self) -> Grade:
        """The grade of the loss; fine where it is at most MISTAKE_SIGMAS times its error."""
        return grade_of(self.lost) if self.lost > MISTAKE_SIGMAS * self.error else Grade.FINE


def analyse(
    view: View,
    *,
    milliseconds: float | None = None,
    samples: int | None = None,
    best: int = 5,
    seed: int = 0,
    threads: int = 1,
) -> list[MoveEvaluation]:
    """The best moves of a view, best first, with how likely each wins the round.

    Give a budget in milliseconds or in samples; with samples the result is the same everywhere, on
    any number of threads. Each evaluation has the probability of the seal, its standard error, and
    the reply that was most frequent.
    """
    if best < 1:
        raise ValueError(f"best must be at least 1, got {best}")
    found = think(
        view,
        milliseconds=milliseconds,
        samples=samples,
        seed=seed,
        threads=threads,
        keep=best,
        groups=GROUPS,
    )
    return found[:best]


def judge(
    view: View,
    move: Move,
    *,
    milliseconds: float | None = None,
    samples: int | None = None,
    seed: int = 0,
    threads: int = 1,
) -> JudgedMove:
    """What a legal move of a view loses against the best one."""
    check_budget(milliseconds, samples)
    part_ms = None if milliseconds is None else milliseconds * _CHOICE_SHARE
    part = None if samples is None else max(1, int(samples * _CHOICE_SHARE))
    first = think(view, milliseconds=part_ms, samples=part, seed=seed, threads=threads)[0]
    both = compare(
        view,
        {first.move, move},
        milliseconds=part_ms,
        samples=part,
        seed=seed ^ _COMPARE_SEED,
        threads=threads,
    )
    best = both[0]
    played = next(evaluation for evaluation in both if evaluation.move == move)
    lost = best.win - played.win
    error = difference_error(best, played) if best is not played else 0.0
    return JudgedMove(before=best.win, played=played, best=best, lost=lost, error=error)
