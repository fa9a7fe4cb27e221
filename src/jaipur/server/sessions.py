"""Sessions: the tokens by which browsers and programs are signed in, kept in memory and listed.

Tokens are 256 random bits and are stored as SHA-256 only. A session has the shortened network and
the browser of the request that began it, so that its user recognises it in the list.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Literal
from weakref import WeakSet

from sqlalchemy import Connection, Update, bindparam, delete, func, insert, literal, select, update

from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.store import DatabaseRow, Store

__all__ = ["SESSION_MS", "VERIFIED_MS", "NewSession", "Session", "SessionWatch", "Sessions", "User"]
__all__ += ["add_session", "digest_of", "end_sessions_of", "user_of"]

_DAY_MS: Final = 24 * 3_600_000
# A session ends when it was not used for so long.
SESSION_MS: Final = 180 * _DAY_MS
VERIFIED_MS: Final = 600_000
"""For how long after a password, passkey or code a session may change how one gets in."""
_RENEWED_AFTER_MS: Final = _DAY_MS  # at most one write a day for each session
_SESSIONS_PER_USER: Final = 50
_SESSIONS_CACHED: Final = 20_000
# Built once: building a statement takes longer than running it.
_SESSION: Final = select(
    schema.users,
    schema.sessions.c.hash,
    schema.sessions.c.kind,
    schema.sessions.c.expires_at,
    schema.sessions.c.verified_at,
).where(
    schema.sessions.c.hash == bindparam("digest"),
    schema.sessions.c.user_id == schema.users.c.id,
)
_CHECKED_AT_ONCE: Final = 500
_ID_CHARACTERS: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """A person or a program."""

    id: str
    name: str
    is_account: bool = False
    """Whether the guest has become an account, which can log in again."""
    suspended_until: int | None = None
    """Up to when an admin has suspended the user, in milliseconds since 1970."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A session that has not ended."""

    user: User
    digest: str
    is_program: bool
    """Whether its token was given out to a program, instead of being set as a cookie."""
    expires_at: int
    verified_at: int | None = None
    """When the user last proved to be the account's owner in it."""

    def is_verified(self, now: int) -> bool:
        """Whether that was a moment ago."""
        return self.verified_at is not None and now < self.verified_at + VERIFIED_MS


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSession:
    """What is known of a session when it begins."""

    kind: Literal["browser", "program"] = "browser"
    agent: str | None = None
    """Browser and system, as `device_names` reads them."""
    network: str | None = None
    verified: bool = False


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


class Sessions:
    """All sessions."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._cached: OrderedDict[str, Session] = OrderedDict()
        # Of sessions and names: what was read before the last change may be outdated.
        self._changes = 0
        self._watches: WeakSet[SessionWatch] = WeakSet()
        self.on_change: Callable[[str], None] = lambda _: None
        """Called with a user whose name has changed, or who has become an account."""

    async def use(self, token: str) -> Session | None:
        """The session of a token, which lasts longer by being used."""
        digest, now = digest_of(token), self._clock.now()
        session = self._cached.get(digest)
        if session is None or self._store.shared:  # another process may have ended it
            session, now = await self._read(digest), self._clock.now()
        if session is None or session.expires_at <= now:
            self._cached.pop(digest, None)
            return None
        if session.expires_at < now + SESSION_MS - _RENEWED_AFTER_MS:
            await self._renew([digest], now)
        return session

    async def _read(self, digest: str) -> Session | None:
        changes = -1
        while changes != self._changes:
            changes = self._changes
            rows = await self._store.rows(_SESSION, digest=digest)
        if not rows:
            return None
        session = self._cached[digest] = _session_of(rows[0])
        self._cached.move_to_end(digest)
        if len(self._cached) > _SESSIONS_CACHED:
            self._cached.popitem(last=False)
        return session

    async def _renew(self, digests: Sequence[str], now: int) -> None:
        """Let sessions that are in use last longer, unless they have ended meanwhile."""
        sessions = schema.sessions
        these = sessions.c.hash.in_(digests) & (sessions.c.expires_at > now)
        change = update(sessions).where(these).values(expires_at=now + SESSION_MS)
        with suppress(Problem):  # the database cannot be written now: next time
            await self._store.write(lambda c: c.execute(change) and None)
            for digest in digests:
                self._cached.pop(digest, None)  # it is read again

    def watch(self, token: str, user: User) -> SessionWatch:
        """A watch of the session that this token has just been found for."""
        watch = SessionWatch(digest_of(token), user.id)
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
                await self._renew(old, now)

    async def _expiries(self, digests: set[str]) -> dict[str, int]:
        """When these sessions expire: from memory, unless another process may have ended them."""
        known = {} if self._store.shared else self._cached
        found = {digest: known[digest].expires_at for digest in digests if digest in known}
        if missing := digests - found.keys():
            sessions = schema.sessions.c
            query = select(sessions.hash, sessions.expires_at).where(sessions.hash.in_(missing))
            rows = await self._store.rows(query)
            found.update((row["hash"], row["expires_at"]) for row in rows)
        return found

    async def add(self, user: User, new: NewSession) -> str:
        """The token of another session for a user."""
        token, now = secrets.token_urlsafe(32), self._clock.now()
        self.ended(await self._store.write(lambda c: add_session(c, user.id, token, now, new)))
        return token

    async def verified(self, session: Session) -> None:
        """Note that the user has just proved to be the account's owner."""
        sessions = schema.sessions
        this = update(sessions).where(sessions.c.hash == session.digest)
        change = this.values(verified_at=self._clock.now())
        await self._store.write(lambda c: c.execute(change) and None)
        self._changes += 1
        self._cached.pop(session.digest, None)

    async def of_user(self, user: str) -> list[DatabaseRow]:
        """The sessions of a user that have not ended, the one used last first."""
        sessions = schema.sessions.c
        mine = (sessions.user_id == user) & (sessions.expires_at > self._clock.now())
        newest = (sessions.expires_at.desc(), sessions.created_at.desc(), sessions.hash)
        rows = await self._store.rows(select(schema.sessions).where(mine).order_by(*newest))
        return [
            {**row, "id": row["hash"][:_ID_CHARACTERS], "used_at": row["expires_at"] - SESSION_MS}
            for row in rows
        ]

    async def rename(self, user: str, session: str, name: str | None) -> None:
        """Name a session of a user, by its id in the list; Problem if there is none."""
        row = await self._find(user, session)
        sessions = schema.sessions
        change = update(sessions).where(sessions.c.hash == row["hash"]).values(name=name)
        await self._store.write(lambda c: c.execute(change) and None)

    async def end(self, user: str, session: str) -> None:
        """End a session of a user, by its id in the list; Problem if there is none."""
        await self.end_digest((await self._find(user, session))["hash"])

    async def end_digest(self, digest: str) -> None:
        """End one session."""
        change = _ended(self._clock.now()).where(schema.sessions.c.hash == digest)
        try:
            await self._store.write(lambda c: c.execute(change) and None)
        finally:  # only now: a request meanwhile may have put it into the cache again
            self.ended([digest])

    async def _find(self, user: str, session: str) -> DatabaseRow:
        for row in await self.of_user(user):
            if row["id"] == session:
                return row
        raise Problem.of(ProblemCode.NOT_FOUND)

    async def end_others(self, user: User, digest: str) -> int:
        """End all sessions of a user but this one, and all links; returns how many sessions."""
        now = self._clock.now()
        try:
            ended = await self._store.write(lambda c: end_sessions_of(c, user.id, digest, now))
        finally:
            self.forget_others(user.id, digest)
        return ended

    def ended(self, digests: Sequence[str]) -> None:
        """Drop sessions that have ended in the database."""
        self._changes += bool(digests)
        for digest in digests:
            self._cached.pop(digest, None)
        self._end_watches(lambda watch: watch.digest in digests)

    def forget_others(self, user: str, digest: str | None) -> None:
        """Drop what is in memory about a user; all watches end but those of this session."""
        self.changed(user)
        self._end_watches(lambda watch: watch.user == user and watch.digest != digest)

    def changed(self, user: str) -> None:
        """Read the sessions of a user again: the name has changed, or the user is an account."""
        self._changes += 1
        mine = [digest for digest, it in self._cached.items() if it.user.id == user]
        for digest in mine:
            del self._cached[digest]
        self.on_change(user)

    def _end_watches(self, concerned: Callable[[SessionWatch], bool]) -> None:
        for watch in [watch for watch in self._watches if concerned(watch)]:
            watch.end()


def user_of(row: Mapping[Any, Any]) -> User:
    """The user of a row of `users`."""
    return User(
        id=row["id"],
        name=row["name"],
        is_account=row["registered_at"] is not None,
        suspended_until=row["suspended_until"],
    )


def _session_of(row: DatabaseRow) -> Session:
    return Session(
        user=user_of(row),
        digest=row["hash"],
        is_program=row["kind"] == "program",
        expires_at=row["expires_at"],
        verified_at=row["verified_at"],
    )


def add_session(
    connection: Connection, user: str, token: str, now: int, new: NewSession
) -> list[str]:
    """Insert a session, and end the user's oldest if there are too many; those that were ended."""
    row = {
        "hash": digest_of(token),
        "user_id": user,
        "created_at": now,
        "expires_at": now + SESSION_MS,
        "kind": new.kind,
        "agent": new.agent,
        "network": new.network,
        "verified_at": now if new.verified else None,
    }
    connection.execute(insert(schema.sessions).values(row))
    sessions = schema.sessions.c
    mine = select(sessions.hash).where(sessions.user_id == user, sessions.expires_at > now)
    newest = mine.order_by(sessions.created_at.desc(), sessions.hash != digest_of(token))
    old = list(connection.execute(newest.offset(_SESSIONS_PER_USER).limit(10)).scalars())
    if old:
        connection.execute(_ended(now).where(sessions.hash.in_(old)))
    return old


def end_sessions_of(connection: Connection, user: str, digest: str | None, now: int) -> int:
    """End all sessions of a user but this one, and all links; returns how many sessions."""
    sessions = schema.sessions.c
    connection.execute(delete(schema.links).where(schema.links.c.user_id == user))
    others = (sessions.user_id == user) & (sessions.hash != (digest or ""))
    return connection.execute(_ended(now).where(others, sessions.expires_at > now)).rowcount


def _ended(now: int) -> Update:
    """Ends sessions. Their rows stay a while, without the hash of any token, for the clean-up."""
    sessions = schema.sessions
    ended_hash = literal("ended ").concat(func.substr(sessions.c.hash, 1, 58))
    return update(sessions).values(hash=ended_hash, expires_at=now)


def digest_of(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
