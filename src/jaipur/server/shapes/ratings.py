"""The shapes of ratings and profiles: requests and answers."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from jaipur.server.shapes.fields import SeatNumber, Shape
from jaipur.server.shapes.own_matches import ComparedFigure
from jaipur.server.shapes.rating_figure import RatingFigure
from jaipur.server.shapes.requests import Name, Request

__all__ = [
    "ChangeProfile",
    "FriendList",
    "GameRatings",
    "Leaderboard",
    "LeaderboardRow",
    "LevelRating",
    "MarkFriend",
    "Profile",
    "ProfileMatch",
    "ProfileRating",
    "RatingChangeShape",
    "RatingCurve",
    "RatingFigure",
    "RatingPoint",
    "Rival",
    "Visibility",
]

Visibility = Annotated[
    Literal["public", "friends", "private"],
    Meta(
        title="Visibility",
        description="Who sees your profile: everybody, those whom you have marked as friends, or "
        "nobody else.",
    ),
]


class ChangeProfile(Request):
    """Choose who sees your profile."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"visibility": "friends"}
    visibility: Visibility


class MarkFriend(Request):
    """Mark an account as a friend, by its name."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"name": "Bela"}
    name: Name


class FriendList(Shape):
    """The names of the accounts that you have marked as friends."""

    friends: list[str]


class ProfileRating(Shape):
    """The rating of an account with one ruleset."""

    ruleset: str
    results: Annotated[RatingFigure, Meta(description="By the results of rounds: the rating.")]
    luck: Annotated[
        RatingFigure | None,
        Meta(description="The same with luck taken out of every round; null until worked out."),
    ]
    matches: int
    rounds: int
    last_at: Annotated[int, Meta(description="When the last rated match ended.")]


class RatingPoint(Shape):
    """The rating after a rated match."""

    at: Annotated[int, Meta(description="When the match ended, in milliseconds since 1970.")]
    rating: int
    deviation: int
    change: int
    luck: Annotated[
        RatingFigure | None, Meta(description="With luck taken out; null until worked out.")
    ]


class RatingCurve(Shape):
    """The course of a rating, the first match first."""

    ruleset: str
    points: list[RatingPoint]


class RatingChangeShape(Shape):
    """What a match did to the rating of a seat."""

    seat: SeatNumber
    before: int
    after: RatingFigure
    weight: Annotated[
        float,
        Meta(description="How much its rounds counted: less if the same two have met in the week."),
    ]


class GameRatings(Shape):
    """What a finished rated game did to ratings; nothing for levels."""

    rated: bool
    changes: list[RatingChangeShape]


class LeaderboardRow(Shape):
    """A place on the leaderboard."""

    rank: int
    name: str
    you: bool
    results: RatingFigure
    luck: RatingFigure | None
    matches: int


class LevelRating(Shape):
    """A level, and its measured rating."""

    level: str
    rating: int


class Leaderboard(Shape):
    """The highest ratings that are not provisional, among the profiles that you may see."""

    ruleset: str
    rows: list[LeaderboardRow]
    levels: list[LevelRating]


class Rival(Shape):
    """The results against one opponent in rated matches."""

    name: Annotated[
        str | None,
        Meta(description="Null for a level, and for people whose profile you may not see."),
    ]
    level: str | None
    you: Annotated[bool, Meta(description="Whether the opponent is you.")]
    won: int
    lost: int
    rounds_won: float
    rounds: int


class ProfileMatch(Shape):
    """A finished rated match of a profile."""

    game: Annotated[
        str | None,
        Meta(description="Null if you may not see the profile of the opponent."),
    ]
    ended_at: int
    ruleset: str
    name: str | None
    level: str | None
    won: bool | None
    rounds: Annotated[list[float], Meta(description="The score of each round: 1, 0.5 or 0.")]
    change: int


class Profile(Shape):
    """An account as you may see it. All of it comes from finished games."""

    name: str
    since: Annotated[int, Meta(description="When the account was made.")]
    you: bool
    friend: Annotated[bool, Meta(description="Whether you have marked it as a friend.")]
    visibility: Annotated[Visibility | None, Meta(description="Only of your own profile.")]
    ratings: list[ProfileRating]
    rivals: list[Rival]
    matches: Annotated[list[ProfileMatch], Meta(description="The latest rated ones.")]
    style: Annotated[
        list[ComparedFigure],
        Meta(
            description="Moves and rounds of all finished matches with the ruleset, beside those "
            "of the levels; `you` is the account."
        ),
    ]
