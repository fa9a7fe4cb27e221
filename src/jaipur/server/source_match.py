"""The match that a game replays first: an imported record, or a finished match up to a position.

It is part of the game's terms. Its deals replace those that the seed would give, and its moves are
logged automatically once the seats are taken. An imported record is replayed to its end; a game
that continues from a position is then played on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from jaipur import Match, Round

__all__ = ["MAX_MOVES", "NameAndLevel", "SourceMatch"]

MAX_MOVES: Final = 1000  # each becomes an entry of the log
_ROUND_FIELDS: Final = ("first", "deck", "bonus", "moves", "end", "by")
_EARLY_ENDS: Final = ("forfeit", "limit", "stopped")
NameAndLevel = tuple[str, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceMatch:
    """The rounds of a record, each with its deal, its moves and its end."""

    rounds: tuple[Mapping[str, Any], ...]
    ended: str | None = None
    """How the match ended; None if it is to be played on."""
    by: int | None = None
    players: tuple[NameAndLevel, NameAndLevel] | None = None
    """The players of a record; None if others take the seats."""

    @classmethod
    def from_match(cls, match: Match) -> Self:
        """A match up to its current position, to be played on."""
        record = replace(match, ended=None, by=None).record()
        return cls(rounds=tuple(_kept(line) for line in record["rounds"]))

    @classmethod
    def from_record(
        cls, record: Mapping[str, Any], players: tuple[NameAndLevel, NameAndLevel]
    ) -> Self:
        """A whole record, which must have been checked already."""
        rounds = tuple(_kept(line) for line in record["rounds"])
        return cls(rounds=rounds, ended=record["ended"], by=record["by"], players=players)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The source match that was stored as plain data."""
        players = data["players"] and tuple((name, level) for name, level in data["players"])
        return cls(**{**data, "rounds": tuple(data["rounds"]), "players": players})

    def deal(self, number: int, ruleset: str) -> Round | None:
        """The round with this number before its first move; None if there is none."""
        if number > len(self.rounds):
            return None
        line = self.rounds[number - 1]
        return Round.start(line["deck"], line["bonus"], line["first"], ruleset)

    def move_at(self, number: int, ply: int) -> str | None:
        """The move at a ply of a round; None if there is none."""
        if number > len(self.rounds):
            return None
        moves = self.rounds[number - 1]["moves"]
        return str(moves[ply]) if ply < len(moves) else None

    def early_end(self, number: int) -> tuple[str, int | None] | None:
        """The end of a round that no move has ended, and the seat that forfeited it."""
        line = self.rounds[number - 1] if number <= len(self.rounds) else {"end": None}
        return (line["end"], line["by"]) if line["end"] in _EARLY_ENDS else None


def _kept(line: Mapping[str, Any]) -> dict[str, Any]:
    return {name: line[name] for name in _ROUND_FIELDS}
