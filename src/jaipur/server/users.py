"""Users, their sessions, and the links with which they sign in on other devices.

A guest is a full user. Tokens are 256 random bits and are stored as SHA-256 only.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from weakref import WeakSet

from sqlalchemy import Connection, delete, insert, or_, select, update

from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.entropy import Entropy
from jaipur.server.event_log import decode_data, encode_data
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.store import Store

__all__ = ["LINK_KINDS", "SessionWatch", "User", "Users"]

LINK_KINDS: Final = ("device", "recovery")
_DEVICE_LINK_MS: Final = 600_000
_SESSIONS_CACHED: Final = 20_000
_CACHE_MS: Final = 5_000  # a sign-out in another process takes effect here after this time


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """A person or a program."""

    id: str
    name: str


@dataclass(slots=True, eq=False, weakref_slot=True)
class SessionWatch:
    """Whether a session has ended since; for answers that outlast their request."""

    digest: str
    user: str
    on_end: Callable[[], None] | None = None
    ended: bool = False

    def end(self) -> None:
        """Note that the session has ended."""
        self.ended = True
        if self.on_end is not None:
            self.on_end()


class Users:
    """Users and their sessions."""

    def __init__(self, store: Store, clock: Clock, entropy: Entropy) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._sessions: OrderedDict[str, tuple[int, User]] = OrderedDict()
        self._changes = (
            0  # of sessions and names: what was read before the last one may be outdated
        )
        self._watches: WeakSet[SessionWatch] = WeakSet()

    async def by_token(self, token: str) -> User | None:
        """The user of a session."""
        digest, now = _hash(token), self._clock.now()
        cached = self._sessions.get(digest)
        if cached is not None and (not self._store.shared or now - cached[0] < _CACHE_MS):
            return cached[1]
        users, sessions = schema.users.c, schema.sessions.c
        query = select(users.id, users.name).where(
            sessions.hash == digest, sessions.user_id == users.id
        )
        changes = -1
        while changes != self._changes:
            changes = self._changes
            rows = await self._store.rows(query)
        if not rows:
            self._sessions.pop(digest, None)
            return None
        return self._remember(digest, User(**rows[0]))

    def watch(self, token: str, user: User) -> SessionWatch:
        """A watch of the session that this token has just been found for."""
        watch = SessionWatch(_hash(token), user.id)
        self._watches.add(watch)
        return watch

    async def check(self, token: str, watch: SessionWatch) -> None:
        """End the watch if another process has ended the session."""
        if await self.by_token(token) is None:
            watch.end()

    async def create(self, name: str | None) -> tuple[User, str]:
        """A new guest with a session."""
        name = name or f"Guest {secrets.randbelow(9000) + 1000}"
        user, token = User(id=self._entropy.token(), name=name), secrets.token_urlsafe(32)
        now = self._clock.now()

        def work(connection: Connection) -> None:
            row = {"id": user.id, "name": user.name, "created_at": now}
            connection.execute(insert(schema.users).values(row))
            connection.execute(insert(schema.sessions).values(_session(user, token, now)))

        await self._store.write(work)
        return self._remember(_hash(token), user), token

    async def new_session(self, user: User) -> str:
        """The token of another session for a user."""
        token = secrets.token_urlsafe(32)
        await self._store.add(schema.sessions, _session(user, token, self._clock.now()))
        return token

    async def sign_out(self, token: str) -> None:
        """End one session."""
        digest = _hash(token)
        try:
            await self._store.remove(schema.sessions, hash=digest)
        finally:  # only now: a request meanwhile may have put it into the cache again
            self._changes += 1
            self._sessions.pop(digest, None)
        self._end_watches(lambda watch: watch.digest == digest)

    async def rename(self, user: User, name: str) -> User:
        """Change a user's name; games that have begun keep the old one."""
        change = update(schema.users).where(schema.users.c.id == user.id).values(name=name)
        try:
            await self._store.write(lambda c: c.execute(change) and None)
        finally:
            self._forget(user)
        return User(id=user.id, name=name)

    async def make_link(self, user: User, kind: str) -> tuple[str, int | None]:
        """The token of a sign-in link, and when it expires. It replaces the old one of its kind."""
        token = secrets.token_urlsafe(32)
        expires = self._clock.now() + _DEVICE_LINK_MS if kind == "device" else None
        links = schema.links

        def work(connection: Connection) -> None:
            old = (links.c.user_id == user.id) & (links.c.kind == kind)
            connection.execute(delete(links).where(old))
            row = {"hash": _hash(token), "user_id": user.id, "kind": kind, "expires_at": expires}
            connection.execute(insert(links).values(row))

        await self._store.write(work)
        return token, expires

    async def redeem(self, link: str) -> tuple[User, str]:
        """The user of a link, and the token of a new session. A device link works once."""
        digest, token, now = _hash(link), secrets.token_urlsafe(32), self._clock.now()
        links, users = schema.links, schema.users

        def work(connection: Connection) -> User:
            query = select(users.c.id, users.c.name, links.c.kind).where(
                links.c.hash == digest,
                users.c.id == links.c.user_id,
                or_(links.c.expires_at.is_(None), links.c.expires_at > now),
            )
            row = connection.execute(query).mappings().first()
            if row is None:
                raise Problem.of(ProblemCode.LINK_GONE)
            if row["kind"] == "device":
                used = connection.execute(delete(links).where(links.c.hash == digest))
                if used.rowcount != 1:
                    raise Problem.of(ProblemCode.LINK_GONE)
            user = User(id=row["id"], name=row["name"])
            connection.execute(insert(schema.sessions).values(_session(user, token, now)))
            return user

        return await self._store.write(work), token

    async def delete(self, user: User) -> None:
        """Delete a user with sessions, links and name. Games stay, without the name."""

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.sessions).where(schema.sessions.c.user_id == user.id))
            connection.execute(delete(schema.links).where(schema.links.c.user_id == user.id))
            connection.execute(delete(schema.users).where(schema.users.c.id == user.id))
            _blank_names(connection, user.id)

        try:
            await self._store.write(work)
        finally:
            self._forget(user)
        self._end_watches(lambda watch: watch.user == user.id)

    def _remember(self, digest: str, user: User) -> User:
        self._sessions[digest] = (self._clock.now(), user)
        self._sessions.move_to_end(digest)
        if len(self._sessions) > _SESSIONS_CACHED:
            self._sessions.popitem(last=False)
        return user

    def _end_watches(self, concerned: Callable[[SessionWatch], bool]) -> None:
        for watch in [watch for watch in self._watches if concerned(watch)]:
            watch.end()

    def _forget(self, user: User) -> None:
        self._changes += 1
        mine = [digest for digest, (_, owner) in self._sessions.items() if owner.id == user.id]
        for digest in mine:
            del self._sessions[digest]


def _blank_names(connection: Connection, user: str) -> None:
    """Remove a user's name from the logs: the only change that is ever made to an entry."""
    games, events = schema.games, schema.events
    mine = or_(games.c.user0 == user, games.c.user1 == user)
    query = select(events).where(events.c.kind == "joined", events.c.game == games.c.id, mine)
    for row in connection.execute(query).mappings().all():
        data = decode_data(row["data"])
        if data.get("user") == user:
            this = (events.c.game == row["game"]) & (events.c.seq == row["seq"])
            change = update(events).where(this).values(data=encode_data({**data, "name": ""}))
            connection.execute(change)
    for seat in ("0", "1"):
        change = update(games).where(games.c[f"user{seat}"] == user).values({f"name{seat}": ""})
        connection.execute(change)


def _session(user: User, token: str, now: int) -> dict[str, object]:
    return {"hash": _hash(token), "user_id": user.id, "created_at": now}


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
