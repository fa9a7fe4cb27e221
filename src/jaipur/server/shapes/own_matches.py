"""The shapes of answers about a user's own matches: history and statistics."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from jaipur.coach.mistake_themes import MistakeTheme
from jaipur.server.shapes.fields import Shape

__all__ = ["History", "HistoryMatch", "HistoryReview", "HistoryRound", "Statistics"]


class HistoryRound(Shape):
    """A round of a match; in every pair your number comes first."""

    started: Annotated[bool, Meta(description="Whether you made the first move.")]
    rupees: tuple[int, int]
    won: Annotated[bool | None, Meta(description="Whether you won the seal; null if nobody did.")]
    end: Annotated[
        str | None, Meta(description="How it ended; null for a round that was not finished.")
    ]


class HistoryReview(Shape):
    """What the review of a match says about you."""

    luck: Annotated[
        float, Meta(description="What luck was worth, in matches: 0.5 turns a coin into a win.")
    ]
    luck_error: float
    error: Annotated[
        float | None, Meta(description="What a decision lost on average, of the seal.")
    ]
    decisions: int


class HistoryMatch(Shape):
    """A finished match of yours."""

    game: str
    ended_at: int
    opponent: Annotated[str, Meta(description="The name of a level, `rated`, `people` or `self`.")]
    level: Annotated[
        str | None, Meta(description="The level in the other seat, such as `level:1240`.")
    ]
    names: Annotated[tuple[str, str], Meta(description="The names at the table, yours first.")]
    ruleset: str
    result: Literal["won", "lost"] | None
    ended: Annotated[
        str | None, Meta(description="`seals`, `resigned`, `abandoned`; null if unfinished.")
    ]
    gave_up: Annotated[bool, Meta(description="Whether it was you who resigned or left.")]
    seals: tuple[int, int]
    rounds: list[HistoryRound]
    taken_back: int
    counted: Annotated[bool, Meta(description="Whether it counts in your statistics.")]
    review: HistoryReview | None


class History(Shape):
    """A page of your finished matches, the latest first."""

    matches: list[HistoryMatch]
    count: Annotated[int, Meta(description="How many matches fit the filter.")]
    next: Annotated[str | None, Meta(description="`after` for the next page; null on the last.")]
    opponents: Annotated[list[str], Meta(description="Against whom you have finished matches.")]
    missing: Annotated[
        int, Meta(description="How many older matches are not counted yet: ask again.")
    ]


class Figure(Shape):
    """A figure with its 95 % interval."""

    value: float
    low: float | None
    high: float | None
    of: Annotated[
        int, Meta(description="The cases behind it: matches, rounds, sales, moves, decisions.")
    ]


class ComparedFigure(Shape):
    """A figure of yours, beside those of the levels by name."""

    name: str
    you: Figure | None
    levels: dict[str, Figure]


class OpponentResult(Shape):
    """Matches won against an opponent, by you and by the levels."""

    opponent: str
    you: Figure
    levels: dict[str, Figure]


class LikeLevels(Shape):
    """The levels that play with such an error."""

    like: list[str]
    weaker: str | None
    stronger: str | None


class LuckSum(Shape):
    """The luck of the reviewed matches together, in matches."""

    total: float
    error: float
    typical: Annotated[
        float, Meta(description="The standard deviation that chance alone would give.")
    ]


class ThemeSum(Shape):
    """The mistakes of one theme; `you` and `levels` have what a decision loses by them."""

    theme: MistakeTheme
    count: int
    lost: Annotated[float, Meta(description="What they lost together, in seals.")]
    you: Figure
    levels: dict[str, Figure]


class ReviewedPoint(Shape):
    """One reviewed match."""

    game: str
    ended_at: int
    decisions: int
    error: Figure | None
    luck: float


class ReviewedSum(Shape):
    """What your reviewed matches say."""

    matches: int
    unreviewed: Annotated[list[str], Meta(description="The latest matches without a review.")]
    error: ComparedFigure
    like: LikeLevels | None
    luck: LuckSum | None
    themes: list[ThemeSum]
    course: Annotated[list[ReviewedPoint], Meta(description="The latest first.")]


class Statistics(Shape):
    """Your figures, beside those of the levels."""

    ruleset: str
    matches: int
    rounds: int
    since: Annotated[int | None, Meta(description="When the first of the matches ended.")]
    missing: Annotated[
        int, Meta(description="How many older matches are not counted yet: ask again.")
    ]
    won: Figure | None
    results: list[OpponentResult]
    figures: list[ComparedFigure]
    reviewed: ReviewedSum
