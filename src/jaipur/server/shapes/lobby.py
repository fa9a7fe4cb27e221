"""The shapes of the lobby: blocks, and what quick pairing answers."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from jaipur.server.shapes.fields import MillisecondsTime, Shape
from jaipur.server.shapes.requests import Name, Request
from jaipur.server.shapes.tables import MatchClockShape

__all__ = ["BlockShape", "BlockUser", "BlocksShape", "PairingShape", "SeekOpponent"]


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
