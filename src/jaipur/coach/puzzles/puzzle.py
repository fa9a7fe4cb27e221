"""A puzzle: a position with one clearly best move, and what every other move loses.

Its data has what its mover knows, and one redeal of the rest: cards that the mover cannot see are
drawn at random, so that the best move can be played on and nothing of the round that it comes from
is told. A view of the mover is the same in the redeal as it was in that round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

from jaipur.coach.reason import Reason, ReasonCode
from jaipur.rules.cards import Good
from jaipur.rules.moves import Move
from jaipur.rules.round import Round
from jaipur.rules.view import View

__all__ = ["HALF_BELOW", "LOSS_UNIT", "RIGHT_WITHIN", "MoveLoss", "Puzzle", "PuzzleGrade"]

RIGHT_WITHIN: Final = 0.01
"""A move that loses no more than this solves the puzzle."""
HALF_BELOW: Final = 0.08
"""A move that loses less than this is half right."""
LOSS_UNIT: Final = 0.001
"""Losses and their errors are kept in thousandths of the seal."""


class PuzzleGrade(StrEnum):
    """How good an answer is, best first."""

    RIGHT = "right"
    HALF = "half"
    WRONG = "wrong"

    @property
    def score(self) -> float:
        """The answer as a result against the puzzle, for ratings."""
        return {"right": 1.0, "half": 0.5, "wrong": 0.0}[self.value]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveLoss:
    """A legal move of a puzzle and what it loses against the best one."""

    move: Move
    lost: float
    """In probability of the seal; 0 for the best move."""
    error: float
    """The standard error of `lost`."""

    @property
    def grade(self) -> PuzzleGrade:
        """The grade of the move as an answer."""
        if self.lost <= RIGHT_WITHIN:
            return PuzzleGrade.RIGHT
        return PuzzleGrade.HALF if self.lost < HALF_BELOW else PuzzleGrade.WRONG


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A puzzle, as its data has it; the round is played when it is first asked for."""

    id: str
    ruleset: str
    rating: int
    themes: tuple[str, ...]
    data: Mapping[str, Any]
    """Its line in the file; `puzzles.collection` has the format."""

    @cached_property
    def round(self) -> Round:
        """The position in a redeal that agrees with the mover's view."""
        return self.line_end.at(len(self.data["moves"].split()))

    @cached_property
    def line_end(self) -> Round:
        """The redeal after the line; `at` gives every position before."""
        data = self.data
        bonus = {int(size): [int(v, 16) for v in pile] for size, pile in data["bonus"].items()}
        round = Round.start(data["deck"], bonus, data["first"], self.ruleset)
        for move in (data["moves"] + " " + data["line"]).split():
            round = round.play(move)
        return round

    @property
    def view(self) -> View:
        """What the mover knows."""
        return self.round.view(self.round.turn)

    @cached_property
    def losses(self) -> tuple[MoveLoss, ...]:
        """Every legal move in the order of the view's, with what it loses."""
        found = zip(self.round.legal_moves(), self.data["lost"], self.data["error"], strict=True)
        return tuple(
            MoveLoss(move=move, lost=lost * LOSS_UNIT, error=error * LOSS_UNIT)
            for move, lost, error in found
        )

    @property
    def best(self) -> Move:
        """The best move."""
        return min(self.losses, key=lambda loss: loss.lost).move

    @property
    def margin(self) -> float:
        """By how much the best move beats the second."""
        return sorted(loss.lost for loss in self.losses)[1]

    @property
    def wrong(self) -> Move:
        """The wrong move that the levels and yardsticks choose most often; `reasons` are its."""
        return Move.parse(self.data["wrong"])

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why the most frequent wrong move loses; none where no fact holds."""
        return tuple(_reason(found) for found in self.data["reasons"])

    @property
    def line(self) -> tuple[Move, ...]:
        """The best move and the plies after it, as the engine plays them in the redeal."""
        return tuple(Move.parse(text) for text in self.data["line"].split())

    def judge(self, move: Move) -> MoveLoss | None:
        """What a move loses; None where it is not legal."""
        return next((loss for loss in self.losses if loss.move == move), None)

    def __repr__(self) -> str:
        return f"<Puzzle {self.id} {self.rating} {' '.join(self.themes)}>"


def _reason(data: Mapping[str, Any]) -> Reason:
    good = next((good for good in Good if good.letter == data["good"]), None)
    return Reason(
        code=ReasonCode(data["code"]),
        good=good,
        numbers=data["numbers"],
        played=data["played"],
        best=data["best"],
        error=data["error"],
        explains=data["explains"],
    )
