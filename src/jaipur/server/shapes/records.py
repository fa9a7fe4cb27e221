"""The shape of a record, `jaipur-record/1`: one saved match.

A schema sees the shape; only replaying sees whether the moves are legal and the results true.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from jaipur import Match
from jaipur.server.shapes.fields import (
    Count,
    LaidOut,
    MoveText,
    PileSize,
    RoundEndName,
    SeatNumber,
    Shape,
    TwoCounts,
    UsedMs,
)
from jaipur.server.shapes.tables import MatchClockShape

__all__ = ["MatchRecord", "RecordToImport", "RoundRecord"]

_NULL: Final = {"type": "null"}
_ONE_GAVE_UP: Final = [(0, 1), (1, 0)]


def _given_up(other: str) -> dict[str, Any]:
    """One seat gave up, and the other one has won."""
    return {
        "oneOf": [
            {"properties": {"by": {"const": by}, other: {"const": winner}}}
            for by, winner in _ONE_GAVE_UP
        ]
    }


def _with_ruleset(names: list[str], **of_round: Any) -> dict[str, object]:
    """What holds for the rounds of these rulesets; others have numbers of their own."""
    return {
        "if": {"properties": {"ruleset": {"enum": names}}},
        "then": {"properties": {"rounds": {"items": {"properties": of_round}}}},
    }


def _piles(*sizes: int) -> dict[str, Any]:
    tokens = {str(n): {"minItems": size, "maxItems": size} for n, size in enumerate(sizes, 3)}
    return {"required": [*tokens], "maxProperties": len(tokens), "properties": tokens}


class RoundRecord(Shape):
    """A round with all that is needed to replay it."""

    first: Annotated[SeatNumber, Meta(description="The seat that moved first.")]
    deck: Annotated[
        LaidOut,
        Meta(
            description="In dealing order: the hand of seat 0, the hand of seat 1, the rest of the "
            "market, the draw pile."
        ),
    ]
    bonus: Annotated[
        dict[PileSize, list[Annotated[int, Meta(ge=1)]]],
        Meta(min_length=1, description="The bonus piles, top first."),
    ]
    moves: list[MoveText]
    end: RoundEndName | None
    by: Annotated[
        SeatNumber | None, Meta(description="The seat that gave up the round, if one did.")
    ]
    rupees: TwoCounts
    seal: SeatNumber | None
    used: Annotated[
        list[UsedMs] | UnsetType,
        Meta(description="How long each move has taken, if it is known. Not needed to replay."),
    ] = UNSET

    CONDITIONS: ClassVar[tuple[dict[str, object], ...]] = (
        {
            "if": {"properties": {"end": {"const": "forfeit"}}},
            "then": _given_up("seal"),
            "else": {"properties": {"by": _NULL}},
        },
        {
            "if": {"properties": {"end": {"enum": ["limit", None]}}},
            "then": {"properties": {"seal": _NULL}},
        },
    )


class MatchRecord(Shape):
    """A match with all that is needed to replay it. There may be more fields."""

    EXAMPLE: ClassVar[dict[str, Any]] = Match.deal(seed=7).play("+G").record()

    format: Literal["jaipur-record/1"]
    ruleset: Annotated[str, Meta(min_length=1)]
    players: Annotated[tuple[str, str], Meta(description="The names of seat 0 and seat 1.")]
    seals: Annotated[int, Meta(ge=1, description="How many seals win the match.")]
    rounds: Annotated[list[RoundRecord], Meta(min_length=1)]
    ended: Literal["seals", "resigned", "abandoned", "unfinished"]
    by: Annotated[
        SeatNumber | None, Meta(description="The seat that gave up the match, if one did.")
    ]
    winner: SeatNumber | None
    seed: Annotated[
        str | UnsetType,
        Meta(
            description="The 32 bytes that the deals came from, if they are known. Not needed to "
            "replay.",
            extra_json_schema={"pattern": "^[0-9a-f]{64}$"},
        ),
    ] = UNSET
    levels: Annotated[
        tuple[str | None, str | None] | UnsetType, Meta(description="The level of each seat.")
    ] = UNSET
    taken_back: Annotated[
        Count | UnsetType, Meta(description="How often a decision was taken back.")
    ] = UNSET
    time: Annotated[
        int | UnsetType, Meta(ge=1, description="Seconds for a move, if there was such a limit.")
    ] = UNSET
    clock: Annotated[
        MatchClockShape | UnsetType, Meta(description="The clock of the match, if there was one.")
    ] = UNSET

    CONDITIONS: ClassVar[tuple[dict[str, object], ...]] = (
        _with_ruleset(["standard", "box"], deck={"minLength": 52, "maxLength": 52}),  # R1
        _with_ruleset(["standard"], bonus=_piles(6, 6, 6)),  # R3
        _with_ruleset(["box"], bonus=_piles(7, 6, 5)),
        {
            "if": {"properties": {"ended": {"enum": ["resigned", "abandoned"]}}},
            "then": _given_up("winner"),
            "else": {"properties": {"by": _NULL}},
        },
        {
            "if": {"properties": {"ended": {"const": "unfinished"}}},
            "then": {"properties": {"winner": _NULL}},
            "else": {"properties": {"winner": {"enum": [0, 1]}}},
        },
    )


RecordToImport = Annotated[
    dict[str, Any],
    Meta(
        title="RecordToImport",
        description="A record, `jaipur-record/1`, which is checked by replaying it.",
        examples=[MatchRecord.EXAMPLE],
    ),
]
