"""Passkeys: keys that a device keeps and unlocks by a finger, a face or a PIN (WebAuthn).

They need https or localhost, and a host name: an address of numbers will not do. Each ceremony has
a challenge that is stored for five minutes and works once.
"""

from __future__ import annotations

import ipaddress
import secrets
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from sqlalchemy import Connection, delete, select, update

from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.problems import Problem, ProblemCode, WriteConflict
from jaipur.server.sessions import User, digest_of
from jaipur.server.store import DatabaseRow, Store
from jaipur.server.user_names import visible_name

if TYPE_CHECKING:
    from jaipur.server.accounts.passkey_ceremonies import PasskeySite

__all__ = ["MOST_PASSKEYS", "Passkeys", "can_use_passkeys"]

MOST_PASSKEYS: Final = 10
_CHALLENGE_MS: Final = 300_000
_CHALLENGE_BYTES: Final = 32


def can_use_passkeys(base_url: str) -> bool:
    """Whether browsers allow passkeys on pages at this address."""
    url = urlsplit(base_url)
    host = url.hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return url.scheme == "https" or host == "localhost" or host.endswith(".localhost")
    return False


class Passkeys:
    """The passkeys of all accounts."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def challenge(
        self, purpose: str, base_url: str, user: User | None, name: str | None = None
    ) -> dict[str, Any]:
        """What the browser needs to make a passkey for a user, or to use one of anybody's."""
        challenge = secrets.token_bytes(_CHALLENGE_BYTES)
        have = [] if user is None else [row["id"] for row in await self.of_user(user.id)]
        row = {
            "hash": digest_of(challenge.hex()),
            "purpose": purpose,
            "user_id": None if user is None else user.id,
            "expires_at": self._clock.now() + _CHALLENGE_MS,
        }
        await self._store.add(schema.challenges, row)
        site, ceremonies = _site(base_url), _ceremonies()
        if purpose in ("register", "add"):
            assert user is not None
            options: dict[str, Any] = ceremonies.make_options(
                site, challenge, user=user.id, name=name or user.name, have=have
            )
        else:
            options = ceremonies.use_options(site, challenge, have)
        return options

    async def checked_new(
        self, purpose: str, base_url: str, user: User, name: str | None, credential: dict[str, Any]
    ) -> DatabaseRow:
        """The row of a passkey that a browser has just made; Problem if it is not accepted."""
        if len(await self.of_user(user.id)) >= MOST_PASSKEYS:
            raise Problem.of(ProblemCode.TOO_MANY_PASSKEYS)
        challenge = await self._spend(purpose, user.id, credential, ProblemCode.WRONG_PASSKEY)
        try:
            made = _ceremonies().check_made(_site(base_url), challenge, credential)
        except Exception:  # the library has no one exception for what a client may send
            raise Problem.of(ProblemCode.WRONG_PASSKEY) from None
        return {
            "id": made.id,
            "user_id": user.id,
            "public_key": made.public_key,
            "sign_count": made.sign_count,
            "name": visible_name(name or "1"),
            "created_at": self._clock.now(),
        }

    async def add(self, row: DatabaseRow) -> None:
        """Store a passkey that was checked."""
        try:
            await self._store.add(schema.passkeys, row)
        except WriteConflict:
            raise Problem.of(ProblemCode.WRONG_PASSKEY) from None

    async def check(
        self, purpose: str, base_url: str, user: User | None, credential: dict[str, Any]
    ) -> str:
        """The user of a passkey that has signed a challenge; Problem if it is nobody's."""
        asked = None if user is None else user.id
        wrong = ProblemCode.WRONG_LOGIN
        challenge = await self._spend(purpose, asked, credential, wrong)
        row = await self._store.find(schema.passkeys, id=str(credential.get("id"))[:1400])
        if row is None or (user is not None and row["user_id"] != user.id):
            raise Problem.of(wrong)
        try:
            count = _ceremonies().check_used(
                _site(base_url),
                challenge,
                credential,
                public_key=row["public_key"],
                sign_count=row["sign_count"],
            )
        except Exception:
            raise Problem.of(wrong) from None
        this = update(schema.passkeys).where(schema.passkeys.c.id == row["id"])
        change = this.values(sign_count=count, used_at=self._clock.now())
        await self._store.write(lambda c: c.execute(change) and None)
        return str(row["user_id"])

    async def of_user(self, user: str) -> list[DatabaseRow]:
        """The passkeys of a user, the oldest first."""
        table = schema.passkeys
        mine = select(table).where(table.c.user_id == user).order_by(table.c.created_at, table.c.id)
        return await self._store.rows(mine)

    async def rename(self, user: User, passkey: str, name: str) -> None:
        """Call a passkey something else; Problem if the user has no such passkey."""
        table = schema.passkeys
        this = (table.c.id == passkey) & (table.c.user_id == user.id)
        change = update(table).where(this).values(name=visible_name(name))
        if await self._store.write(lambda c: c.execute(change).rowcount) != 1:
            raise Problem.of(ProblemCode.NOT_FOUND)

    async def remove(self, user: User, passkey: str) -> None:
        """Remove a passkey; Problem if it is the only way into the account."""
        await self._store.write(lambda connection: _remove(connection, user.id, passkey))

    async def _spend(
        self, purpose: str, user: str | None, credential: dict[str, Any], wrong: ProblemCode
    ) -> bytes:
        """The challenge that a browser answers, which cannot be answered again."""
        challenge = _challenge_of(credential)
        table, now = schema.challenges, self._clock.now()
        this = (table.c.hash == digest_of(challenge.hex())) & (table.c.purpose == purpose)
        valid = (table.c.user_id == user) & (table.c.expires_at > now)
        spent = delete(table).where(this, valid)
        if not challenge or await self._store.write(lambda c: c.execute(spent).rowcount) != 1:
            raise Problem.of(wrong)
        return challenge


def _remove(connection: Connection, user: str, passkey: str) -> None:
    table, passwords = schema.passkeys, schema.passwords
    mine = connection.execute(select(table.c.id).where(table.c.user_id == user)).scalars().all()
    if passkey not in mine:
        raise Problem.of(ProblemCode.NOT_FOUND)
    password = select(passwords.c.user_id).where(passwords.c.user_id == user)
    if len(mine) == 1 and connection.execute(password).first() is None:
        raise Problem.of(ProblemCode.LAST_WAY_BACK)
    connection.execute(delete(table).where(table.c.id == passkey))


def _challenge_of(credential: dict[str, Any]) -> bytes:
    """The challenge that a credential says to answer; the ceremony checks the signature of it."""
    from webauthn.helpers import base64url_to_bytes, parse_client_data_json

    try:
        data = base64url_to_bytes(credential["response"]["clientDataJSON"])
        return parse_client_data_json(data).challenge
    except Exception:  # whatever a client may have sent
        return b""


def _site(base_url: str) -> PasskeySite:
    host = urlsplit(base_url).hostname or "localhost"
    site: PasskeySite = _ceremonies().PasskeySite(host=host, origin=base_url)
    return site


@cache
def _ceremonies() -> ModuleType:
    from jaipur.server.accounts import passkey_ceremonies

    return passkey_ceremonies
