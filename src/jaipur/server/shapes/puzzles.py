"""The shapes of puzzles: the index, chunks, lines, attempts and ratings."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from jaipur.server.shapes.fields import ClosedShape, Shape
from jaipur.server.shapes.requests import Request

__all__ = [
    "PuzzleAttempt",
    "PuzzleAttempts",
    "PuzzleChunk",
    "PuzzleIndex",
    "PuzzleLine",
    "PuzzleRating",
    "PuzzleResults",
]

MOST_ATTEMPTS = 100
RulesetName = Literal["standard", "box"]
Themes = Annotated[list[str], Meta(description="Codes; docs/puzzles.md has their rules.")]


class PuzzleEntry(Shape):
    """A puzzle in the index."""

    id: str
    ruleset: RulesetName
    rating: int
    themes: Themes
    chunk: Annotated[int, Meta(description="Its chunk: GET /api/puzzles/{version}/{chunk}.")]


class PuzzleIndex(Shape):
    """All puzzles; that of a day is at place (days since 1970-01-01) modulo their number."""

    format: Literal["jaipur-puzzles/1"]
    version: Annotated[
        str, Meta(description="A hash of the data; chunks of one version never change.")
    ]
    puzzles: list[PuzzleEntry]


class PuzzleMoveShape(Shape):
    """A legal move, and what it loses of the probability of the seal."""

    move: str
    lost: Annotated[
        float, Meta(description="0 for the best; up to 0.01 is right, below 0.08 half.")
    ]
    error: Annotated[float, Meta(description="The standard error of `lost`.")]


class PuzzleShape(Shape):
    """A puzzle with all that a page needs to show it and to grade an answer."""

    id: str
    ruleset: RulesetName
    rating: Annotated[int, Meta(description="The first one; the index has the present one.")]
    themes: Themes
    view: Annotated[
        dict[str, Any], Meta(description="jaipur-view/1 of the seat to move, with `slots`.")
    ]
    moves: list[PuzzleMoveShape]
    wrong: Annotated[str, Meta(description="The wrong move that levels choose most often.")]
    reasons: Annotated[
        list[dict[str, Any]],
        Meta(description="Why that move loses, as in jaipur-review/1; may be empty."),
    ]
    line: Annotated[
        list[str], Meta(description="The best move, and the plies after it in a sample.")
    ]


class PuzzleChunk(Shape):
    """About fifty puzzles."""

    puzzles: list[PuzzleShape]


class PuzzleLine(Shape):
    """The mover's views along the line, that of the puzzle first."""

    id: str
    views: Annotated[list[dict[str, Any]], Meta(description="jaipur-view/1, each with `slots`.")]


class PuzzleRating(Shape):
    """A user's rating in puzzles, by Glicko-2."""

    rating: float
    deviation: float
    attempts: Annotated[
        int, Meta(description="Puzzles that were tried; only a first attempt counts.")
    ]
    right: Annotated[int, Meta(description="How many of these were right.")]


class PuzzleResult(Shape):
    """The result of an attempt."""

    key: str
    id: str
    grade: Literal["right", "half", "wrong"]
    lost: float
    change: Annotated[
        float, Meta(description="Of the rating; 0 where it was not the first attempt.")
    ]


class PuzzleResults(PuzzleRating):
    """The rating after some attempts, and their results.

    Attempts at puzzles or with moves that the server does not know are left out.
    """

    results: list[PuzzleResult]


class PuzzleAttempt(ClosedShape):
    """An answer to a puzzle."""

    id: Annotated[str, Meta(min_length=1, max_length=8)]
    move: Annotated[str, Meta(min_length=1, max_length=24)]
    at: Annotated[
        int,
        Meta(ge=0, le=2**53 - 1, description="When it was given, in milliseconds since 1970."),
    ]
    key: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=64,
            pattern=r"^[\x21-\x7e]+$",
            description="Your id for this attempt; a repeated one counts once.",
        ),
    ]


class PuzzleAttempts(Request):
    """Answers in the order in which they were given, also those from while offline."""

    EXAMPLE: ClassVar[dict[str, Any]] = {
        "attempts": [{"id": "s0001", "move": "+K", "at": 1794778840000, "key": "a1"}]
    }
    attempts: Annotated[list[PuzzleAttempt], Meta(max_length=MOST_ATTEMPTS)]
