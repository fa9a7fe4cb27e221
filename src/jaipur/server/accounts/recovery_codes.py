"""Recovery codes: eight for an account, each signs in once; a new set replaces the old one."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, delete, func, insert, select

from jaipur.server import schema
from jaipur.server.accounts.codes import code_digest, new_code

__all__ = ["CODES", "codes_left", "replace_codes", "use_code"]

CODES: Final = 8


def replace_codes(connection: Connection, user: str) -> list[str]:
    """New codes in the place of all that a user had; only now they can be read."""
    table, codes = schema.recovery_codes, [new_code() for _ in range(CODES)]
    connection.execute(delete(table).where(table.c.user_id == user))
    rows = [{"hash": code_digest(code), "user_id": user} for code in codes]
    connection.execute(insert(table), rows)
    return codes


def use_code(connection: Connection, code: str) -> str | None:
    """The user of a code, which cannot be used again; None if it is wrong."""
    table, this = schema.recovery_codes, schema.recovery_codes.c.hash == code_digest(code)
    user: str | None = connection.execute(select(table.c.user_id).where(this)).scalar()
    if user is None or connection.execute(delete(table).where(this)).rowcount != 1:
        return None
    return user


def codes_left(connection: Connection, user: str) -> int:
    """How many codes a user has not used."""
    mine = schema.recovery_codes.c.user_id == user
    query = select(func.count()).select_from(schema.recovery_codes).where(mine)
    return int(connection.execute(query).scalar_one())
