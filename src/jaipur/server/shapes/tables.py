"""The shape of a table: what everybody may know of a game apart from the cards."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from jaipur.server.game import GameStatus
from jaipur.server.shapes.fields import (
    BonusTokens,
    ClosedShape,
    Count,
    GoodsTokens,
    MatchEndName,
    MillisecondsTime,
    RoundEndName,
    SeatNumber,
    TwoCounts,
)

__all__ = [
    "ClocksShape",
    "MatchClockShape",
    "PlayerShape",
    "RoundResultShape",
    "ScoreShape",
    "SeatRating",
    "Status",
    "TableShape",
]

Status = Annotated[GameStatus, Meta(title="Status")]


class MatchClockShape(ClosedShape):
    """A clock for the whole match (Fischer): the time at the start, and that for each move."""

    initial: Annotated[int, Meta(ge=30, le=10_800, description="Seconds.")]
    increment: Annotated[int, Meta(ge=0, le=180, description="Seconds.")]


class ClocksShape(ClosedShape):
    """The clocks of both seats."""

    left: Annotated[
        TwoCounts,
        Meta(description="Milliseconds that each seat has left, at the time of the last event."),
    ]
    running: Annotated[
        SeatNumber | None,
        Meta(description="The seat whose clock runs, until `deadline`; null while both stand."),
    ]


class SeatRating(ClosedShape):
    """The rating with which an account has sat down."""

    rating: int
    deviation: Count


class PlayerShape(ClosedShape):
    """The player of a seat."""

    name: str
    level: Annotated[str | None, Meta(description="The level that plays; null for a user.")]
    ready: Annotated[bool, Meta(description="Whether the seat has confirmed the next round.")]
    away: Annotated[
        MillisecondsTime | None,
        Meta(description="Since when the seat has been away; null if it is present."),
    ]
    claim_at: Annotated[
        MillisecondsTime | None, Meta(description="From when on the opponent may POST …/claim.")
    ]
    offers_rematch: bool
    rating: Annotated[
        SeatRating | UnsetType,
        Meta(description="Of an account, as it was when it sat down; levels have it by name."),
    ] = UNSET


class ScoreShape(ClosedShape):
    """The score of a seat, and its tie-breaks `bonus_tokens` and `goods_tokens`."""

    goods: Count
    bonus: Count
    camel: Count
    rupees: Count
    bonus_tokens: Count
    goods_tokens: Count


class RoundResultShape(ClosedShape):
    """A finished round with everything that explains its score."""

    first: SeatNumber
    end: RoundEndName
    by: SeatNumber | None
    rupees: TwoCounts
    seal: SeatNumber | None
    scores: tuple[ScoreShape, ScoreShape]
    goods: tuple[GoodsTokens, GoodsTokens]
    bonus: tuple[BonusTokens, BonusTokens]
    herds: TwoCounts


class TableShape(ClosedShape):
    """What everybody may know of a game apart from the cards."""

    status: Status
    players: tuple[PlayerShape | None, PlayerShape | None]
    waits_for: Annotated[
        list[SeatNumber],
        Meta(
            description="The seats that must move, confirm the next round or reveal their nonces.",
            extra_json_schema={"uniqueItems": True},
        ),
    ]
    deadline: Annotated[
        MillisecondsTime | None,
        Meta(description="When the seat that must act is late; null without a limit."),
    ]
    taken_back: Annotated[Count, Meta(description="How often a decision was taken back.")]
    can_take_back: bool
    rounds: list[RoundResultShape]
    ended: MatchEndName | None
    by: SeatNumber | None
    winner: SeatNumber | None
    rematch: Annotated[str | None, Meta(description="The game that was offered as a rematch.")]
    clocks: Annotated[
        ClocksShape | UnsetType, Meta(description="Only in games with a clock for the match.")
    ] = UNSET
