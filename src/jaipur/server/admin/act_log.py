"""The log of an admin's acts: a table, to which an act is added first and in which it is then done.

A running server looks into it every second and does what is new; so games and sessions in its
memory stay right. Where none runs, the command does it itself.
"""

from __future__ import annotations

import getpass
import secrets
from dataclasses import dataclass
from typing import Final

import msgspec
from sqlalchemy import Connection, insert, or_, select, update

from jaipur.server import schema
from jaipur.server.accounts.invitation_codes import make_code
from jaipur.server.admin.acts import Act, InviteAccounts

__all__ = [
    "LoggedAct",
    "add_act",
    "finish_act",
    "invite_accounts",
    "logged_acts",
    "outcome_of",
    "take_act",
]

# An act whose process has died is taken up again after this time.
_TAKEN_MS: Final = 60_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedAct:
    """An act: when, by which operating-system user, and its outcome."""

    id: str
    at: int
    by: str
    act: Act
    outcome: str | None
    """None until it is done; then `done`, or why it could not be."""


def add_act(connection: Connection, act: Act, now: int) -> str:
    """Add an act that is to be done; its id."""
    row = {
        "id": secrets.token_hex(8),
        "at": now,
        "by": _who(),
        "act": msgspec.json.encode(act).decode(),
    }
    connection.execute(insert(schema.admin_acts).values(row))
    return str(row["id"])


def _who() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # no such user on this machine, as in some containers
        return "unknown"


def invite_accounts(connection: Connection, act: InviteAccounts, now: int) -> str:
    """Make an invitation code, and log it without the code; no server needs to know of it."""
    finish_act(connection, add_act(connection, act, now), "done")
    return make_code(connection, now, uses=act.uses, days=act.days, note=act.note)


def take_act(connection: Connection, now: int) -> LoggedAct | None:
    """Take the oldest act that is not done, so that no other process does it too."""
    table = schema.admin_acts
    free = or_(table.c.taken_at.is_(None), table.c.taken_at < now - _TAKEN_MS)
    waiting = select(table).where(table.c.outcome.is_(None), free).order_by(table.c.at, table.c.id)
    row = connection.execute(waiting.limit(1)).mappings().first()
    if row is None:
        return None
    mine = update(table).where(table.c.id == row["id"], table.c.outcome.is_(None), free)
    if connection.execute(mine.values(taken_at=now)).rowcount != 1:
        return None
    return _logged(dict(row))


def finish_act(connection: Connection, id: str, outcome: str) -> None:
    """Store the outcome of an act."""
    table = schema.admin_acts
    connection.execute(update(table).where(table.c.id == id).values(outcome=outcome))


def outcome_of(connection: Connection, id: str) -> str | None:
    """What came of an act; None while it is not done."""
    table = schema.admin_acts
    outcome: str | None = connection.execute(
        select(table.c.outcome).where(table.c.id == id)
    ).scalar_one()
    return outcome


def logged_acts(connection: Connection, limit: int) -> list[LoggedAct]:
    """The latest acts, the newest first."""
    table = schema.admin_acts
    newest = select(table).order_by(table.c.at.desc(), table.c.id).limit(limit)
    return [_logged(dict(row)) for row in connection.execute(newest).mappings()]


def _logged(row: dict[str, object]) -> LoggedAct:
    return LoggedAct(
        id=str(row["id"]),
        at=int(str(row["at"])),
        by=str(row["by"]),
        act=msgspec.json.decode(str(row["act"]), type=Act),
        outcome=None if row["outcome"] is None else str(row["outcome"]),
    )
