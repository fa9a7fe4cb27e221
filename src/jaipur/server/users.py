"""Users, their sessions, and the links with which they sign in on other devices.

A guest is a full user. Tokens are 256 random bits and are stored as SHA-256 only.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from weakref import WeakSet

from sqlalchemy import Connection, Update, delete, func, insert, literal, select, update

from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.entropy import Entropy
from jaipur.server.problems import Problem, ProblemCode, WriteConflict
from jaipur.server.store import Store

__all__ = ["LINK_KINDS", "SESSION_MS", "SessionWatch", "User", "Users"]

_DAY_MS: Final = 24 * 3_600_000
# A session ends when it was not used for so long.
SESSION_MS: Final = 180 * _DAY_MS
_RENEWED_AFTER_MS: Final = _DAY_MS  # at most one write a day for each session
_LINK_MS: Final = {"device": 600_000, "recovery": 365 * _DAY_MS}
LINK_KINDS: Final = tuple(_LINK_MS)
# How long a visitor's request that created a guest can be repeated, if its answer was lost.
_RETRY_MS: Final = 120_000
_RETRY: Final = "retry"  # the kind of a link that such a request makes of itself
_SESSIONS_PER_USER: Final = 50
_SESSIONS_CACHED: Final = 20_000
_CHECKED_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """A person or a program."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class _CachedSession:
    user: User
    expires_at: int


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
        self._sessions: OrderedDict[str, _CachedSession] = OrderedDict()
        self._changes = (
            0  # of sessions and names: what was read before the last one may be outdated
        )
        self._watches: WeakSet[SessionWatch] = WeakSet()

    async def by_token(self, token: str) -> User | None:
        """The user of a session."""
        digest, now = _hash(token), self._clock.now()
        session = self._sessions.get(digest)
        if session is None or self._store.shared:  # another process may have ended it
            session, now = await self._read(digest), self._clock.now()
        if session is None or session.expires_at <= now:
            self._sessions.pop(digest, None)
            return None
        if session.expires_at < now + SESSION_MS - _RENEWED_AFTER_MS:
            await self._renew(digest, session.user, now)
        return session.user

    async def _read(self, digest: str) -> _CachedSession | None:
        users, sessions = schema.users.c, schema.sessions.c
        query = select(users.id, users.name, sessions.expires_at).where(
            sessions.hash == digest, sessions.user_id == users.id
        )
        changes = -1
        while changes != self._changes:
            changes = self._changes
            rows = await self._store.rows(query)
        if not rows:
            return None
        user = User(id=rows[0]["id"], name=rows[0]["name"])
        return self._remember(digest, user, rows[0]["expires_at"])

    async def _renew(self, digest: str, user: User, now: int) -> None:
        """Let a session that is in use last longer, unless it has ended meanwhile."""
        sessions, changes = schema.sessions, self._changes
        this = (sessions.c.hash == digest) & (sessions.c.expires_at > now)
        change = update(sessions).where(this).values(expires_at=now + SESSION_MS)
        with suppress(Problem):  # the database cannot be written now: next time
            await self._store.write(lambda c: c.execute(change) and None)
            if changes == self._changes:
                self._remember(digest, user, now + SESSION_MS)

    def watch(self, token: str, user: User) -> SessionWatch:
        """A watch of the session that this token has just been found for."""
        watch = SessionWatch(_hash(token), user.id)
        self._watches.add(watch)
        return watch

    async def check(self, watches: Sequence[SessionWatch]) -> None:
        """End the watches whose sessions have ended; sessions that are in use last longer."""
        now = self._clock.now()
        for start in range(0, len(watches), _CHECKED_AT_ONCE):
            some = watches[start : start + _CHECKED_AT_ONCE]
            expires = await self._expiries({watch.digest for watch in some})
            for watch in some:
                if expires.get(watch.digest, 0) <= now:
                    watch.end()
            aged = now + SESSION_MS - _RENEWED_AFTER_MS
            old = [digest for digest, at in expires.items() if now < at < aged]
            if old:
                await self._renew_all(old, now)

    async def _expiries(self, digests: set[str]) -> dict[str, int]:
        """When these sessions expire: from memory, unless another process may have ended them."""
        known = {} if self._store.shared else self._sessions
        found = {digest: known[digest].expires_at for digest in digests if digest in known}
        if missing := digests - found.keys():
            sessions = schema.sessions.c
            query = select(sessions.hash, sessions.expires_at).where(sessions.hash.in_(missing))
            rows = await self._store.rows(query)
            found.update((row["hash"], row["expires_at"]) for row in rows)
        return found

    async def _renew_all(self, digests: Sequence[str], now: int) -> None:
        """Let sessions last longer, unless they have ended meanwhile."""
        sessions = schema.sessions
        these = sessions.c.hash.in_(digests) & (sessions.c.expires_at > now)
        change = update(sessions).where(these).values(expires_at=now + SESSION_MS)
        with suppress(Problem):  # the database cannot be written now: next time
            await self._store.write(lambda c: c.execute(change) and None)
            for digest in digests:
                self._sessions.pop(digest, None)  # it is read again

    async def create(self, name: str | None, *, retry: str | None = None) -> tuple[User, str]:
        """A new guest with a session; WriteConflict if `retry` was used before.

        For two minutes `repeat` gives the same guest again, to who knows the text of `retry`.
        """
        name = name or f"Guest {secrets.randbelow(9000) + 1000}"
        user, token = User(id=self._entropy.token(), name=name), secrets.token_urlsafe(32)
        now = self._clock.now()

        def work(connection: Connection) -> None:
            row = {"id": user.id, "name": user.name, "created_at": now}
            connection.execute(insert(schema.users).values(row))
            connection.execute(insert(schema.sessions).values(_session(user, token, now)))
            if retry is not None:
                link = _link(retry, user, _RETRY, now + _RETRY_MS)
                connection.execute(insert(schema.links).values(link))

        await self._store.write(work)
        self._remember(_hash(token), user, now + SESSION_MS)
        return user, token

    async def repeat(self, retry: str) -> tuple[User, str] | None:
        """The guest that `create` made for this text a moment ago, with another session."""
        try:
            return await self._redeem(retry, [_RETRY])
        except Problem as problem:
            if problem.code == ProblemCode.LINK_GONE:
                return None
            raise

    async def create_once(self, retry: str) -> tuple[User, str]:
        """A new guest with a session, or the one that was made for the same text a moment ago."""
        found = await self.repeat(retry)
        if found is not None:
            return found
        try:
            return await self.create(None, retry=retry)
        except WriteConflict:  # the same request is being answered at the same time
            found = await self.repeat(retry)
            if found is None:
                raise Problem.of(ProblemCode.LINK_GONE) from None
            return found

    async def new_session(self, user: User) -> str:
        """The token of another session for a user."""
        token, now = secrets.token_urlsafe(32), self._clock.now()
        self._end(await self._store.write(lambda c: _add_session(c, user, token, now)))
        return token

    async def sign_out(self, token: str) -> None:
        """End one session."""
        digest, sessions = _hash(token), schema.sessions
        change = _ended(self._clock.now()).where(sessions.c.hash == digest)
        try:
            await self._store.write(lambda c: c.execute(change) and None)
        finally:  # only now: a request meanwhile may have put it into the cache again
            self._end([digest])

    async def sign_out_elsewhere(self, user: User, token: str) -> int:
        """End all sessions of a user but this one, and all links; returns how many sessions."""
        digest, now, sessions = _hash(token), self._clock.now(), schema.sessions
        others = (sessions.c.user_id == user.id) & (sessions.c.hash != digest)
        change = _ended(now).where(others, sessions.c.expires_at > now)

        def work(connection: Connection) -> int:
            connection.execute(delete(schema.links).where(schema.links.c.user_id == user.id))
            return connection.execute(change).rowcount

        try:
            ended = await self._store.write(work)
        finally:
            self._forget(user.id)
        self._end_watches(lambda watch: watch.user == user.id and watch.digest != digest)
        return ended

    async def rename(self, user: User, name: str) -> User:
        """Change a user's name; games that have begun keep the old one."""
        change = update(schema.users).where(schema.users.c.id == user.id).values(name=name)
        try:
            await self._store.write(lambda c: c.execute(change) and None)
        finally:
            self._forget(user.id)
        return User(id=user.id, name=name)

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

    async def redeem(self, link: str) -> tuple[User, str]:
        """The user of a link, and the token of a new session. A device link works once."""
        return await self._redeem(link, LINK_KINDS)

    async def _redeem(self, link: str, kinds: Sequence[str]) -> tuple[User, str]:
        digest, token, now = _hash(link), secrets.token_urlsafe(32), self._clock.now()
        links, users = schema.links, schema.users

        def work(connection: Connection) -> tuple[User, list[str]]:
            query = select(users.c.id, users.c.name, links.c.kind).where(
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
            user = User(id=row["id"], name=row["name"])
            return user, _add_session(connection, user, token, now)

        user, ended = await self._store.write(work)
        self._end(ended)
        return user, token

    def forget(self, user: str) -> None:
        """Drop what is in memory about a user who was deleted."""
        self._forget(user)
        self._end_watches(lambda watch: watch.user == user)

    def _remember(self, digest: str, user: User, expires_at: int) -> _CachedSession:
        session = self._sessions[digest] = _CachedSession(user, expires_at)
        self._sessions.move_to_end(digest)
        if len(self._sessions) > _SESSIONS_CACHED:
            self._sessions.popitem(last=False)
        return session

    def _end(self, digests: Sequence[str]) -> None:
        """Drop sessions that have ended in the database."""
        self._changes += bool(digests)
        for digest in digests:
            self._sessions.pop(digest, None)
        self._end_watches(lambda watch: watch.digest in digests)

    def _end_watches(self, concerned: Callable[[SessionWatch], bool]) -> None:
        for watch in [watch for watch in self._watches if concerned(watch)]:
            watch.end()

    def _forget(self, user: str) -> None:
        self._changes += 1
        mine = [digest for digest, it in self._sessions.items() if it.user.id == user]
        for digest in mine:
            del self._sessions[digest]


def _add_session(connection: Connection, user: User, token: str, now: int) -> list[str]:
    """Insert a session, and end the user's oldest if there are too many; those that were ended."""
    connection.execute(insert(schema.sessions).values(_session(user, token, now)))
    sessions = schema.sessions.c
    mine = select(sessions.hash).where(sessions.user_id == user.id, sessions.expires_at > now)
    newest = mine.order_by(sessions.created_at.desc(), sessions.hash != _hash(token))
    old = list(connection.execute(newest.offset(_SESSIONS_PER_USER).limit(10)).scalars())
    if old:
        connection.execute(_ended(now).where(sessions.hash.in_(old)))
    return old


def _session(user: User, token: str, now: int) -> dict[str, object]:
    return {
        "hash": _hash(token),
        "user_id": user.id,
        "created_at": now,
        "expires_at": now + SESSION_MS,
    }


def _ended(now: int) -> Update:
    """Ends sessions. Their rows stay a while, without the hash of any token, for the clean-up."""
    sessions = schema.sessions
    nobodys = literal("ended ").concat(func.substr(sessions.c.hash, 1, 58))
    return update(sessions).values(hash=nobodys, expires_at=now)


def _link(token: str, user: User, kind: str, expires_at: int) -> dict[str, object]:
    return {"hash": _hash(token), "user_id": user.id, "kind": kind, "expires_at": expires_at}


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
