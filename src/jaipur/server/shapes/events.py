"""The shapes of events, `jaipur-event/1`: what a table tells one client."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from jaipur.server.shapes.fields import (
    BonusTokens,
    ClosedShape,
    Count,
    FaceCode,
    GoodsTokens,
    LaidOut,
    MatchEndName,
    MillisecondsTime,
    MoveText,
    PhraseCode,
    Prepared,
    RoundEndName,
    SeatNumber,
    Shape,
    TwoCounts,
    UsedMs,
)
from jaipur.server.shapes.tables import ScoreShape, TableShape
from jaipur.server.shapes.views import SeatView, TableView

__all__ = [
    "Away",
    "Back",
    "BonusDrawn",
    "Dealt",
    "GameEvent",
    "Joined",
    "MatchOver",
    "Moved",
    "Offered",
    "Positions",
    "ReadyForRound",
    "Revealed",
    "RoundOver",
    "Said",
    "Snapshot",
    "TakenBack",
]

NonceText = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
_RoundNumber = Annotated[int, Meta(ge=1)]


class _AnyEvent(ClosedShape, kw_only=True):
    format: Literal["jaipur-event/1"] = "jaipur-event/1"
    type: str
    game: Annotated[str, Meta(min_length=1)]
    seq: Annotated[
        Count,
        Meta(description="The number of this event; a snapshot has that of the last one."),
    ]
    at: MillisecondsTime
    table: Prepared[TableShape]
    view: Annotated[
        Prepared[TableView] | None,
        Meta(description="The view of the recipient; null until the first deal."),
    ]
    views: Annotated[
        tuple[Prepared[SeatView] | None, Prepared[SeatView] | None] | UnsetType,
        Meta(description="Only in the open replay of a finished match: the views of both seats."),
    ] = UNSET


class Snapshot(_AnyEvent, kw_only=True):
    """The current state of the game."""

    type: Literal["snapshot"] = "snapshot"


class Joined(_AnyEvent, kw_only=True):
    """A seat was taken."""

    type: Literal["joined"] = "joined"
    seat: SeatNumber
    name: str
    level: str | None
    nonce: Annotated[NonceText | None, Meta(description="Null until it is revealed.")]
    commitment: Annotated[
        Digest | None, Meta(description="SHA-256 of the nonce, if the seat began with it.")
    ]


class Revealed(_AnyEvent, kw_only=True):
    """A seat has revealed the nonce that it had committed to."""

    type: Literal["revealed"] = "revealed"
    seat: SeatNumber
    nonce: NonceText


class Dealt(_AnyEvent, kw_only=True):
    """A round was dealt."""

    type: Literal["dealt"] = "dealt"
    round: _RoundNumber
    first: SeatNumber


class BonusDrawn(ClosedShape):
    """A bonus token that was drawn; only its owner knows the value."""

    pile: Annotated[int, Meta(ge=2, le=7)]
    value: int | None


class Moved(_AnyEvent, kw_only=True):
    """A move was played."""

    type: Literal["moved"] = "moved"
    seat: SeatNumber
    move: MoveText
    slots: Annotated[
        list[Annotated[int, Meta(ge=0, le=4)]],
        Meta(
            description="The slots that were emptied, from 0.",
            extra_json_schema={"uniqueItems": True},
        ),
    ]
    drawn: Annotated[LaidOut, Meta(description="The cards that were laid out, in drawing order.")]
    tokens: Annotated[list[Count], Meta(description="The goods tokens that were taken.")]
    bonus: BonusDrawn | None
    used: Annotated[
        UsedMs | UnsetType, Meta(description="Not in moves that were not timed, as in old logs.")
    ] = UNSET


class TakenBack(_AnyEvent, kw_only=True):
    """A seat has returned to its last decision."""

    type: Literal["taken_back"] = "taken_back"
    seat: SeatNumber
    to: Annotated[Count, Meta(description="The position, by the `seq` of its view.")]


class ReadyForRound(_AnyEvent, kw_only=True):
    """A seat has confirmed the next round."""

    type: Literal["ready"] = "ready"
    seat: SeatNumber


class RoundOver(_AnyEvent, kw_only=True):
    """A round is over: the fields of a RoundResultShape, and who starts the next one."""

    type: Literal["round_over"] = "round_over"
    round: _RoundNumber
    first: SeatNumber
    end: RoundEndName
    by: SeatNumber | None
    rupees: TwoCounts
    seal: SeatNumber | None
    scores: tuple[ScoreShape, ScoreShape]
    goods: tuple[GoodsTokens, GoodsTokens]
    bonus: tuple[BonusTokens, BonusTokens]
    herds: TwoCounts
    next_first: Annotated[
        SeatNumber | None, Meta(description="Who starts the next round; null after the match.")
    ]


class MatchOver(_AnyEvent, kw_only=True):
    """The match is over."""

    type: Literal["match_over"] = "match_over"
    ended: MatchEndName
    by: SeatNumber | None
    winner: SeatNumber | None


class Offered(_AnyEvent, kw_only=True):
    """A seat offers a rematch, or accepts it."""

    type: Literal["offered"] = "offered"
    seat: SeatNumber
    what: Literal["rematch"] = "rematch"
    rematch: Annotated[str, Meta(description="The new game.")]


class Away(_AnyEvent, kw_only=True):
    """A seat was not seen for a while."""

    type: Literal["away"] = "away"
    seat: SeatNumber
    since: MillisecondsTime


class Back(_AnyEvent, kw_only=True):
    """A seat is back; without a seat the server is, and the time was credited."""

    type: Literal["back"] = "back"
    seat: SeatNumber | None
    since: MillisecondsTime | UnsetType = UNSET
    until: MillisecondsTime | UnsetType = UNSET


class Said(_AnyEvent, kw_only=True):
    """A seat shows a phrase or a face to the other one; the position stays the same."""

    type: Literal["said"] = "said"
    seat: SeatNumber
    phrase: PhraseCode | None
    face: FaceCode | None


GameEvent = Annotated[
    Snapshot
    | Joined
    | Revealed
    | Dealt
    | Moved
    | TakenBack
    | ReadyForRound
    | RoundOver
    | MatchOver
    | Offered
    | Away
    | Back
    | Said,
    Meta(
        title="GameEvent",
        description="What a table tells one client: an event, the table as everybody knows it, "
        "and the view of the recipient.",
    ),
]


class Positions(Shape):
    """The events of a game."""

    events: list[GameEvent]
