"""The shapes of answers about users and games."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from jaipur.server.shapes.fields import Prepared, SeatNumber, Shape
from jaipur.server.shapes.tables import MatchClockShape, TableShape

__all__ = [
    "Against",
    "BeginInfo",
    "ContributionShape",
    "EvenMatchShape",
    "GameInfo",
    "InvitationInfo",
    "LostSeat",
    "Me",
    "Proof",
    "ShuffleInfo",
    "SignInLink",
    "Terms",
]

Against = Annotated[
    str,
    Meta(
        title="Against",
        description="`record`: a match that was imported from a file.",
        extra_json_schema={"enum": ["level", "friend", "self", "record"]},
    ),
]


class Me(Shape):
    """The current user; null fields for a visitor."""

    id: str | None
    name: str | None
    account: Annotated[bool, Meta(description="Whether you have an account; guests have none.")]
    token: Annotated[str | None, Meta(description="Only if it was requested.")] = None


class EvenMatchShape(Shape):
    """The opponent at your own level, and why it plays at this rating."""

    rating: Annotated[int, Meta(description="Its present rating, on the scale of the levels.")]
    won: Annotated[
        int, Meta(description="How many of your latest matches against levels you have won.")
    ]
    matches: Annotated[int, Meta(description="How many the latest are: five at most.")]


class SignInLink(Shape):
    """A link to sign in elsewhere."""

    link: str
    token: str
    expires: int


class ContributionShape(Shape):
    """What a seat has contributed to the shuffle."""

    nonce: Annotated[str | None, Meta(description="Null until it is revealed.")]
    commitment: Annotated[
        str | None, Meta(description="SHA-256 of the nonce, if the seat began with it.")
    ]


class LostSeat(Shape):
    """A seat that was given to a level and can be taken back with `POST …/seat`."""

    seat: SeatNumber
    until: Annotated[int, Meta(description="Up to when, in milliseconds since 1970.")]


class BeginInfo(Shape):
    """The position of a finished match from which a game has started."""

    game: str
    seq: int
    seat: SeatNumber


class Terms(Shape):
    """The options of a game."""

    against: Against
    level: str | None
    adapts: Annotated[bool, Meta(description="Whether the level follows the user's results.")]
    ruleset: str
    first: SeatNumber | None
    time: Annotated[int | None, Meta(description="Seconds for a move.")]
    clock: Annotated[MatchClockShape | None, Meta(description="A clock for the whole match.")]
    seals: int
    memory_aids: bool
    watchable: bool
    hints: bool
    take_backs: bool
    rated: Annotated[bool, Meta(description="Whether the match changes ratings.")]
    names: Annotated[
        tuple[str, str] | None,
        Meta(description="The names of two at one screen, if they have given any."),
    ]
    begin: BeginInfo | None


class ShuffleInfo(Shape):
    """What is known of a shuffle before the match."""

    commitment: Annotated[str, Meta(description="SHA-256 of the secret behind the shuffle.")]
    nonces: Annotated[
        tuple[ContributionShape | None, ContributionShape | None],
        Meta(description="What each seat has contributed to the shuffle; null for a free seat."),
    ]


class GameInfo(ShuffleInfo):
    """A game as you may know it."""

    id: str
    seats: Annotated[list[SeatNumber], Meta(description="Your seats: [], [0], [1] or [0, 1].")]
    yours: Annotated[bool, Meta(description="Whether you opened it.")]
    terms: Terms
    created_at: int
    invitation: Annotated[
        str | None, Meta(description="The link for your friend, while the seat is free.")
    ]
    lost_seat: Annotated[
        LostSeat | None,
        Meta(description="Your seat that was given to a level, while you can take it back."),
    ]
    table: Prepared[TableShape]
    seq: int


class InvitationInfo(ShuffleInfo):
    """The game of an invitation, before the seat is taken."""

    game: str
    yours: bool
    open: bool
    by: str
    terms: Terms


class Proof(Shape):
    """The source of the shuffle: seed = SHA-256(secret + nonces[0] + nonces[1])."""

    format: Annotated[
        Literal["jaipur-proof/1", "jaipur-proof/2"],
        Meta(description="Version 1, of older matches, has no commitments of players."),
    ]
    commitment: str
    secret: str
    nonces: tuple[str, str]
    commitments: Annotated[
        tuple[str | None, str | None],
        Meta(description="SHA-256 of the nonce, for each seat that began with it."),
    ]
    seed: str
    first: Annotated[
        SeatNumber | None, Meta(description="The first starter by the terms; null for a lot.")
    ]
    from_round: Annotated[int, Meta(description="The first round that was dealt from the seed.")]
