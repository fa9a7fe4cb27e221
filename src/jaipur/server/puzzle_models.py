"""The models of puzzles: the index, chunks, lines, attempts and ratings."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "PuzzleAttempt",
    "PuzzleAttempts",
    "PuzzleChunkModel",
    "PuzzleIndexModel",
    "PuzzleLineModel",
    "PuzzleRatingModel",
    "PuzzleResultsModel",
]

MOST_ATTEMPTS = 100
Ruleset = Literal["standard", "box"]
Themes = Annotated[list[str], Field(description="Codes; docs/puzzles.md has their rules.")]


class PuzzleEntry(BaseModel):
    """A puzzle in the index."""

    id: str
    ruleset: Ruleset
    rating: int
    themes: Themes
    chunk: int = Field(description="Its chunk: GET /api/puzzles/{version}/{chunk}.")


class PuzzleIndexModel(BaseModel):
    """All puzzles; that of a day is at place (days since 1970-01-01) modulo their number."""

    format: Literal["jaipur-puzzles/1"]
    version: str = Field(description="A hash of the data; chunks of one version never change.")
    puzzles: list[PuzzleEntry]


class PuzzleMoveModel(BaseModel):
    """A legal move, and what it loses of the probability of the seal."""

    move: str
    lost: float = Field(description="0 for the best; up to 0.01 is right, below 0.08 half.")
    error: float = Field(description="The standard error of `lost`.")


class PuzzleModel(BaseModel):
    """A puzzle with all that a page needs to show it and to grade an answer."""

    id: str
    ruleset: Ruleset
    rating: int = Field(description="The first one; the index has the present one.")
    themes: Themes
    view: dict[str, Any] = Field(description="jaipur-view/1 of the seat to move, with `slots`.")
    moves: list[PuzzleMoveModel]
    wrong: str = Field(description="The wrong move that levels choose most often.")
    reasons: list[dict[str, Any]] = Field(
        description="Why that move loses, as in jaipur-review/1; may be empty."
    )
    line: list[str] = Field(description="The best move, and the plies after it in a sample.")


class PuzzleChunkModel(BaseModel):
    """About fifty puzzles."""

    puzzles: list[PuzzleModel]


class PuzzleLineModel(BaseModel):
    """The mover's views along the line, that of the puzzle first."""

    id: str
    views: list[dict[str, Any]] = Field(description="jaipur-view/1, each with `slots`.")


class PuzzleRatingModel(BaseModel):
    """A user's rating in puzzles, by Glicko-2."""

    rating: float
    deviation: float
    attempts: int = Field(description="Puzzles that were tried; only a first attempt counts.")
    right: int = Field(description="How many of these were right.")


class PuzzleResultModel(BaseModel):
    """The result of an attempt."""

    key: str
    id: str
    grade: Literal["right", "half", "wrong"]
    lost: float
    change: float = Field(description="Of the rating; 0 where it was not the first attempt.")


class PuzzleResultsModel(PuzzleRatingModel):
    """The rating after some attempts, and their results.

    Attempts at puzzles or with moves that the server does not know are left out.
    """

    results: list[PuzzleResultModel]


class PuzzleAttempt(BaseModel):
    """An answer to a puzzle."""

    model_config = ConfigDict(extra="forbid")
    id: str = Field(min_length=1, max_length=8)
    move: str = Field(min_length=1, max_length=24)
    at: int = Field(ge=0, lt=2**53, description="When it was given, in milliseconds since 1970.")
    key: str = Field(
        min_length=1,
        max_length=64,
        pattern=r"^[\x21-\x7e]+$",
        description="Your id for this attempt; a repeated one counts once.",
    )


class PuzzleAttempts(BaseModel):
    """Answers in the order in which they were given, also those from while offline."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {"attempts": [{"id": "s0001", "move": "+K", "at": 1794778840000, "key": "a1"}]}
            ]
        },
    )
    attempts: list[PuzzleAttempt] = Field(max_length=MOST_ATTEMPTS)
