"""A move of a reviewed match: what it lost against the best one, judged from its mover's own view.

Half of the budget chooses the best move. The other half compares it with the played one in fresh
samples, which had no part in the choice, so that equal moves do not seem to differ.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from jaipur.coach.reason import Reason
from jaipur.coach.reasons import reasons
from jaipur.coach.sample_budget import SampleBudget
from jaipur.engine.analysis import JudgedMove
from jaipur.engine.evaluation import MoveEvaluation, difference_error
from jaipur.engine.grades import Grade
from jaipur.engine.search import Search, compare, think
from jaipur.rules.moves import MAX_LEGAL, Move
from jaipur.rules.rulesets import get_ruleset
from jaipur.rules.view import View

__all__ = [
    "TRIVIAL_SPREAD",
    "Phase",
    "ReviewedMove",
    "judge_move",
    "move_table",
    "phase_of",
    "reasons_for",
]

TRIVIAL_SPREAD: Final = 0.01
# The worst move is tried only where the network finds no more than this between best and worst.
_MAYBE_TRIVIAL: Final = 0.10
_TABLE_MOVES: Final = 4


class Phase(StrEnum):
    """A part of the round, by how much of the deck that was left after the deal is still there."""

    OPENING = "opening"
    """More than two thirds."""
    MIDDLE = "middle"
    END = "end"
    """At most one third."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedMove:
    """A move that was played, beside the best one."""

    round: int
    ply: int
    seat: int
    phase: Phase
    legal: int
    """How many moves were legal."""
    trivial: bool
    """Whether there was nothing to decide: one legal move, or all within 1 %."""
    judged: JudgedMove
    difference: float
    """The chosen best move minus the played one, in fresh samples. It can be negative by chance,
    and its mean over moves is not biased as that of `lost` is, which is never negative."""
    table: tuple[MoveEvaluation, ...] = ()
    """The best moves and the played one, best first, all in the same samples; for the costliest."""
    reasons: tuple[Reason, ...] = ()
    """Why it lost, strongest first; none where no fact holds, or where it is graded fine."""

    @property
    def move(self) -> Move:
        """The move that was played."""
        return self.judged.played.move

    @property
    def lost(self) -> float:
        """What it lost of the probability of the seal; never negative."""
        return self.judged.lost

    @property
    def error(self) -> float:
        """The standard error of the difference."""
        return self.judged.error

    @property
    def grade(self) -> Grade:
        """The grade of the loss; fine where it is not more than twice its error."""
        return self.judged.grade


def judge_move(view: View, move: Move, budget: SampleBudget) -> ReviewedMove:
    """What a move of a view lost."""
    ranked = Search(view, width=MAX_LEGAL).evaluations()
    first, worst = ranked[0], ranked[-1]
    if len(ranked) == 1:
        return _reviewed(view, first, first, 0.0, 0.0, legal=1, trivial=True)
    time, samples = budget.part(0.5)
    first = think(view, milliseconds=time, samples=samples, seed=_seed(budget, view, 0))[0]
    tried = {first.move, move}
    if ranked[0].win - worst.win < _MAYBE_TRIVIAL:
        tried.add(worst.move)
    if len(tried) == 1:
        return _reviewed(view, first, first, 0.0, 0.0, legal=len(ranked), trivial=False)
    found = _compared(view, tried, budget)
    best, played = found[first.move], found[move]
    difference = best.win - played.win
    trivial = worst.move in tried and difference < TRIVIAL_SPREAD
    trivial = trivial and best.win - found[worst.move].win < TRIVIAL_SPREAD
    error = 0.0 if best is played else difference_error(best, played)
    return _reviewed(view, best, played, difference, error, legal=len(ranked), trivial=trivial)


def move_table(view: View, found: ReviewedMove, budget: SampleBudget) -> tuple[MoveEvaluation, ...]:
    """The best moves of a view and the played one, best first, all in the same samples."""
    time, samples = budget.part(0.5)
    seed = _seed(budget, view, 0)
    kept = think(view, milliseconds=time, samples=samples, seed=seed, keep=_TABLE_MOVES)
    moves = {evaluation.move for evaluation in kept[:_TABLE_MOVES]}
    return tuple(_compared(view, moves | {found.judged.best.move, found.move}, budget).values())


def reasons_for(
    view: View, found: ReviewedMove, budget: SampleBudget, samples: int
) -> tuple[Reason, ...]:
    """Why a move lost, in so many samples."""
    return reasons(view, found.judged, samples=samples, seed=_seed(budget, view, 0))


def phase_of(view: View) -> Phase:
    """The phase of a view."""
    full = get_ruleset(view.ruleset).draw_pile_size
    if 3 * view.deck > 2 * full:
        return Phase.OPENING
    return Phase.MIDDLE if 3 * view.deck > full else Phase.END


def _compared(
    view: View, moves: Iterable[Move], budget: SampleBudget
) -> dict[Move, MoveEvaluation]:
    """The moves in fresh samples, all in the same, best first."""
    time, samples = budget.part(0.5)
    found = compare(view, moves, milliseconds=time, samples=samples, seed=_seed(budget, view, 1))
    return {evaluation.move: evaluation for evaluation in found}


def _reviewed(
    view: View,
    best: MoveEvaluation,
    played: MoveEvaluation,
    difference: float,
    error: float,
    *,
    legal: int,
    trivial: bool,
) -> ReviewedMove:
    if difference <= 0:
        best = played
    judged = JudgedMove(
        before=best.win, played=played, best=best, lost=max(0.0, difference), error=error
    )
    assert view.round is not None  # it is the view of a decision in a match
    assert view.seat is not None
    return ReviewedMove(
        round=view.round,
        ply=view.ply,
        seat=view.seat,
        phase=phase_of(view),
        legal=legal,
        trivial=trivial,
        judged=judged,
        difference=difference,
    )


def _seed(budget: SampleBudget, view: View, use: int) -> int:
    """The seed of the samples of a view for one use."""
    digest = hashlib.sha256(f"{budget.seed} {view.round} {view.ply} {use}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
