"""Games and the entries of their logs as rows of the database, and back."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete

from jaipur.server import schema
from jaipur.server.event_log import LOG_FORMAT, EventKind, LogEntry, decode_data, encode_data
from jaipur.server.game import Game, OpenGame
from jaipur.server.game_terms import GameTerms
from jaipur.server.notices import tables

__all__ = [
    "DatabaseRow",
    "delete_games",
    "entry_of",
    "game_of",
    "new_game_row",
    "state_columns",
]

DatabaseRow = dict[str, Any]


def delete_games(connection: Connection, games: Sequence[str]) -> None:
    """Delete games with everything that belongs to them."""
    connection.execute(delete(tables.notices).where(tables.notices.c.game.in_(games)))
    related = (schema.presence, schema.reviews, schema.match_facts, schema.mistake_answers)
    rated = (schema.rated_matches, schema.rating_changes)
    for table in (*related, *rated, schema.participants, schema.imports, schema.events):
        connection.execute(delete(table).where(table.c.game.in_(games)))
    connection.execute(delete(schema.games).where(schema.games.c.id.in_(games)))


def new_game_row(game: Game, *, now: int, invitation: str | None, key: str | None) -> DatabaseRow:
    """The row of a game that was just opened."""
    return {
        "id": game.id,
        "format": LOG_FORMAT,
        "created_at": now,
        "maker": game.maker,
        "key": key,
        "terms": encode_data(game.terms.to_data()),
        "secret": game.secret.hex(),
        "invitation": invitation,
        "watchable": game.terms.watchable,
        "listed": game.terms.listed,
        "rated": game.terms.rated,
        **state_columns(game),
        "updated_at": now,
    }


def state_columns(game: Game) -> DatabaseRow:
    """The columns that repeat what the log says, for the lobby."""
    users = [
        seat.user if seat else reserved
        for seat, reserved in zip(game.seats, game.terms.reserved, strict=True)
    ]
    names = [seat.name if seat else None for seat in game.seats]
    match = game.match
    seals = (None, None) if match is None else match.seals
    return {
        "seq": game.seq,
        "status": game.status.value,
        "user0": users[0],
        "user1": users[1],
        "name0": names[0],
        "name1": names[1],
        "waits_for": sum(1 << seat for seat in game.waits_for),
        "level_turn": game.level_to_move is not None,
        "deadline": None if game.clocks.allowed is None else game.deadline,
        "updated_at": game.updated_at,
        "winner": None if match is None else match.winner,
        "seals0": seals[0],
        "seals1": seals[1],
    }


def game_of(row: DatabaseRow) -> OpenGame:
    """The game of a row, before the first entry of its log."""
    if row["format"] != LOG_FORMAT:
        raise ValueError(f"the log's format must be {LOG_FORMAT!r}, got {row['format']!r}")
    terms = decode_data(row["terms"])
    if row.get("record") is not None:
        terms["script"] = decode_data(zlib.decompress(row["record"]).decode())
    return OpenGame(
        id=row["id"],
        maker=row["maker"],
        terms=GameTerms.from_data(terms),
        secret=bytes.fromhex(row["secret"]),
        updated_at=row["created_at"],
    )


def entry_of(row: Mapping[Any, Any]) -> LogEntry:
    """The entry of a row of `events`."""
    return LogEntry(
        seq=row["seq"],
        kind=EventKind(row["kind"]),
        at=row["at"],
        data=decode_data(row["data"]),
        key=row["key"],
    )
