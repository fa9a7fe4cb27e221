"""The shapes of reviews: requests and answers."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from jaipur.engine.grades import Grade
from jaipur.server.shapes.events import BonusDrawn
from jaipur.server.shapes.fields import MoveText, SeatNumber, Shape
from jaipur.server.shapes.requests import Request

__all__ = ["LineQuery", "ReviewShape", "SampledLines", "TriedMove", "TryMove"]


class ReviewShape(Shape):
    """A review of a match; docs/schemas/review.schema.json has all fields."""

    format: Literal["jaipur-review/1"]
    players: list[str]
    ruleset: str
    seals: int
    ended: Literal["seals", "resigned", "abandoned", "unfinished"]
    winner: SeatNumber | None
    rounds: list[dict[str, Any]]
    moves: list[dict[str, Any]]
    summaries: list[dict[str, Any]]
    more_accurate: SeatNumber | None


class TryMove(Request):
    """A move to try in the place of one that was played."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"round": 1, "ply": 8, "move": "+D"}
    round: Annotated[int, Meta(ge=1, le=1000)]
    ply: Annotated[int, Meta(ge=0, le=100_000)]
    move: Annotated[str, Meta(max_length=40)]


class LineQuery(Shape):
    """Which decision of a match."""

    round: Annotated[int, Meta(ge=1, le=1000)]
    ply: Annotated[int, Meta(ge=0, le=100_000)]


class LineEvent(Shape):
    """A ply of a sampled line, with the view of the seat whose decision it follows."""

    seat: SeatNumber
    move: MoveText
    slots: list[int]
    drawn: str
    tokens: list[int]
    bonus: BonusDrawn | None
    view: dict[str, Any]


class TriedMove(Shape):
    """A move that was tried, as a move of a review, and one line that may follow it."""

    round: int
    ply: int
    seat: SeatNumber
    lost: Annotated[float, Meta(description="What it loses of the probability of the seal.")]
    error: float
    grade: Grade
    found: Annotated[bool, Meta(description="Whether it is as good as the best, within the error.")]
    reasons: list[dict[str, Any]]
    line: list[LineEvent]


class SampledLines(Shape):
    """A decision as its mover saw it, and one sampled line after the played and the best move."""

    view: dict[str, Any]
    played: list[LineEvent]
    best: list[LineEvent]
