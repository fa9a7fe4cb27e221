"""What users have chosen about notices: devices, quiet hours, kinds, and the secret of the feed."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import Connection, delete, func, insert, select, update

from jaipur.server.clock import Clock
from jaipur.server.entropy import Entropy
from jaipur.server.notices import tables
from jaipur.server.notices.drafts import NoticeKind
from jaipur.server.notices.endpoints import why_no_endpoint
from jaipur.server.notices.push import PushTarget, decoded_key
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.settings import Settings
from jaipur.server.store import DatabaseRow, Store

__all__ = ["DEVICES_PER_USER", "SWITCHED_KINDS", "Subscriptions"]

DEVICES_PER_USER: Final = 5
SWITCHED_KINDS: Final = tuple(kind for kind in NoticeKind if kind is not NoticeKind.TEST)
_AUTH_BYTES: Final = 16
_devices, _settings = tables.devices.c, tables.notice_settings.c


class Subscriptions:
    """Devices and settings of users."""

    def __init__(self, store: Store, settings: Settings, clock: Clock, entropy: Entropy) -> None:
        self._store = store
        self._loopback = settings.push_loopback
        self._clock = clock
        self._entropy = entropy

    async def settings_of(self, user: str) -> DatabaseRow:
        """What a user has chosen, or else the defaults."""
        found = await self._store.find(tables.notice_settings, user_id=user)
        return found or _defaults(user, self._clock.now())

    async def devices_of(self, user: str) -> list[DatabaseRow]:
        """The devices of a user, the oldest first."""
        query = select(tables.devices).where(_devices.user_id == user)
        return await self._store.rows(query.order_by(_devices.created_at, _devices.id))

    async def change(self, user: str, changes: DatabaseRow) -> None:
        """Change what a user has chosen."""
        await self._store.write(partial(self._put_settings, user=user, changes=changes))

    async def add_device(
        self, user: str, target: PushTarget, *, name: str, language: str, time_zone: str
    ) -> DatabaseRow:
        """Add a device, or take over one that subscribes again; Problem if it is one too many."""
        check_target(target, loopback=self._loopback)
        row = {
            **target._asdict(),
            "id": self._entropy.token(),
            "user_id": user,
            "name": name,
            "language": language,
            "created_at": self._clock.now(),
        }
        given = {"language": language, "time_zone": time_zone}
        await self._store.write(partial(self._insert_device, row=row, given=given))
        return {**row, "sent_at": None, "failed_at": None, "failure": None}

    def _insert_device(self, connection: Connection, row: DatabaseRow, given: DatabaseRow) -> None:
        same = _devices.endpoint == row["endpoint"]
        connection.execute(delete(tables.devices).where(same))
        mine = select(func.count()).where(_devices.user_id == row["user_id"])
        if connection.execute(mine).scalar_one() >= DEVICES_PER_USER:
            raise Problem.of(ProblemCode.TOO_MANY_DEVICES, most=DEVICES_PER_USER)
        self._put_settings(connection, row["user_id"], {}, first=given)
        connection.execute(insert(tables.devices).values(row))

    async def remove_device(self, user: str, device: str) -> bool:
        """Remove a device of a user; False if there is none of this id."""
        return await self._store.remove(tables.devices, id=device, user_id=user) == 1

    async def send_test(self, user: str) -> None:
        """Write a notice that goes to all devices of a user, by the way that all take."""
        now = self._clock.now()
        row = {
            "id": f"test-{self._entropy.token()}",
            "user_id": user,
            "kind": NoticeKind.TEST.value,
            "due_at": now,
            "push_at": now,
            "muted": False,
        }
        await self._store.add(tables.notices, row)
        self._store.on_outbox()

    async def make_feed(self, user: str, given: DatabaseRow) -> str:
        """A new secret for a user's feed; the old one is worth nothing from now on."""
        secret = secrets.token_urlsafe(24)
        work: Callable[[Connection], None] = partial(
            self._put_settings, user=user, changes={"feed_hash": feed_hash(secret)}, first=given
        )
        await self._store.write(work)
        return secret

    async def owner_of_feed(self, secret: str) -> DatabaseRow | None:
        """The settings of the user whose feed has this secret."""
        return await self._store.find(tables.notice_settings, feed_hash=feed_hash(secret))

    def _put_settings(
        self,
        connection: Connection,
        user: str,
        changes: DatabaseRow,
        first: DatabaseRow | None = None,
    ) -> None:
        """Change the settings of a user; `first` is what they begin with."""
        begun = {**_defaults(user, self._clock.now()), **(first or {})}
        self._store.insert_missing(connection, tables.notice_settings, begun)
        if changes:
            mine = update(tables.notice_settings).where(_settings.user_id == user)
            connection.execute(mine.values(changes))


def check_target(target: PushTarget, *, loopback: bool) -> None:
    """Problem for a subscription that nothing can be sent to, or should not be."""
    why = why_no_endpoint(target.endpoint, loopback=loopback) or _why_no_keys(target)
    if why is not None:
        raise Problem.of(ProblemCode.BAD_ENDPOINT, why=why)


def _why_no_keys(target: PushTarget) -> str | None:
    try:
        point, secret = decoded_key(target.p256dh), decoded_key(target.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return "expected p256dh to be a point of P-256"
    return None if len(secret) == _AUTH_BYTES else f"expected {_AUTH_BYTES} bytes of auth"


def feed_hash(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _defaults(user: str, now: int) -> dict[str, Any]:
    return {
        "user_id": user,
        "created_at": now,
        "language": "en",
        "time_zone": "UTC",
        "quiet_from": None,
        "quiet_until": None,
        "switched_off": "",
        "feed_hash": None,
    }
