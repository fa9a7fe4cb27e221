"""The shapes of the lobby: its lists, who is here, blocks, and what quick pairing answers."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from jaipur.server.shapes.answers import Against
from jaipur.server.shapes.fields import Count, MillisecondsTime, SeatNumber, Shape
from jaipur.server.shapes.rating_figure import RatingFigure
from jaipur.server.shapes.requests import Name, Request
from jaipur.server.shapes.tables import MatchClockShape, Status

__all__ = ["BlockShape", "BlockUser", "BlocksShape", "Lobby", "LobbyGame"]
__all__ += ["LobbyQuery", "LobbyResult", "PairingShape", "PeopleHereShape", "PersonHere"]
__all__ += ["SeekOpponent", "ShowMe"]


class LobbyResult(Shape):
    """The result of a finished match."""

    winner: SeatNumber | None
    seals: tuple[int, int]


class LobbyGame(Shape):
    """A game in the lobby."""

    id: str
    status: Status
    names: tuple[str | None, str | None]
    ruleset: str
    time: int | None
    clock: MatchClockShape | None
    against: Against
    level: str | None
    rated: bool
    ratings: Annotated[
        tuple[RatingFigure | None, RatingFigure | None],
        Meta(
            description="The present ratings of the seats; null for guests, levels, accounts "
            "without a rated match, and those whose profile you may not see."
        ),
    ]
    seats: list[SeatNumber]
    your_turn: bool
    deadline: int | None
    updated_at: int
    result: Annotated[
        LobbyResult | None,
        Meta(description="Once the match is over; null for matches of older servers."),
    ]
    rematch_of: Annotated[
        str | None,
        Meta(
            description="The match that an offered rematch follows, until somebody sits down in it."
        ),
    ]
    invitation: str | None
    challenge: Annotated[
        Literal["sent", "received", "declined"] | None,
        Meta(description="Whether it is a challenge to a name that was not accepted yet."),
    ]


class PersonHere(Shape):
    """An account that has a page open."""

    name: str
    rating: Annotated[
        RatingFigure | None,
        Meta(description="With the standard ruleset; null before the first rated match."),
    ]
    playing: Annotated[bool, Meta(description="Whether they are at a table of their own.")]


class PeopleHereShape(Shape):
    """Who has a page open now, among those whose profile you may see; you too."""

    people: Annotated[list[PersonHere], Meta(description="By name, 200 at most.")]
    more: Annotated[Count, Meta(description="How many others have an account.")]
    guests: Annotated[Count, Meta(description="How many have no account.")]
    shown: Annotated[
        bool | None,
        Meta(description="Whether others see you among them; null without an account."),
    ]


class Lobby(Shape):
    """Open invitations, your games (those in which you must act first), games you may watch."""

    invitations: list[LobbyGame]
    mine: list[LobbyGame]
    watch: list[LobbyGame]
    here: Annotated[PeopleHereShape | None, Meta(description="Null on a server without accounts.")]


class LobbyQuery(Shape):
    """Whether to wait for changes."""

    wait: Annotated[int, Meta(ge=0, le=1, description="0 sends the lobby and closes.")] = 1


class ShowMe(Request):
    """Choose whether you are listed among those who are here."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"shown": False}
    shown: bool


class BlockUser(Request):
    """Block a user: an account by its name, or your opponent in a game."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"name": "Bela"}
    name: Name | None = None
    game: Annotated[str, Meta(max_length=64)] | None = None

    def __post_init__(self) -> None:
        if (self.name is None) == (self.game is None):
            raise ValueError("give a name or a game, and not both")


class BlockShape(Shape):
    """A user whom you have blocked."""

    id: str
    name: str
    since: MillisecondsTime


class BlocksShape(Shape):
    """The users whom you have blocked, the latest first."""

    blocks: list[BlockShape]


class SeekOpponent(Request):
    """Look for an opponent on these terms."""

    EXAMPLE: ClassVar[dict[str, Any]] = {"key": "b1f0c2", "clock": {"initial": 300, "increment": 8}}
    key: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=64,
            pattern=r"^[\x21-\x7e]+$",
            description="Your id for this search: repeat the request with it to go on.",
        ),
    ]
    ruleset: Literal["standard", "box"] = "standard"
    time: Annotated[Literal[90, 86400, 259200, 604800] | None, Meta(description="For a move.")] = (
        None
    )
    clock: MatchClockShape | None = None
    rated: bool = False

    def __post_init__(self) -> None:
        if self.time is not None and self.clock is not None:
            raise ValueError("give a time or a clock, and not both")


class PairingShape(Shape):
    """The game in which you have been paired, or null: then ask again at once."""

    game: str | None
