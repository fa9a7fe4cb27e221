"""The terms of a game: its options, which are chosen when it is opened and never change."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Self

from jaipur.server.clocks import MatchClock
from jaipur.server.source_match import SourceMatch

__all__ = ["GameTerms"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTerms:
    """The options of a game. Its maker has seat 0, or chooses one in a game from a position."""

    against: str
    """`level`, `friend`, `self` (one user has both seats) or `record` (imported, not played)."""
    level: str | None = None
    adapts: bool = False
    """Whether the level follows the results of the user: a rematch has the rating of that time."""
    ruleset: str = "standard"
    first: int | None = None
    """The seat that starts the first round; None for a random one."""
    time: int | None = None
    """Seconds for a move, or None for no such limit."""
    clock: MatchClock | None = None
    """A clock for the whole match; not together with `time`."""
    seals: int = 2
    memory_aids: bool = False
    watchable: bool = False
    listed: bool = False
    """Whether the lobby shows the open invitation to everybody."""
    hints: bool = False
    take_backs: bool = False
    rated: bool = False
    """Whether the result changes the ratings of the players, who need accounts."""
    names: tuple[str, str] | None = None
    """The names of both seats, if one user has them and has named them."""
    reserved: tuple[str | None, str | None] = (None, None)
    """The users for whom the seats are reserved; one is the maker, except for a record."""
    shuffle: int = 1
    """The version of the shuffle; games that were stored without it have version 1."""
    begin: dict[str, Any] | None = None
    """The position from which the match continues: `game`, `seq`, and the maker's `seat`."""
    source: SourceMatch | None = None
    """The match that is replayed before the game is played on; stored as `script`."""

    @property
    def is_timed(self) -> bool:
        """Whether there is a limit for moves: then an opponent who is late can lose the match."""
        return self.time is not None or self.clock is not None

    def to_data(self) -> dict[str, Any]:
        """The terms as plain data, for the database."""
        data = asdict(self)
        data["script"] = data.pop("source")
        return data

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """The terms that `to_data` wrote; missing fields have their defaults."""
        options = dict(data)
        north, south = options.pop("reserved")
        script = options.pop("script", None)
        source = script and SourceMatch.from_data(script)
        names, clock = options.pop("names", None), options.pop("clock", None)
        return cls(
            **options,
            names=None if names is None else (names[0], names[1]),
            reserved=(north, south),
            source=source,
            clock=None if clock is None else MatchClock(**clock),
        )
