"""Users: guests, their names, and the links with which they sign in on other devices.

A guest is a full user. Tokens of links are 256 random bits and are stored as SHA-256 only.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.entropy import Entropy
from jaipur.server.problems import Problem, ProblemCode, WriteConflict
from jaipur.server.sessions import NewSession, Sessions, User, add_session, digest_of, user_of
from jaipur.server.store import Store

__all__ = ["LINK_KINDS", "Users"]

_DAY_MS: Final = 24 * 3_600_000
_LINK_MS: Final = {"device": 600_000, "recovery": 365 * _DAY_MS}
LINK_KINDS: Final = tuple(_LINK_MS)
# How long a visitor's request that created a guest can be repeated, if its answer was lost.
_RETRY_MS: Final = 120_000
_RETRY: Final = "retry"  # the kind of a link that such a request makes of itself
_BROWSER: Final = NewSession()


class Users:
    """Users and their links."""

    def __init__(self, store: Store, clock: Clock, entropy: Entropy) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self.sessions = Sessions(store, clock)

    async def create(
        self, name: str | None, new: NewSession = _BROWSER, *, retry: str | None = None
    ) -> tuple[User, str]:
        """A new guest with a session; WriteConflict if `retry` was used before.

        For two minutes `repeat` gives the same guest again, to who knows the text of `retry`.
        """
        name = name or f"Guest {secrets.randbelow(9000) + 1000}"
        user, token = User(id=self._entropy.token(), name=name), secrets.token_urlsafe(32)
        now = self._clock.now()

        def work(connection: Connection) -> None:
            row = {"id": user.id, "name": user.name, "created_at": now}
            connection.execute(insert(schema.users).values(row))
            add_session(connection, user.id, token, now, new)
            if retry is not None:
                link = _link(retry, user, _RETRY, now + _RETRY_MS)
                connection.execute(insert(schema.links).values(link))

        await self._store.write(work)
        return user, token

    async def repeat(self, retry: str, new: NewSession = _BROWSER) -> tuple[User, str] | None:
        """The guest that `create` made for this text a moment ago, with another session."""
        try:
            return await self._redeem(retry, [_RETRY], new)
        except Problem as problem:
            if problem.code == ProblemCode.LINK_GONE:
                return None
            raise

    async def create_once(self, retry: str, new: NewSession = _BROWSER) -> tuple[User, str]:
        """A new guest with a session, or the one that was made for the same text a moment ago."""
        found = await self.repeat(retry, new)
        if found is not None:
            return found
        try:
            return await self.create(None, new, retry=retry)
        except WriteConflict:  # the same request is being answered at the same time
            found = await self.repeat(retry, new)
            if found is None:
                raise Problem.of(ProblemCode.LINK_GONE) from None
            return found

    async def rename(self, user: User, name: str) -> User:
        """Change a guest's name; games that have begun keep the old one."""
        change = update(schema.users).where(schema.users.c.id == user.id).values(name=name)
        try:
            await self._store.write(lambda c: c.execute(change) and None)
        finally:
            self.sessions.changed(user.id)
        return replace(user, name=name)

    async def make_link(self, user: User, kind: str) -> tuple[str, int]:
        """The token of a sign-in link, and when it expires. It replaces the old one of its kind."""
        token = secrets.token_urlsafe(32)
        expires = self._clock.now() + _LINK_MS[kind]
        links = schema.links

        def work(connection: Connection) -> None:
            old = (links.c.user_id == user.id) & (links.c.kind == kind)
            connection.execute(delete(links).where(old))
            connection.execute(insert(links).values(_link(token, user, kind, expires)))

        await self._store.write(work)
        return token, expires

    async def redeem(self, link: str, new: NewSession = _BROWSER) -> tuple[User, str]:
        """The user of a link, and the token of a new session. A device link works once."""
        return await self._redeem(link, LINK_KINDS, new)

    async def _redeem(self, link: str, kinds: Sequence[str], new: NewSession) -> tuple[User, str]:
        digest, token, now = digest_of(link), secrets.token_urlsafe(32), self._clock.now()
        links, users = schema.links, schema.users

        def work(connection: Connection) -> tuple[User, list[str]]:
            query = select(users, links.c.kind).where(
                links.c.hash == digest,
                links.c.kind.in_(kinds),
                links.c.expires_at > now,
                users.c.id == links.c.user_id,
            )
            row = connection.execute(query).mappings().first()
            if row is None:
                raise Problem.of(ProblemCode.LINK_GONE)
            if row["kind"] == "device":
                used = connection.execute(delete(links).where(links.c.hash == digest))
                if used.rowcount != 1:
                    raise Problem.of(ProblemCode.LINK_GONE)
            user = user_of(row)
            return user, add_session(connection, user.id, token, now, new)

        user, ended = await self._store.write(work)
        self.sessions.ended(ended)
        return user, token

    def forget(self, user: str) -> None:
        """Drop what is in memory about a user who was deleted."""
        self.sessions.forget_others(user, None)


def _link(token: str, user: User, kind: str, expires_at: int) -> dict[str, object]:
    return {"hash": digest_of(token), "user_id": user.id, "kind": kind, "expires_at": expires_at}
