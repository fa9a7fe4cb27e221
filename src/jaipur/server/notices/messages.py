"""Notices with what they are about, read from the database: the rows behind pushes and the feed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Select, select

from jaipur.server import schema
from jaipur.server.notices import tables
from jaipur.server.notices.drafts import NoticeKind
from jaipur.server.notices.outbox import Delivery
from jaipur.server.notices.words import NoticeFacts

__all__ = ["facts_of", "feed_rows", "rows_to_send"]

FEED_ENTRIES: Final = 50
Row = Mapping[Any, Any]
_notices, _games, _users = tables.notices.c, schema.games.c, schema.users.c


def _with_game(*more: Any) -> Select[Any]:
    """Notices with the public facts of their games. No column of a hand or a deck exists."""
    game = (_games.status, _games.waits_for, _games.deadline, _games.winner)
    names = (_games.name0, _games.name1, _users.name.label("maker_name"))
    return (
        select(tables.notices, *game, *names, *more)
        .outerjoin(schema.games, _games.id == _notices.game)
        .outerjoin(schema.users, _users.id == _games.maker)
    )


def rows_to_send(connection: Connection, deliveries: Sequence[Delivery]) -> dict[Delivery, Row]:
    """The rows of deliveries, each with its device; those that are gone are left out."""
    devices = tables.devices.c
    device = [devices[name] for name in ("endpoint", "p256dh", "auth", "language")]
    found: dict[Delivery, Row] = {}
    for delivery in deliveries:
        query = _with_game(*device).join(tables.devices, devices.user_id == _notices.user_id)
        query = query.where(_notices.id == delivery.notice, devices.id == delivery.device)
        row = connection.execute(query).mappings().first()
        if row is not None:
            found[delivery] = row
    return found


def feed_rows(connection: Connection, user: str, now: int) -> list[Row]:
    """The latest notices of a user that are due, newest first."""
    query = _with_game().where(
        _notices.user_id == user,
        _notices.due_at <= now,
        _notices.kind != NoticeKind.TEST.value,
        ~_notices.muted,
    )
    newest = query.order_by(_notices.due_at.desc(), _notices.id.desc()).limit(FEED_ENTRIES)
    return list(connection.execute(newest).mappings().all())


def facts_of(row: Row, now: int | None) -> NoticeFacts:
    """The text of a notice; without `now`, only the part that does not change over time."""
    seat = row["seat"]
    if seat is None or row["status"] is None:
        return NoticeFacts(kind=row["kind"], opponent=None)
    is_challenge = row["kind"] == NoticeKind.CHALLENGE
    is_waited_for = bool(row["waits_for"] >> seat & 1)
    deadline = row["deadline"] if is_waited_for and now is not None else None
    return NoticeFacts(
        kind=row["kind"],
        opponent=row["maker_name"] if is_challenge else row[f"name{1 - seat}"],
        move=row["move"],
        won=None if row["winner"] is None else row["winner"] == seat,
        between=now is not None and row["status"] == "between",
        left_ms=None if deadline is None or now is None else deadline - now,
    )
