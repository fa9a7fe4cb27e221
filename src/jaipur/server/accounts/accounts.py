"""Accounts: how a guest becomes one, logs in, and proves to be its owner.

A login does not reveal whether a name exists: the same hash work is done, the same
limits count, and the answer is the same. Every way in begins a new session and ends the one before.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import Connection, insert, select, update

from jaipur.server import schema
from jaipur.server.accounts import account_names
from jaipur.server.accounts.invitation_codes import redeem_code
from jaipur.server.accounts.known_browsers import forget_browsers, is_known, note_browser
from jaipur.server.accounts.login_limits import Attempt, LoginLimits
from jaipur.server.accounts.passkeys import Passkeys
from jaipur.server.accounts.passwords import Passwords, check_password
from jaipur.server.accounts.recovery_codes import replace_codes, use_code
from jaipur.server.clock import Clock
from jaipur.server.problems import Problem, ProblemCode, WriteConflict
from jaipur.server.sessions import (
    NewSession,
    Session,
    Sessions,
    User,
    add_session,
    end_sessions_of,
    user_of,
)
from jaipur.server.settings import Settings
from jaipur.server.store import DatabaseRow, Store
from jaipur.server.user_names import clean_name, name_key

__all__ = ["Accounts", "Caller", "SignedIn"]

_NOBODY: Final = ""  # no user has this id


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """The client of a login attempt, before it is known which user it is."""

    network: str
    browser: str | None
    """The cookie of a browser that may be known."""
    new: NewSession
    """The session that begins if all is right."""
    old: Session | None = None
    """The browser's session until now; a program's stays as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """A successful login: the session's token, and the cookie of a known browser."""

    user: User
    token: str
    browser: str
    codes: tuple[str, ...] = ()
    """Recovery codes, when the account was made."""


class Accounts:
    """The accounts of a server."""

    def __init__(self, store: Store, clock: Clock, settings: Settings, sessions: Sessions) -> None:
        self._store = store
        self._clock = clock
        self._settings = settings
        self._sessions = sessions
        self.passwords = Passwords(settings)
        self.limits = LoginLimits(store, clock)
        self.passkeys = Passkeys(store, clock)

    def close(self) -> None:
        """Stop hashing."""
        self.passwords.close()

    @property
    def are_on(self) -> bool:
        """Whether this server has accounts."""
        return self._settings.registration != "off"

    def check_on(self) -> None:
        """Problem if this server has no accounts."""
        if not self.are_on:
            raise Problem.of(ProblemCode.NO_ACCOUNTS)

    async def check_name(self, name: str, user: User | None) -> None:
        """Problem if a name is another account's; where there are no accounts, none is."""
        if self.are_on:
            user_id = None if user is None else user.id
            await account_names.check_free(self._store, name, user_id, self._clock.now())

    def check_open(self) -> None:
        """Problem if nobody can create an account now."""
        self.check_on()
        if self._settings.registration == "closed":
            raise Problem.of(ProblemCode.REGISTRATION_CLOSED)

    async def register(
        self,
        user: User,
        name: str,
        caller: Caller,
        *,
        password: str | None,
        passkey: DatabaseRow | None,
        invitation: str | None,
    ) -> SignedIn:
        """Make an account of a guest, who keeps everything."""
        self.check_open()
        if user.is_account:
            raise Problem.of(ProblemCode.ALREADY_AN_ACCOUNT)
        name = name if name == user.name else clean_name(name)
        hash = None if password is None else await self._checked_hash(password, name)
        now, token = self._clock.now(), secrets.token_urlsafe(32)

        def work(connection: Connection) -> SignedIn:
            _check_guest(connection, user)
            account_names.check_claim(connection, name, user.id, now)
            if self._settings.registration == "invitation":
                redeem_code(connection, invitation, now)
            _become_account(connection, user, name, now)
            account_names.claim(connection, name, user.id)
            if hash is not None:
                _store_password(connection, user.id, hash, now)
            if passkey is not None:
                connection.execute(insert(schema.passkeys).values(passkey))
            codes = replace_codes(connection, user.id)
            browser = self._begin(connection, user.id, token, caller, now)
            account = replace(user, name=name, is_account=True)
            return SignedIn(user=account, token=token, browser=browser, codes=tuple(codes))

        try:
            return await self._let_in(work, caller)
        except WriteConflict:  # somebody has taken the name, or used the passkey, meanwhile
            raise Problem.of(ProblemCode.NAME_TAKEN) from None

    async def log_in(self, name: str, password: str, caller: Caller) -> SignedIn:
        """Let the owner of an account in by name and password."""
        self.check_on()
        row = await self._checked(name, password, caller)
        return await self.let_in(row["id"], caller)

    async def log_in_with_code(self, code: str, caller: Caller) -> SignedIn:
        """Let the owner of an account in by a recovery code, which is used up."""
        self.check_on()
        user = await self._store.write(lambda connection: use_code(connection, code))
        if user is None:
            raise Problem.of(ProblemCode.WRONG_LOGIN)
        return await self.let_in(user, caller)

    async def let_in(self, user: str, caller: Caller) -> SignedIn:
        """Begin a session for a user who has proved to be an account's owner."""
        now, token = self._clock.now(), secrets.token_urlsafe(32)

        def work(connection: Connection) -> SignedIn:
            query = select(schema.users).where(schema.users.c.id == user)
            row = connection.execute(query).mappings().first()
            if row is None:  # deleted a moment ago
                raise Problem.of(ProblemCode.WRONG_LOGIN)
            browser = self._begin(connection, user, token, caller, now)
            return SignedIn(user=user_of(row), token=token, browser=browser)

        return await self._let_in(work, caller)

    async def verify(self, session: Session, password: str, caller: Caller) -> None:
        """Note in a session that its user has just given the right password."""
        self.check_account(session)
        row = await self._checked(session.user.name, password, caller)
        if row["id"] != session.user.id:
            raise Problem.of(ProblemCode.WRONG_LOGIN)
        await self._sessions.verified(session)

    async def verify_with_code(self, session: Session, code: str) -> None:
        """The same by a recovery code."""
        self.check_account(session)
        user = await self._store.write(lambda connection: use_code(connection, code))
        if user != session.user.id:
            raise Problem.of(ProblemCode.WRONG_LOGIN)
        await self._sessions.verified(session)

    def check_account(self, session: Session) -> None:
        """Problem if the session is a guest's."""
        self.check_on()
        if not session.user.is_account:
            raise Problem.of(ProblemCode.NOT_AN_ACCOUNT)

    def check_verified(self, session: Session) -> None:
        """Problem if the account's owner has not proved to be it for a while."""
        self.check_account(session)
        if not session.is_verified(self._clock.now()):
            raise Problem.of(ProblemCode.VERIFY_FIRST)

    async def set_password(self, session: Session, password: str, *, end_others: bool) -> int:
        """Change the password; returns how many other sessions it has ended."""
        hash, user = await self._checked_hash(password, session.user.name), session.user.id
        now = self._clock.now()

        def work(connection: Connection) -> int:
            _store_password(connection, user, hash, now)
            if not end_others:
                return 0
            forget_browsers(connection, user)
            return end_sessions_of(connection, user, session.digest, now)

        ended = await self._store.write(work)
        if end_others:
            self._sessions.forget_others(user, session.digest)
        return ended

    async def new_codes(self, user: User) -> list[str]:
        """A new set of recovery codes; the old ones are void."""
        return await self._store.write(lambda connection: replace_codes(connection, user.id))

    async def rename(self, user: User, name: str) -> User:
        """Change an account's name: once a month, and the old one stays reserved."""
        now = self._clock.now()
        try:
            await self._store.write(lambda c: account_names.rename(c, user.id, name, now))
        except WriteConflict:
            raise Problem.of(ProblemCode.NAME_TAKEN) from None
        finally:
            self._sessions.changed(user.id)
        return replace(user, name=name)

    async def _checked(self, name: str, password: str, caller: Caller) -> DatabaseRow:
        """The user with this name and this password; Problem if there is none."""
        key, now = name_key(name), self._clock.now()

        stranger = Attempt(name=key, network=caller.network)

        def look(connection: Connection) -> tuple[DatabaseRow | None, Attempt, float]:
            if caller.browser is None:
                failures = self.limits.check(connection, stranger)  # before more is read
                return _account(connection, key), stranger, failures
            row = _account(connection, key)
            owner = _NOBODY if row is None else row["id"]
            known = is_known(connection, caller.browser, owner, now)
            attempt = replace(stranger, browser=caller.browser) if known else stranger
            return row, attempt, self.limits.check(connection, attempt)

        row, attempt, failures = await self._store.read(look)
        hash = None if row is None else row["password"]
        await self.limits.begin(attempt, failures)
        is_right = False
        try:
            is_right = await self.passwords.check(password, hash)
        finally:
            await (self.limits.succeed(attempt) if is_right else self.limits.fail(attempt))
        if not is_right or row is None or hash is None:
            raise Problem.of(ProblemCode.WRONG_LOGIN)
        if self.passwords.is_outdated(hash):
            newer = await self.passwords.hash(password)
            await self._store.write(lambda c: _store_password(c, row["id"], newer, now))
        return row

    async def _checked_hash(self, password: str, name: str) -> str:
        check_password(password, name)
        return await self.passwords.hash(password)

    def _begin(
        self, connection: Connection, user: str, token: str, caller: Caller, now: int
    ) -> str:
        """Begin a session; the cookie by which the browser will be known."""
        add_session(connection, user, token, now, replace(caller.new, verified=True))
        return note_browser(connection, caller.browser, user, now)

    async def _let_in(self, work: Callable[[Connection], SignedIn], caller: Caller) -> SignedIn:
        signed_in = await self._store.write(work)
        self._sessions.changed(signed_in.user.id)
        if caller.old is not None and not caller.old.is_program:
            await self._sessions.end_digest(caller.old.digest)
        return signed_in


def _check_guest(connection: Connection, user: User) -> None:
    """Problem if another request has made an account of a guest a moment ago."""
    users = schema.users
    guest = (users.c.id == user.id) & (users.c.registered_at.is_(None))
    if connection.execute(select(users.c.id).where(guest)).first() is None:
        raise Problem.of(ProblemCode.ALREADY_AN_ACCOUNT)


def _become_account(connection: Connection, user: User, name: str, now: int) -> None:
    this = update(schema.users).where(schema.users.c.id == user.id)
    connection.execute(this.values(name=name, registered_at=now))


def _store_password(connection: Connection, user: str, hash: str, now: int) -> None:
    table = schema.passwords
    change = update(table).where(table.c.user_id == user).values(hash=hash, changed_at=now)
    if connection.execute(change).rowcount == 0:
        row = {"user_id": user, "hash": hash, "changed_at": now}
        connection.execute(insert(table).values(row))


def _account(connection: Connection, key: str) -> DatabaseRow | None:
    """The account whose name looks like this, with the hash of its password."""
    names, users, passwords = schema.account_names.c, schema.users, schema.passwords
    query = (
        select(users, passwords.c.hash.label("password"))
        .join(schema.account_names, names.user_id == users.c.id)
        .outerjoin(passwords, passwords.c.user_id == users.c.id)
        .where(names.key == key, names.until.is_(None))
    )
    row = connection.execute(query).mappings().first()
    return None if row is None else dict(row)
