"""Examples of the answers about ratings and profiles, for the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from jaipur.server.own_statistics import statistics_of
from jaipur.server.shapes.ratings import (
    ChangeProfile,
    FriendList,
    GameRatings,
    Leaderboard,
    LeaderboardRow,
    LevelRating,
    Profile,
    ProfileMatch,
    ProfileRating,
    RatingChangeShape,
    RatingCurve,
    RatingFigure,
    RatingPoint,
    Rival,
)

__all__ = ["rating_examples"]

_AT: Final = 1_794_778_840_000
_RATING: Final = RatingFigure(rating=1523, deviation=71, provisional=False)
_LUCK: Final = RatingFigure(rating=1561, deviation=71, provisional=False)


def rating_examples() -> dict[str, Any]:
    """An example of every answer about ratings and profiles, by the name of its schema."""
    row = LeaderboardRow(rank=1, name="Anna", you=True, results=_RATING, luck=_LUCK, matches=31)
    change = RatingChangeShape(seat=0, before=1509, after=_RATING, weight=1.0)
    point = RatingPoint(at=_AT, rating=1523, deviation=71, change=14, luck=_LUCK)
    return {
        "Profile": _a_profile(),
        "RatingCurve": RatingCurve(ruleset="standard", points=[point]),
        "Leaderboard": Leaderboard(
            ruleset="standard", rows=[row], levels=[LevelRating(level="spicer", rating=1565)]
        ),
        "GameRatings": GameRatings(rated=True, changes=[change]),
        "ChangeProfile": ChangeProfile(visibility="friends"),
        "FriendList": FriendList(friends=["Bela"]),
    }


def _a_profile() -> Any:
    rating = ProfileRating(
        ruleset="standard", results=_RATING, luck=_LUCK, matches=31, rounds=78, last_at=_AT
    )
    rival = Rival(name="Bela", level=None, you=False, won=3, lost=2, rounds_won=7.5, rounds=13)
    match = ProfileMatch(
        game="OxYSa01P4VzAM0IfZgKD6g",
        ended_at=_AT,
        ruleset="standard",
        name="Bela",
        level=None,
        won=True,
        rounds=[1.0, 0.0, 1.0],
        change=14,
    )
    return Profile(
        name="Anna",
        since=_AT,
        you=False,
        friend=True,
        visibility=None,
        ratings=[rating],
        rivals=[rival],
        matches=[match],
        style=statistics_of([], "standard")["figures"][:1],
    )
