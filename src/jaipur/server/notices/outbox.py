"""The outbox: notices written with the events they follow from, then handed to devices one by one.

`write` is part of the transaction that writes the events, so a notice is there if and only if its
event is. `hand_out` turns notices that are due into deliveries, one for each device of the user;
`claim` takes some for sending, and `settle` notes what came of them. Each is one transaction. A
process that dies in between leaves deliveries whose `next_at` passes again: they are sent at least
once. Several processes can do it side by side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    Connection,
    bindparam,
    delete,
    exists,
    func,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from jaipur.server.notices import tables
from jaipur.server.notices.drafts import NoticeDraft, NoticeKind, OutboxChange
from jaipur.server.notices.quiet_hours import QuietHours

__all__ = ["Delivery", "SendAttempt", "claim", "hand_out", "next_due", "release", "settle", "write"]

LEASE_MS: Final = 90_000
KEPT_MS: Final = 3 * 24 * 3_600_000  # a notice that could not be sent for so long is dropped
_HANDED_OUT_AT_ONCE: Final = 200
_FIRST_PAUSE_MS: Final = 30_000
_LONGEST_PAUSE_MS: Final = 3_600_000

_notices, _deliveries, _devices = tables.notices.c, tables.deliveries.c, tables.devices.c
_COLUMNS: Final = (*NoticeDraft._fields, "push_at", "muted")


class Delivery(NamedTuple):
    """A notice that this process sends to a device now."""

    notice: str
    device: str
    attempts: int
    expires_at: int


class SendAttempt(NamedTuple):
    """The outcome of a delivery."""

    delivery: Delivery
    is_sent: bool = False
    is_gone: bool = False
    """Whether the device no longer exists."""
    failure: str | None = None
    wait_ms: int = 0
    """How long the push service has asked to wait."""


def _insert_of(connection: Connection, table: Any) -> Any:
    return (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(table)


def write(connection: Connection, change: OutboxChange) -> None:
    """Write what events change, as a part of their transaction."""
    if change.withdrawn:
        _withdraw(connection, change)
    if not change.drafts:
        return
    values = [bindparam(f"new_{name}", type_=tables.notices.c[name].type) for name in _COLUMNS]
    has_notices = exists().where(tables.notice_settings.c.user_id == bindparam("new_user_id"))
    statement = _insert_of(connection, tables.notices)
    statement = statement.from_select(_COLUMNS, select(*values).where(has_notices))
    # A deadline that was moved moves its reminders; what has been handed out stays as it was.
    moved = {name: statement.excluded[name] for name in ("due_at", "push_at")}
    statement = statement.on_conflict_do_update(
        index_elements=["id"],
        set_=moved,
        where=_notices.push_at.is_not(None) & (_notices.kind == NoticeKind.REMINDER.value),
    )
    for draft in change.drafts:
        row = {**draft._asdict(), "push_at": draft.due_at, "muted": False}
        row["kind"] = draft.kind.value
        connection.execute(statement, {f"new_{name}": value for name, value in row.items()})


def _withdraw(connection: Connection, change: OutboxChange) -> None:
    """Stop sending notices that are over: the move was made, the challenge was answered."""
    over = (
        (_notices.game == change.game)
        & _notices.kind.in_([kind.value for kind in change.withdrawn])
        & _notices.id.not_in([draft.id for draft in change.drafts])
    )
    found = select(_notices.id).where(over)
    connection.execute(delete(tables.deliveries).where(_deliveries.notice.in_(found)))
    is_reminder = _notices.kind == NoticeKind.REMINDER.value
    waiting = over & _notices.push_at.is_not(None)
    connection.execute(delete(tables.notices).where(waiting & is_reminder))
    connection.execute(update(tables.notices).where(waiting).values(push_at=None))


def hand_out(connection: Connection, now: int) -> int:
    """Choose the devices of the notices that are due; how many notices there were."""
    due = (
        select(tables.notices.c.id, _notices.user_id, _notices.kind, tables.notice_settings)
        .join(tables.notice_settings, tables.notice_settings.c.user_id == tables.notices.c.user_id)
        .where(_notices.push_at <= now)
        .order_by(_notices.push_at)
        .limit(_HANDED_OUT_AT_ONCE)
        .with_for_update(skip_locked=True, of=tables.notices)
    )
    rows = connection.execute(due).mappings().all()
    for row in rows:
        _hand_out_one(connection, row, now)
    return len(rows)


def _hand_out_one(connection: Connection, row: Any, now: int) -> None:
    this = update(tables.notices).where(_notices.id == row["id"])
    if row["kind"] in row["switched_off"].split():
        connection.execute(this.values(push_at=None, muted=True))
        return
    later = QuietHours.of(row).end_of(now) if row["kind"] != NoticeKind.TEST else None
    if later is not None:
        connection.execute(this.values(push_at=later))
        return
    connection.execute(this.values(push_at=None))
    devices = select(_devices.id).where(_devices.user_id == row["user_id"])
    for device in connection.execute(devices).scalars().all():
        anew = _insert_of(connection, tables.deliveries).values(
            notice=row["id"], device=device, attempts=0, next_at=now, expires_at=now + KEPT_MS
        )
        connection.execute(anew.on_conflict_do_nothing())


def claim(connection: Connection, now: int, most: int) -> list[Delivery]:
    """Some deliveries that are due; nobody else gets them until the lease is over."""
    due = (
        select(_deliveries.notice, _deliveries.device, _deliveries.attempts, _deliveries.expires_at)
        .where(_deliveries.next_at <= now)
        .order_by(_deliveries.next_at)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    found = [Delivery(*row) for row in connection.execute(due).all()]
    for delivery in found:
        leased = {"next_at": now + LEASE_MS, "attempts": delivery.attempts + 1}
        connection.execute(update(tables.deliveries).where(_is(delivery)).values(leased))
    return found


def release(connection: Connection, now: int) -> None:
    """Send again at once what another process had claimed: for a start, if none can be alive."""
    leased = (_deliveries.next_at > now) & (_deliveries.next_at <= now + LEASE_MS)
    connection.execute(update(tables.deliveries).where(leased).values(next_at=now))


def settle(connection: Connection, attempts: Iterable[SendAttempt], now: int) -> int:
    """Store the outcome of deliveries; how many were given up."""
    given_up = 0
    for attempt in attempts:
        device = update(tables.devices).where(_devices.id == attempt.delivery.device)
        if attempt.is_gone:
            gone = _devices.id == attempt.delivery.device
            connection.execute(delete(tables.devices).where(gone))
        elif attempt.is_sent:
            connection.execute(delete(tables.deliveries).where(_is(attempt.delivery)))
            connection.execute(device.values(sent_at=now, failure=None))
        else:
            connection.execute(device.values(failed_at=now, failure=attempt.failure))
            given_up += _postpone(connection, attempt, now)
    return given_up


def _postpone(connection: Connection, attempt: SendAttempt, now: int) -> bool:
    """Try again later, with growing pauses; True if it is given up."""
    delivery = attempt.delivery
    pause = min(_LONGEST_PAUSE_MS, _FIRST_PAUSE_MS << min(delivery.attempts, 10))
    again = now + max(pause, min(attempt.wait_ms, _LONGEST_PAUSE_MS))
    if again >= delivery.expires_at:
        connection.execute(delete(tables.deliveries).where(_is(delivery)))
        return True
    connection.execute(update(tables.deliveries).where(_is(delivery)).values(next_at=again))
    return False


def _is(delivery: Delivery) -> Any:
    return (_deliveries.notice == delivery.notice) & (_deliveries.device == delivery.device)


def next_due(connection: Connection) -> tuple[int | None, int | None]:
    """When the next notice and the next delivery are due."""
    notice = connection.execute(select(func.min(_notices.push_at))).scalar()
    return notice, connection.execute(select(func.min(_deliveries.next_at))).scalar()


def outbox_length(connection: Connection, now: int) -> int:
    """How many notices and deliveries are due and not sent."""
    notices = select(func.count()).where(_notices.push_at <= now)
    deliveries = select(func.count()).select_from(tables.deliveries)
    return int(connection.execute(notices).scalar_one()) + int(
        connection.execute(deliveries).scalar_one()
    )
