"""Known browsers: in which the owner of an account has logged in, told by a cookie of their own.

The cookie signs nobody in. It only keeps other people's guesses from slowing the owner down. One
cookie serves all accounts of a browser: what is stored is a hash of it with the account's id.
"""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from jaipur.server import schema
from jaipur.server.sessions import digest_of

__all__ = ["KNOWN_MS", "forget_browsers", "is_known", "note_browser"]

KNOWN_MS: Final = 400 * 24 * 3_600_000
_PER_USER: Final = 20
_BYTES: Final = 32
_LENGTH: Final = 43  # of so many bytes as text


def is_known(connection: Connection, cookie: str | None, user: str, now: int) -> bool:
    """Whether this account has logged in with the browser of this cookie."""
    known = schema.known_browsers.c
    this = (known.hash == _digest(cookie or "", user)) & (known.seen_at > now - KNOWN_MS)
    return connection.execute(select(known.hash).where(this)).first() is not None


def note_browser(connection: Connection, cookie: str | None, user: str, now: int) -> str:
    """The cookie of a browser that this account has just logged in with: the same, or a new one."""
    table, known = schema.known_browsers, schema.known_browsers.c
    if cookie is None or len(cookie) != _LENGTH:
        cookie = secrets.token_urlsafe(_BYTES)
    digest = _digest(cookie, user)
    change = update(table).where(known.hash == digest).values(seen_at=now)
    if connection.execute(change).rowcount == 0:
        row = {"hash": digest, "user_id": user, "seen_at": now}
        connection.execute(insert(table).values(row))
        mine = select(known.hash).where(known.user_id == user).order_by(known.seen_at.desc())
        old = list(connection.execute(mine.offset(_PER_USER).limit(10)).scalars())
        if old:
            connection.execute(delete(table).where(known.hash.in_(old)))
    return cookie


def forget_browsers(connection: Connection, user: str) -> None:
    """Know no browser of an account any more."""
    table = schema.known_browsers
    connection.execute(delete(table).where(table.c.user_id == user))


def _digest(cookie: str, user: str) -> str:
    return digest_of(f"{cookie} {user}")
