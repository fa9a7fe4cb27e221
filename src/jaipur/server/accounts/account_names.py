"""The names of accounts: each is one account's alone, and so is whatever looks like it.

A name that an account had before stays reserved for a year, also after its deletion; then only the
hash of what it looked like is kept.
"""

from __future__ import annotations

import hashlib
from typing import Final

from sqlalchemy import Connection, delete, insert, or_, select, update

from jaipur.server import schema
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.store import Store
from jaipur.server.user_names import name_key

__all__ = ["RENAMED_AFTER_MS", "RESERVED_MS", "check_claim", "check_free", "claim", "rename"]
__all__ += ["reserve_deleted"]

_DAY_MS: Final = 24 * 3_600_000
RENAMED_AFTER_MS: Final = 30 * _DAY_MS
RESERVED_MS: Final = 365 * _DAY_MS


async def check_free(store: Store, name: str, user: str | None, now: int) -> None:
    """Problem if a name, or one that looks like it, is another account's."""
    if await store.read(lambda connection: _is_taken(connection, name, user, now)):
        raise Problem.of(ProblemCode.NAME_TAKEN)


def check_claim(connection: Connection, name: str, user: str, now: int) -> None:
    """The same as a part of a transaction."""
    if _is_taken(connection, name, user, now):
        raise Problem.of(ProblemCode.NAME_TAKEN)


def claim(connection: Connection, name: str, user: str) -> None:
    """Give a name that is free to an account, as a part of a transaction."""
    names = schema.account_names
    connection.execute(delete(names).where(names.c.key.in_(_keys(name))))
    row = {"key": name_key(name), "user_id": user, "until": None}
    connection.execute(insert(names).values(row))


def rename(
    connection: Connection, user: str, name: str, now: int, *, by_admin: bool = False
) -> None:
    """Change an account's name; Problem if the last change was less than a month ago.

    An admin can always do so, and then the user cannot have the old name back.
    """
    users, names = schema.users, schema.account_names
    row = connection.execute(select(users).where(users.c.id == user)).mappings().one()
    change = update(users).where(users.c.id == user).values(name=name)
    if name_key(name) != name_key(row["name"]):  # else other capitals, spaces or marks
        changeable = (row["renamed_at"] or -RENAMED_AFTER_MS) + RENAMED_AFTER_MS
        if now < changeable and not by_admin:
            raise Problem.of(ProblemCode.RENAMED_LATELY, changeable_from=changeable)
        check_claim(connection, name, user, now)
        mine = (names.c.user_id == user) & (names.c.until.is_(None))
        kept = {"until": now + RESERVED_MS, "user_id": None if by_admin else user}
        connection.execute(update(names).where(mine).values(kept))
        claim(connection, name, user)
        change = change.values(renamed_at=now)
    connection.execute(change)


def reserve_deleted(connection: Connection, user: str, now: int) -> None:
    """Keep the names of an account that is deleted out of use for a year, without telling them."""
    names = schema.account_names
    mine = connection.execute(select(names.c.key).where(names.c.user_id == user)).scalars().all()
    connection.execute(delete(names).where(names.c.user_id == user))
    rows = [{"key": _hashed(key), "user_id": None, "until": now + RESERVED_MS} for key in mine]
    keys = [row["key"] for row in rows]
    if rows:
        connection.execute(delete(names).where(names.c.key.in_(keys)))
        connection.execute(insert(names), rows)


def _is_taken(connection: Connection, name: str, user: str | None, now: int) -> bool:
    names = schema.account_names.c
    held = or_(names.until.is_(None), names.until > now)
    found = connection.execute(
        select(names.user_id).where(names.key.in_(_keys(name)), held)
    ).scalars()
    return any(owner is None or owner != user for owner in found)


def _keys(name: str) -> tuple[str, str]:
    key = name_key(name)
    return key, _hashed(key)


def _hashed(key: str) -> str:
    # A key has no colon and letters at once, so it is none of a name that somebody may choose.
    return "deleted:" + hashlib.sha256(key.encode()).hexdigest()
