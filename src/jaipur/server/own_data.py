"""What is kept of a user beside finished matches, as JSON files for the export: no secret is in it.

Each file has the rows of some tables, with the columns that tell something to their owner.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, Table, select

from jaipur.server import schema
from jaipur.server.notices import tables

__all__ = ["own_data"]

# By file and name in it: the table, and the columns that are exported; hashes and keys are not.
_FILES: Final[dict[str, dict[str, tuple[Table, tuple[str, ...]]]]] = {
    "account.json": {
        "names": (schema.account_names, ("key", "until")),
        "sessions": (
            schema.sessions,
            ("kind", "name", "agent", "network", "created_at", "expires_at", "verified_at"),
        ),
        "links": (schema.links, ("kind", "expires_at")),
        "password": (schema.passwords, ("changed_at",)),
        "passkeys": (schema.passkeys, ("id", "name", "created_at", "used_at")),
        "recovery_codes": (schema.recovery_codes, ("user_id",)),
        "known_browsers": (schema.known_browsers, ("seen_at",)),
    },
    "puzzles.json": {
        "rating": (schema.puzzle_scores, ("rating", "deviation", "attempts", "right")),
        "attempts": (schema.puzzle_attempts, ("puzzle", "move", "grade", "lost", "change", "at")),
    },
    "mistakes.json": {
        "answers": (schema.mistake_answers, ("game", "round", "ply", "right", "due_at")),
    },
    "ratings.json": {
        "ratings": (
            schema.ratings,
            ("ruleset", "figure", "rating", "deviation", "volatility", "matches", "rounds"),
        ),
        "changes": (
            schema.rating_changes,
            ("game", "ruleset", "figure", "ended_at", "before", "weight", "rating", "deviation"),
        ),
        "profile": (schema.profiles, ("visibility",)),
        "friends": (schema.friends, ("friend_id", "at")),
        "blocks": (schema.blocks, ("blocked_id", "created_at")),
        "pairing": (schema.pairing_tickets, ("terms", "since", "until", "game")),
    },
    "notices.json": {
        "settings": (
            tables.notice_settings,
            ("language", "time_zone", "quiet_from", "quiet_until", "switched_off", "created_at"),
        ),
        "devices": (tables.devices, ("name", "language", "created_at", "sent_at", "failure")),
        "notices": (tables.notices, ("kind", "game", "seat", "due_at")),
    },
    "imports.json": {"records": (schema.imports, ("game", "seen_at"))},
}
_GAME: Final = ("id", "status", "created_at", "updated_at")


def own_data(connection: Connection, user: str) -> dict[str, dict[str, Any]]:
    """The files by name."""
    files: dict[str, dict[str, Any]] = {
        file: {
            name: _rows(connection, table, columns, user) for name, (table, columns) in of.items()
        }
        for file, of in _FILES.items()
    }
    users = schema.users.c
    columns = ("id", "name", "created_at", "registered_at", "renamed_at", "shown_here")
    about = select(*(users[name] for name in columns))
    row = connection.execute(about.where(users.id == user)).mappings().first()
    files["account.json"] = {"user": None if row is None else dict(row), **files["account.json"]}
    files["games.json"] = {"games": _games(connection, user)}
    return files


def _rows(
    connection: Connection, table: Table, columns: tuple[str, ...], user: str
) -> list[dict[str, Any]]:
    query = select(*(table.c[name] for name in columns)).where(table.c.user_id == user)
    return [dict(row) for row in connection.execute(query).mappings()]


def _games(connection: Connection, user: str) -> list[dict[str, Any]]:
    """Every game in which the user has a seat or had one, also those that are not over."""
    games, participants = schema.games.c, schema.participants.c
    query = select(*(games[name] for name in _GAME), games.user0 == user, games.user1 == user)
    mine = query.join(schema.participants, participants.game == games.id)
    rows = connection.execute(mine.where(participants.user_id == user).order_by(games.id))
    return [
        {**dict(zip(_GAME, row[:4], strict=True)), "seats": [n for n in (0, 1) if row[4 + n]]}
        for row in rows
    ]
