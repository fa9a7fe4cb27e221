"""The models of answers about a user's own matches: history and statistics."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from jaipur.coach.mistake_themes import MistakeTheme

__all__ = ["HistoryModel", "StatisticsModel"]


class HistoryRound(BaseModel):
    """A round of a match; in every pair your number comes first."""

    started: bool = Field(description="Whether you made the first move.")
    rupees: tuple[int, int]
    won: bool | None = Field(description="Whether you won the seal; null if nobody did.")
    end: str | None = Field(description="How it ended; null for a round that was not finished.")


class HistoryReview(BaseModel):
    """What the review of a match says about you."""

    luck: float = Field(description="What luck was worth, in matches: 0.5 turns a coin into a win.")
    luck_error: float
    error: float | None = Field(description="What a decision lost on average, of the seal.")
    decisions: int


class HistoryMatch(BaseModel):
    """A finished match of yours."""

    game: str
    ended_at: int
    opponent: str = Field(description="The name of a level, `rated`, `people` or `self`.")
    level: str | None = Field(description="The level in the other seat, such as `level:1240`.")
    names: tuple[str, str] = Field(description="The names at the table, yours first.")
    ruleset: str
    result: Literal["won", "lost"] | None
    ended: str | None = Field(description="`seals`, `resigned`, `abandoned`; null if unfinished.")
    gave_up: bool = Field(description="Whether it was you who resigned or left.")
    seals: tuple[int, int]
    rounds: list[HistoryRound]
    taken_back: int
    counted: bool = Field(description="Whether it counts in your statistics.")
    review: HistoryReview | None


class HistoryModel(BaseModel):
    """A page of your finished matches, the latest first."""

    matches: list[HistoryMatch]
    count: int = Field(description="How many matches fit the filter.")
    next: str | None = Field(description="`after` for the next page; null on the last.")
    opponents: list[str] = Field(description="Against whom you have finished matches.")
    missing: int = Field(description="How many older matches are not counted yet: ask again.")


class Figure(BaseModel):
    """A figure with its 95 % interval."""

    value: float
    low: float | None
    high: float | None
    of: int = Field(description="The cases behind it: matches, rounds, sales, moves, decisions.")


class ComparedFigure(BaseModel):
    """A figure of yours, beside those of the levels by name."""

    name: str
    you: Figure | None
    levels: dict[str, Figure]


class OpponentResult(BaseModel):
    """Matches won against an opponent, by you and by the levels."""

    opponent: str
    you: Figure
    levels: dict[str, Figure]


class LikeLevels(BaseModel):
    """The levels that play with such an error."""

    like: list[str]
    weaker: str | None
    stronger: str | None


class LuckSum(BaseModel):
    """The luck of the reviewed matches together, in matches."""

    total: float
    error: float
    typical: float = Field(description="The standard deviation that chance alone would give.")


class ThemeSum(BaseModel):
    """The mistakes of one theme, and what they lost, in seals."""

    theme: MistakeTheme
    count: int
    lost: float


class ReviewedPoint(BaseModel):
    """One reviewed match."""

    game: str
    ended_at: int
    decisions: int
    error: Figure | None
    luck: float


class ReviewedSum(BaseModel):
    """What your reviewed matches say."""

    matches: int
    unreviewed: list[str] = Field(description="The latest matches without a review.")
    error: ComparedFigure
    like: LikeLevels | None
    luck: LuckSum | None
    themes: list[ThemeSum]
    course: list[ReviewedPoint] = Field(description="The latest first.")


class StatisticsModel(BaseModel):
    """Your figures, beside those of the levels."""

    ruleset: str
    matches: int
    rounds: int
    since: int | None = Field(description="When the first of the matches ended.")
    missing: int = Field(description="How many older matches are not counted yet: ask again.")
    won: Figure | None
    results: list[OpponentResult]
    figures: list[ComparedFigure]
    reviewed: ReviewedSum
