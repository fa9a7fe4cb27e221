"""The shapes of views, `jaipur-view/1`: what one seat, or a spectator, may know of a round.

A table adds `slots` and `seq`. Nothing else may stand in a view.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta

from jaipur.server.shapes.fields import (
    BonusPiles,
    BonusTokens,
    ClosedShape,
    Count,
    GoodLetter,
    GoodsText,
    GoodsTokens,
    LaidOut,
    MoveText,
    PileSize,
    RoundEndName,
    SeatNumber,
    SortedCards,
    TwoCounts,
)

__all__ = ["AnyView", "PublicView", "SeatView", "TableView"]

_SEAT: Final = {"enum": [0, 1]}
_NULL: Final = {"type": "null"}
_BOX_PILES: Final = {"required": ["3", "4", "5"], "maxProperties": 3}


class OwnSeatShape(ClosedShape):
    """A seat with everything that it knows of itself."""

    hand: GoodsText
    herd: Count
    goods: GoodsTokens
    bonus: BonusTokens


class PublicSeatShape(ClosedShape):
    """A seat seen from outside: counts, and what its own moves have shown."""

    hand: Annotated[Count, Meta(description="How many goods it holds.")]
    known: Annotated[GoodsText, Meta(description="Goods that it must hold.")]
    shown: Annotated[GoodsText, Meta(description="Goods that it must have been dealt.")]
    herd: Count
    goods: GoodsTokens
    bonus: Annotated[
        dict[PileSize, Annotated[int, Meta(ge=1)]],
        Meta(description="How many of each pile; their values are hidden until the round is over."),
    ]


class RevealedRound(ClosedShape):
    """The result of a round, with everything turned up."""

    end: RoundEndName
    rupees: TwoCounts
    seal: SeatNumber | None
    hands: tuple[GoodsText, GoodsText]
    herds: TwoCounts
    bonus: tuple[BonusTokens, BonusTokens]


class TokensLeft(ClosedShape):
    """The goods tokens that are left, best first, of every good."""

    D: list[Count]
    G: list[Count]
    S: list[Count]
    C: list[Count]
    P: list[Count]
    L: list[Count]


class _AnyView(ClosedShape):
    format: Literal["jaipur-view/1"]
    ruleset: Annotated[str, Meta(min_length=1)]
    seat: Annotated[SeatNumber | None, Meta(description="Whose view it is; null: a spectator's.")]
    turn: Annotated[
        SeatNumber | None, Meta(description="The seat to move; null once the round is over.")
    ]
    round: Annotated[
        Annotated[int, Meta(ge=1)] | None,
        Meta(description="The number of the round, from 1; null without a match."),
    ]
    ply: Count
    first: SeatNumber
    seals: Annotated[TwoCounts | None, Meta(description="Seals so far; null without a match.")]
    market: SortedCards
    deck: Annotated[Count, Meta(description="How many cards are left to draw.")]
    discard: Annotated[
        dict[GoodLetter, Annotated[int, Meta(ge=1)]],
        Meta(description="How many of each good were sold; those of which none were are left out."),
    ]
    tokens: TokensLeft
    bonus: Annotated[BonusPiles, Meta(description="How many tokens are left, of every pile.")]
    start: Annotated[SortedCards, Meta(description="The first market of the round.")]
    history: Annotated[
        list[tuple[MoveText, LaidOut]],
        Meta(description="The moves of the round, each with the cards laid out after it."),
    ]
    last: Annotated[MoveText | None, Meta(description="The last move; null before the first.")]
    over: RevealedRound | None

    CONDITIONS: ClassVar[tuple[dict[str, object], ...]] = (
        {
            "if": {"properties": {"ruleset": {"enum": ["standard", "box"]}}},
            "then": {"properties": {"bonus": _BOX_PILES}},
        },
        {
            "if": {"properties": {"over": _NULL}},
            "then": {"properties": {"turn": _SEAT}},
            "else": {"properties": {"turn": _NULL, "moves": {"maxItems": 0}}},
        },
        {
            "$comment": "A round is numbered exactly where there is a match to count seals in.",
            "if": {"properties": {"round": _NULL}},
            "then": {"properties": {"seals": _NULL}},
            "else": {"properties": {"seals": {"type": "array"}}},
        },
    )


class PlainSeatView(_AnyView):
    """What one seat may know of a round."""

    seat: SeatNumber
    you: OwnSeatShape
    opponent: PublicSeatShape
    moves: Annotated[
        list[MoveText],
        Meta(
            description="What this seat could play with this market if it were its turn; empty "
            "once the round is over.",
            extra_json_schema={"uniqueItems": True},
        ),
    ]


class PlainPublicView(_AnyView):
    """What a spectator may know of a round."""

    seat: None
    seats: tuple[PublicSeatShape, PublicSeatShape]


class SeatView(PlainSeatView):
    """The view of a seat at a table."""

    round: Annotated[int, Meta(ge=1)]
    seals: TwoCounts
    slots: Annotated[LaidOut, Meta(description="The market by slot, from the left.")]
    seq: Annotated[
        Count,
        Meta(description="The number of the event that led to this position; a move names it."),
    ]


class PublicView(PlainPublicView):
    """The view of a spectator at a table."""

    round: Annotated[int, Meta(ge=1)]
    seals: TwoCounts
    slots: Annotated[LaidOut, Meta(description="The market by slot, from the left.")]
    seq: Annotated[Count, Meta(description="The number of the event that led to this position.")]


AnyView = Annotated[
    PlainSeatView | PlainPublicView | SeatView | PublicView,
    Meta(
        title="AnyView",
        description="What one seat, or a spectator, may know of a round. Nothing else may stand "
        "in it; a table adds `slots` and `seq`.",
    ),
]
TableView = Annotated[SeatView | PublicView, Meta(title="View")]
