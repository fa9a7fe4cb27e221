"""What a game was opened with: it never changes afterwards."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final, Self

from jaipur.server.script import Script

__all__ = ["TIMES", "Terms"]

# Seconds for a move: none, blitz, by correspondence.
TIMES: Final = (None, 90, 259_200)


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of a game. The maker sits on seat 0, unless it begins elsewhere on seat 1."""

    against: str
    """`level`, `friend`, `self` (both seats by one person) or `record` (nobody plays it)."""
    level: str | None = None
    ruleset: str = "standard"
    first: int | None = None
    """The seat that starts the first round; None draws it by lot."""
    time: int | None = None
    """Seconds for a move, or None."""
    seals: int = 2
    memory_aids: bool = False
    watchable: bool = False
    listed: bool = False
    """Whether the open invitation stands in the lobby for all."""
    hints: bool = False
    take_backs: bool = False
    reserved: tuple[str | None, str | None] = (None, None)
    """The users for whom the seats are kept; the maker's is one of them, but for a record."""
    begin: dict[str, Any] | None = None
    """Where the match goes on from: `game`, `seq`, and the maker's `seat`."""
    script: Script | None = None
    """What the log begins with."""

    def to_data(self) -> dict[str, Any]:
        """The terms as plain data, for the store."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """The terms that `to_data` wrote; fields that are missing keep their defaults."""
        north, south = data["reserved"]
        script = data.get("script") and Script.from_data(data["script"])
        return cls(**{**data, "reserved": (north, south), "script": script})

    @property
    def public(self) -> dict[str, Any]:
        """The terms as everybody at the table may read them."""
        return {
            "against": self.against,
            "level": self.level,
            "ruleset": self.ruleset,
            "first": self.first,
            "time": self.time,
            "seals": self.seals,
            "memory_aids": self.memory_aids,
            "watchable": self.watchable,
            "hints": self.hints,
            "take_backs": self.take_backs,
            "begin": self.begin,
        }
