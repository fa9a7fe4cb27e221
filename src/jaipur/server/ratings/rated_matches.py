"""Rated matches out of the logs of finished games, and their rows in the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, and_, insert, or_, select

from jaipur import Match
from jaipur.players.rated_rounds import RatedRound, rated_rounds
from jaipur.players.rating_book import RatedMatch
from jaipur.server import schema
from jaipur.server.event_log import EventKind, LogEntry
from jaipur.server.fold import fold
from jaipur.server.game import Game
from jaipur.server.game_rows import DatabaseRow, entry_of, game_of

__all__ = [
    "LUCK",
    "RESULTS",
    "Order",
    "add_rated_matches",
    "match_of_game",
    "pack_rounds",
    "rated_match_of",
    "read_rated_matches",
    "unrated_games",
]

RESULTS: Final = "results"
"""The figure by the results of rounds."""
LUCK: Final = "luck"
"""The figure from which luck is taken out."""
Order = tuple[int, str]
"""The place of a match among all: when it ended, and its id."""
# How a match ends that counts; what was withdrawn or aborted does not.
_COUNTED: Final = frozenset({"seals", "resigned", "abandoned", "claimed", "unfinished"})
_ROWS: Final = schema.rated_matches.c


def unrated_games(games: Sequence[str] | None = None) -> Select[Any]:
    """The finished rated games that have no row yet: of these, or of all."""
    table = schema.games.c
    known = select(_ROWS.game).where(_ROWS.game == table.id)
    over = select(schema.games).where(table.rated, table.status == "over", ~known.exists())
    return over if games is None else over.where(table.id.in_(games))


def add_rated_matches(connection: Connection, rows: Iterable[DatabaseRow]) -> list[RatedMatch]:
    """Add what the logs of these games say to the rated matches, and return it."""
    found = [rated_match_of(connection, row) for row in rows]
    if found:
        connection.execute(insert(schema.rated_matches), [_row(match) for match in found])
    return found


def rated_match_of(connection: Connection, row: Mapping[Any, Any]) -> RatedMatch:
    """The rated match of a finished game; one that does not count has no rounds."""
    game, ended_at = _folded(connection, row)
    users = tuple(None if seat is None else seat.user for seat in game.seats)
    counted = game.match is not None and game.ended in _COUNTED
    return RatedMatch(
        id=game.id,
        ended_at=ended_at,
        ruleset=game.terms.ruleset,
        users=(users[0], users[1]),
        level=game.terms.level,
        rounds=rated_rounds(game.match) if counted and game.match is not None else (),
    )


def match_of_game(connection: Connection, game: str) -> Match | None:
    """The match that was played in a game."""
    query = select(schema.games).where(schema.games.c.id == game)
    row = connection.execute(query).mappings().first()
    return None if row is None else _folded(connection, row)[0].match


def _folded(connection: Connection, row: Mapping[Any, Any]) -> tuple[Game, int]:
    """The game of a row after its whole log, and when it ended."""
    events = schema.events.c
    query = select(schema.events).where(events.game == row["id"]).order_by(events.seq)
    entries = [entry_of(each) for each in connection.execute(query).mappings()]
    return fold(game_of(dict(row)), entries), _ended_at(entries)


def _ended_at(entries: Sequence[LogEntry]) -> int:
    return next(entry.at for entry in entries if entry.kind is EventKind.MATCH_OVER)


def read_rated_matches(
    connection: Connection, figure: str, condition: ColumnElement[bool]
) -> list[RatedMatch]:
    """The rated matches that count for a figure, in their order."""
    rounds = _ROWS.rounds if figure == RESULTS else _ROWS.adjusted
    query = select(schema.rated_matches, rounds.label("scores")).where(
        condition, _ROWS.rounds != "[]", rounds.is_not(None)
    )
    rows = connection.execute(query.order_by(_ROWS.ended_at, _ROWS.game)).mappings()
    return [_match(row) for row in rows]


def since(order: Order) -> ColumnElement[bool]:
    """The rated matches from this place on."""
    ended_at, game = order
    return or_(_ROWS.ended_at > ended_at, and_(_ROWS.ended_at == ended_at, _ROWS.game >= game))


def pack_rounds(rounds: Sequence[RatedRound]) -> str:
    """Rounds as text for a database column."""
    return msgspec.json.encode([[each.first, each.score] for each in rounds]).decode()


def _row(match: RatedMatch) -> DatabaseRow:
    return {
        "game": match.id,
        "ruleset": match.ruleset,
        "ended_at": match.ended_at,
        "user0": match.users[0],
        "user1": match.users[1],
        "level": match.level,
        "rounds": pack_rounds(match.rounds),
    }


def _match(row: Mapping[Any, Any]) -> RatedMatch:
    rounds = msgspec.json.decode(row["scores"], type=list[tuple[int, float]])
    return RatedMatch(
        id=row["game"],
        ended_at=row["ended_at"],
        ruleset=row["ruleset"],
        users=(row["user0"], row["user1"]),
        level=row["level"],
        rounds=tuple(RatedRound(first, score) for first, score in rounds),
    )
