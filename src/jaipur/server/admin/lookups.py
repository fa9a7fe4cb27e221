"""What an admin looks up: users by name or id, games with their logs, reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, func, or_, select

from jaipur.server import schema
from jaipur.server.event_log import decode_data

__all__ = ["describe_game", "find_users", "list_reports", "one_user"]

Row = dict[str, Any]
_MOST_FOUND: Final = 50
# Parts of the terms that identify nobody and decide nothing.
_HIDDEN_TERMS: Final = ("script", "reserved", "begin", "names")


def find_users(connection: Connection, text: str) -> list[Row]:
    """The users with this id, or with this text in their name, whatever its case."""
    users, participants = schema.users.c, schema.participants.c
    alike = func.lower(users.name).contains(text.lower(), autoescape=True)
    games = (
        select(func.count())
        .where(participants.user_id == users.id)
        .scalar_subquery()
        .label("games")
    )
    found = select(schema.users, games).where(or_(users.id == text, alike))
    rows = connection.execute(found.order_by(users.created_at.desc()).limit(_MOST_FOUND))
    return [dict(row) for row in rows.mappings()]


def one_user(connection: Connection, text: str) -> Row | None:
    """The user with this id, or the only account with exactly this name."""
    users = schema.users
    row = connection.execute(select(users).where(users.c.id == text)).mappings().first()
    if row is not None:
        return dict(row)
    named = select(users).where(users.c.name == text, users.c.registered_at.is_not(None))
    rows = connection.execute(named).mappings().all()
    return dict(rows[0]) if len(rows) == 1 else None


def describe_game(connection: Connection, game: str) -> tuple[Row, list[Row]] | None:
    """A game's row without its secret, and its log; None if there is none."""
    games, events = schema.games, schema.events
    row = connection.execute(select(games).where(games.c.id == game)).mappings().first()
    if row is None:
        return None
    about = {name: value for name, value in row.items() if name not in ("secret", "invitation")}
    terms = decode_data(row["terms"])
    about["terms"] = {name: it for name, it in terms.items() if name not in _HIDDEN_TERMS}
    log = connection.execute(select(events).where(events.c.game == game).order_by(events.c.seq))
    return about, [dict(entry) for entry in log.mappings()]


def list_reports(connection: Connection, *, closed: bool) -> Sequence[Row]:
    """The reports that are open, or all of them, the newest first."""
    reports, by, about = schema.reports, schema.users.alias(), schema.users.alias()
    query = (
        select(reports, by.c.name.label("by_name"), about.c.name.label("about_name"))
        .outerjoin(by, by.c.id == reports.c.by)
        .outerjoin(about, about.c.id == reports.c.about)
        .order_by(reports.c.at.desc())
    )
    if not closed:
        query = query.where(reports.c.closed_at.is_(None))
    return [dict(row) for row in connection.execute(query.limit(200)).mappings()]
