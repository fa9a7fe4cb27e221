"""Matches that begin as another did: a record from elsewhere, or a position of a finished match.

A script stands in the terms of a game. Its deals take the place of those that the seed would give,
and what was done in it is written into the log by itself once the seats are taken. A record that
was brought in runs to its end; a game that goes on from a position is then in the players' hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from jaipur import Match, Round

__all__ = ["Script"]

_KEPT = ("first", "deck", "bonus", "moves", "end", "by")
Seated = tuple[str, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """The rounds of a record, each with its deal, its moves and how it ended."""

    rounds: tuple[Mapping[str, Any], ...]
    ended: str | None = None
    """How the match ended; None where it is to be played on."""
    by: int | None = None
    players: tuple[Seated, Seated] | None = None
    """Who sat there, by name and level; None where the seats are taken by others."""

    @classmethod
    def of(cls, match: Match) -> Self:
        """The beginning that a match has made, to be played on."""
        record = replace(match, ended=None, by=None).record()
        return cls(rounds=tuple(_kept(line) for line in record["rounds"]))

    @classmethod
    def of_record(cls, record: Mapping[str, Any], players: tuple[Seated, Seated]) -> Self:
        """A whole record, which must have been replayed already."""
        rounds = tuple(_kept(line) for line in record["rounds"])
        return cls(rounds=rounds, ended=record["ended"], by=record["by"], players=players)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The script that was kept as plain data."""
        players = data["players"] and tuple((name, level) for name, level in data["players"])
        return cls(**{**data, "rounds": tuple(data["rounds"]), "players": players})

    def deal(self, number: int, ruleset: str) -> Round | None:
        """The round with this number before its first move, if it was dealt."""
        if number > len(self.rounds):
            return None
        line = self.rounds[number - 1]
        return Round.start(line["deck"], line["bonus"], line["first"], ruleset)

    def move(self, number: int, ply: int) -> str | None:
        """What was played in a round at a ply."""
        if number > len(self.rounds):
            return None
        moves = self.rounds[number - 1]["moves"]
        return str(moves[ply]) if ply < len(moves) else None

    def early_end(self, number: int) -> tuple[str, int | None] | None:
        """How a round ended that its moves did not end: by forfeit or at a limit."""
        line = self.rounds[number - 1] if number <= len(self.rounds) else {"end": None}
        return (line["end"], line["by"]) if line["end"] in ("forfeit", "limit") else None


def _kept(line: Mapping[str, Any]) -> dict[str, Any]:
    return {name: line[name] for name in _KEPT}
