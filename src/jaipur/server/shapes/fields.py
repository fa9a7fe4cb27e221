"""The kinds of fields that many shapes share, and what all shapes have in common.

A type with a `title` has a schema, and a type in the browser, of that name.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeAlias, TypeVar

from msgspec import Meta, Raw, Struct, StructMeta

from jaipur.rules.ends import RoundEnd

__all__ = [
    "BonusPiles",
    "BonusTokens",
    "ClosedShape",
    "Count",
    "FaceCode",
    "GoodLetter",
    "GoodsText",
    "GoodsTokens",
    "LaidOut",
    "MatchEndName",
    "MillisecondsTime",
    "MoveText",
    "PhraseCode",
    "PileSize",
    "Prepared",
    "RoundEndName",
    "SeatNumber",
    "Shape",
    "SortedCards",
    "TwoCounts",
    "UsedMs",
]

T = TypeVar("T")
# A value, or the JSON of one that was written before.
Prepared: TypeAlias = T | Raw


class _ShapeMeta(StructMeta):
    """Makes every shape frozen, with fields by keyword: options that structs do not inherit."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any):  # type: ignore[no-untyped-def]
        options = {"frozen": True, "kw_only": True, **options}
        return super().__new__(mcs, name, bases, namespace, **options)


class Shape(Struct, metaclass=_ShapeMeta):
    """A struct that is sent or received."""

    CONDITIONS: ClassVar[tuple[dict[str, object], ...]] = ()
    """What its JSON Schema says beyond the types of the fields."""


class ClosedShape(Shape, forbid_unknown_fields=True):
    """A struct that has no other fields than those that are declared."""


Count = Annotated[int, Meta(ge=0)]
TwoCounts = tuple[Count, Count]
MillisecondsTime = Annotated[int, Meta(ge=0, description="Milliseconds since 1970.")]
UsedMs = Annotated[
    int, Meta(ge=0, description="How long a move has taken, in milliseconds; outages are left out.")
]
SeatNumber = Annotated[int, Meta(title="Seat", ge=0, le=1, extra_json_schema={"enum": [0, 1]})]
GoodLetter = Annotated[
    Literal["D", "G", "S", "C", "P", "L"],
    Meta(title="Good", description="The goods, in the order of the rulebook."),
]
SortedCards = Annotated[
    str,
    Meta(title="Cards", pattern="^D*G*S*C*P*L*K*$", description="Cards, in the order of letters."),
]
GoodsText = Annotated[
    str,
    Meta(title="GoodsCards", pattern="^D*G*S*C*P*L*$", description="Goods, in this order."),
]
LaidOut = Annotated[
    str, Meta(title="LaidOutCards", pattern="^[DGSCPLK]*$", description="Cards, in their order.")
]
MoveText = Annotated[
    str,
    Meta(
        title="MoveText",
        pattern=r"^(\+[DGSCPLK]"
        r"|\+(?=[DGSCPL]{2,}-)D*G*S*C*P*L*-(?=[DGSCPLK]{2,}$)D*G*S*C*P*L*K*"
        r"|\$[DGSCPL][1-9])$",
        description="A move as it is written: `+D`, `+K`, `+DG-LK`, `$D3`.",
    ),
]
PileSize = Annotated[
    str,
    Meta(
        title="BonusPile",
        pattern="^[2-7]$",
        description="The number of sold cards that earns a token of the pile; the last one is for "
        "more cards too.",
    ),
]
_SomeTokens = Annotated[list[Count], Meta(min_length=1)]
GoodsTokens = Annotated[
    dict[GoodLetter, _SomeTokens],
    Meta(title="Tokens", description="Goods tokens by good; goods without any are left out."),
]
BonusTokens = Annotated[
    dict[PileSize, _SomeTokens],
    Meta(title="BonusTokens", description="Bonus tokens by pile; piles without any are left out."),
]
BonusPiles = Annotated[dict[PileSize, Count], Meta(min_length=1)]
RoundEndName = Annotated[RoundEnd, Meta(title="RoundEnd")]
MatchEndName = Annotated[
    str,
    Meta(
        title="MatchEnd",
        extra_json_schema={
            "enum": [
                *("seals", "resigned", "abandoned", "claimed", "aborted", "withdrawn", "cancelled"),
                *("declined", "unfinished"),
            ]
        },
    ),
]
PhraseCode = Annotated[
    Literal["hello", "well_played", "bargain", "oops", "lucky", "camels", "thinking", "thanks"],
    Meta(title="Phrase", description="What players may say to each other."),
]
FaceCode = Annotated[
    Literal["smile", "laugh", "wink", "surprise", "worry", "sorrow"],
    Meta(title="FaceCode", description="A face that players may show to each other."),
]
