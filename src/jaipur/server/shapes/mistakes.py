"""The shapes of a user's own mistakes: those that are due, and the answer to one."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from jaipur.engine.grades import Grade
from jaipur.server.shapes.fields import SeatNumber, Shape
from jaipur.server.shapes.requests import Request
from jaipur.server.shapes.reviews import TriedMove

__all__ = ["AnswerMistake", "AnsweredMistake", "MistakeOpponent", "OwnMistake", "OwnMistakes"]


class MistakeOpponent(Shape):
    """Who sat opposite."""

    name: str | None
    level: str | None


class OwnMistake(Shape):
    """A decision of yours that lost, in a match that was reviewed."""

    game: str
    round: int
    ply: int
    seat: SeatNumber
    grade: Grade
    lost: Annotated[float, Meta(description="What it lost of the probability of the seal.")]
    ended_at: int
    opponent: MistakeOpponent
    right: Annotated[int, Meta(description="How often in a row you have found a better move.")]
    due_at: Annotated[int, Meta(description="In milliseconds; 0 before the first answer.")]


class OwnMistakes(Shape):
    """Your mistakes that are due."""

    due: Annotated[int, Meta(description="How many are due now.")]
    total: int
    next_due_at: Annotated[int | None, Meta(description="When the next one of the others is due.")]
    mistakes: Annotated[list[OwnMistake], Meta(description="The first 50 that are due.")]


class AnswerMistake(Request):
    """The move that you would play now."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"move": "+D"}
    move: Annotated[str, Meta(max_length=40)]


class AnsweredMistake(Shape):
    """An answer, judged, and when the mistake comes back."""

    tried: TriedMove
    counted: Annotated[bool, Meta(description="Only the answer to one that is due counts.")]
    right: int
    due_at: int
