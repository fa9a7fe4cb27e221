"""The proof of a puzzle: its best move against every move that comes near, in fresh samples.

Moves meet the same redeals of what the mover cannot see, and share the samples evenly, as in
`engine.search.compare`. The samples of a proof have a seed of their own: they had no part in
finding the best move.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from jaipur.coach.puzzles.puzzle import Puzzle
from jaipur.engine.evaluation import MoveEvaluation, difference_error
from jaipur.engine.search import compare
from jaipur.rules.moves import Move

__all__ = [
    "CONTENDER_SIGMAS",
    "MIN_MARGIN",
    "MIN_SIGMAS",
    "PROOF_SAMPLES",
    "Margin",
    "contenders",
    "margin_in",
    "prove",
]

PROOF_SAMPLES: Final = 20_000
MIN_MARGIN: Final = 0.04
"""By how much the best move beats the second at least, in probability of the seal."""
MIN_SIGMAS: Final = 5.0
"""And in standard errors of the difference."""
CONTENDER_SIGMAS: Final = 4.0
"""A move is compared in a proof unless it loses more than `MIN_MARGIN` by so many errors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Margin:
    """By how much the best move beats the second one, in one set of samples."""

    best: Move
    second: Move
    margin: float
    error: float
    losses: dict[Move, tuple[float, float]]
    """What each compared move loses against the best, with its standard error."""

    @property
    def is_proof(self) -> bool:
        """Whether it is enough for a puzzle."""
        return self.margin >= MIN_MARGIN and self.margin >= MIN_SIGMAS * self.error


def prove(puzzle: Puzzle, *, samples: int = PROOF_SAMPLES, seed: int = 0) -> Margin:
    """The margin of a puzzle's best move in fresh samples; negative where another is better."""
    moves = contenders(puzzle)
    found = compare(puzzle.view, moves, samples=samples, seed=seed)
    return margin_in(found, puzzle.best)


def contenders(puzzle: Puzzle) -> list[Move]:
    """The best move and those that may lose less than `MIN_MARGIN`, the second in any case."""
    ranked = sorted(puzzle.losses, key=lambda loss: (loss.lost, str(loss.move)))
    close = [loss for loss in ranked[2:] if loss.lost - CONTENDER_SIGMAS * loss.error < MIN_MARGIN]
    return [loss.move for loss in [*ranked[:2], *close]]


def margin_in(found: Collection[MoveEvaluation], best: Move) -> Margin:
    """The margin of a move in a search that has tried it and others."""
    first = next(evaluation for evaluation in found if evaluation.move == best)
    others = [evaluation for evaluation in found if evaluation.move != best]
    second = max(others, key=lambda evaluation: evaluation.win)
    losses = {
        other.move: (first.win - other.win, difference_error(first, other)) for other in others
    }
    return Margin(
        best=best,
        second=second.move,
        margin=first.win - second.win,
        error=losses[second.move][1],
        losses=losses,
    )
