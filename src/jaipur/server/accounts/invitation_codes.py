"""Invitation codes: with one, a visitor gets an account where registration is by invitation.

A code can be used so many times until a day. It is shown when it is made, and stored as SHA-256.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from jaipur.server import schema
from jaipur.server.accounts.codes import code_digest, new_code
from jaipur.server.problems import Problem, ProblemCode

__all__ = ["InvitationCode", "list_codes", "make_code", "redeem_code", "revoke_codes"]

_DAY_MS: Final = 24 * 3_600_000


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitationCode:
    """A code that can still be used; its text is not kept."""

    note: str
    made_at: int
    expires_at: int
    uses_left: int


def make_code(
    connection: Connection, now: int, *, uses: int = 1, days: int = 14, note: str = ""
) -> str:
    """A new code, for so many accounts within so many days."""
    if uses < 1 or days < 1:
        raise ValueError(f"uses and days must be at least 1, got {uses} and {days}")
    code = new_code()
    row = {
        "hash": code_digest(code),
        "note": note[:96],
        "made_at": now,
        "expires_at": now + days * _DAY_MS,
        "uses_left": uses,
    }
    connection.execute(insert(schema.invitation_codes).values(row))
    return code


def list_codes(connection: Connection, now: int) -> list[InvitationCode]:
    """The codes that can still be used, the oldest first."""
    codes = schema.invitation_codes
    usable = (codes.c.expires_at > now) & (codes.c.uses_left > 0)
    rows = connection.execute(select(codes).where(usable).order_by(codes.c.made_at)).mappings()
    return [
        InvitationCode(
            note=row["note"],
            made_at=row["made_at"],
            expires_at=row["expires_at"],
            uses_left=row["uses_left"],
        )
        for row in rows
    ]


def revoke_codes(connection: Connection, note: str) -> int:
    """Remove the codes with this note; returns how many there were."""
    codes = schema.invitation_codes
    return connection.execute(delete(codes).where(codes.c.note == note)).rowcount


def redeem_code(connection: Connection, code: str | None, now: int) -> None:
    """Use a code once, as a part of a transaction; Problem if it cannot be used."""
    codes = schema.invitation_codes
    this = codes.c.hash == code_digest(code or "")
    usable = (codes.c.expires_at > now) & (codes.c.uses_left > 0)
    change = update(codes).where(this, usable).values(uses_left=codes.c.uses_left - 1)
    if connection.execute(change).rowcount != 1:
        raise Problem.of(ProblemCode.WRONG_INVITATION_CODE)
