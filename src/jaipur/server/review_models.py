"""The models of reviews: requests and answers."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from jaipur.engine.grades import Grade

__all__ = ["LinesModel", "ReviewModel", "TryModel", "TryMove"]


class ReviewModel(BaseModel):
    """A review of a match; docs/schemas/review.schema.json has all fields."""

    model_config = ConfigDict(extra="allow")
    format: Literal["jaipur-review/1"]
    players: list[str]
    ruleset: str
    seals: int
    ended: Literal["seals", "resigned", "abandoned", "unfinished"]
    winner: int | None
    rounds: list[dict[str, Any]]
    moves: list[dict[str, Any]]
    summaries: list[dict[str, Any]]
    more_accurate: int | None


class TryMove(BaseModel):
    """A move to try in the place of one that was played."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"round": 1, "ply": 8, "move": "+D"}]}
    )
    round: int = Field(ge=1, le=1000)
    ply: int = Field(ge=0, le=100_000)
    move: str = Field(max_length=40)


class LineEventModel(BaseModel):
    """A ply of a sampled line, with the view of the seat whose decision it follows."""

    seat: int
    move: str
    slots: list[int]
    drawn: str
    tokens: list[int]
    bonus: dict[str, int | None] | None
    view: dict[str, Any]


class TryModel(BaseModel):
    """A move that was tried, as a move of a review, and one line that may follow it."""

    model_config = ConfigDict(extra="allow")
    round: int
    ply: int
    seat: int
    lost: float = Field(description="What it loses of the probability of the seal.")
    error: float
    grade: Grade
    found: bool = Field(description="Whether it is as good as the best, within the error.")
    reasons: list[dict[str, Any]]
    line: list[LineEventModel]


class LinesModel(BaseModel):
    """A decision as its mover saw it, and one sampled line after the played and the best move."""

    view: dict[str, Any]
    played: list[LineEventModel]
    best: list[LineEventModel]
