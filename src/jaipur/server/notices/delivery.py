"""The delivery of notices: a task that hands them out and sends them, again if need be.

It runs in every process. What is written to the outbox in this process wakes it at once; what
other processes have left is found every few seconds. Nothing that matters is kept in memory: after
a kill the next process goes on from the tables.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import msgspec

from jaipur.server.clock import Clock
from jaipur.server.notices import messages, outbox, tables
from jaipur.server.notices.drafts import NoticeKind
from jaipur.server.notices.push import PushSender, PushTarget, new_private_key
from jaipur.server.notices.words import text_of
from jaipur.server.problems import Problem, WriteConflict
from jaipur.server.settings import Settings
from jaipur.server.store import Store

__all__ = ["NoticeDelivery", "payload_of"]

_LOG: Final = logging.getLogger("jaipur.server")
_KEY_NAME: Final = "vapid"
_SENT_AT_ONCE: Final = 64
_URGENT: Final = (NoticeKind.YOUR_MOVE, NoticeKind.REMINDER, NoticeKind.TEST)
_NO_CONTACT: Final = "mailto:operator@localhost"


class NoticeDelivery:
    """Sends the notices of this server; several processes share the work."""

    def __init__(self, store: Store, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self._due = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._sender: PushSender | None = None
        self.sent = 0
        self.failed = 0
        """Attempts that failed; most are repeated."""
        self.given_up = 0
        self.waiting = 0
        """How many notices were due and not sent when it last looked."""

    @property
    def public_key(self) -> str | None:
        """The key with which browsers subscribe; None where there are no notices."""
        return None if self._sender is None else self._sender.public_key

    async def open(self) -> None:
        """Start, unless this server is for guests alone."""
        if self._settings.registration == "off":
            return
        contact = self._settings.push_contact or _contact_of(self._settings.public_url)
        self._sender = PushSender(
            await self._private_key(), contact, loopback=self._settings.push_loopback
        )
        if not self._store.shared:  # this is the only process
            await self._store.write(partial(outbox.release, now=self._clock.now()))
        self._store.on_outbox = self.wake
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; what was being sent is sent again by the next process."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._sender is not None:
            await self._sender.close()

    def wake(self) -> None:
        """Look at the outbox now."""
        self._due.set()

    async def _private_key(self) -> str:
        """The server's key, made at the first start."""
        row = {"name": _KEY_NAME, "value": new_private_key()}
        await self._store.write(
            lambda connection: self._store.insert_missing(connection, tables.server_keys, row)
        )
        found = await self._store.find(tables.server_keys, name=_KEY_NAME)
        assert found is not None
        return str(found["value"])

    async def _run(self) -> None:
        while True:
            try:
                await self.work()
            except (Problem, WriteConflict) as problem:
                _LOG.warning("notices could not be sent: %s", problem)
                await asyncio.sleep(self._settings.notice_interval)
            except Exception:
                _LOG.exception("notices could not be sent")
                await asyncio.sleep(self._settings.notice_interval)
            await self._pause()

    async def _pause(self) -> None:
        try:
            async with asyncio.timeout(self._settings.notice_interval):
                await self._due.wait()
        except TimeoutError:
            pass

    async def work(self) -> None:
        """Hand out and send everything that is due."""
        while True:
            self._due.clear()
            now = self._clock.now()
            self.waiting = await self._store.read(partial(outbox.outbox_length, now=now))
            if not await self._is_due(now):
                return
            handed_out = await self._store.write(partial(outbox.hand_out, now=now))
            claimed = await self._store.write(partial(outbox.claim, now=now, most=_SENT_AT_ONCE))
            await self._send_all(claimed)
            if not handed_out and not claimed:
                return

    async def _is_due(self, now: int) -> bool:
        due = await self._store.read(outbox.next_due)
        return any(at is not None and at <= now for at in due)

    async def _send_all(self, claimed: list[outbox.Delivery]) -> None:
        if not claimed:
            return
        rows = await self._store.read(partial(messages.rows_to_send, deliveries=claimed))
        attempts = await asyncio.gather(*(self._send(each, row) for each, row in rows.items()))
        gone = [outbox.SendAttempt(each, is_sent=True) for each in claimed if each not in rows]
        self.sent += sum(attempt.is_sent for attempt in attempts)
        self.failed += sum(attempt.failure is not None for attempt in attempts)
        settle: Callable[[Any], int] = partial(
            outbox.settle, attempts=sorted([*attempts, *gone]), now=self._clock.now()
        )
        self.given_up += await self._store.write(settle)

    async def _send(self, delivery: outbox.Delivery, row: messages.Row) -> outbox.SendAttempt:
        assert self._sender is not None
        now = self._clock.now()
        target = PushTarget(row["endpoint"], row["p256dh"], row["auth"])
        pushed = await self._sender.send(
            target,
            payload_of(row, now),
            seconds=(delivery.expires_at - now) // 1000,
            urgent=row["kind"] in _URGENT,
        )
        return outbox.SendAttempt(delivery, *pushed)


def payload_of(row: messages.Row, now: int) -> bytes:
    """What a device is sent: the notice in its language, and where a click leads."""
    text = text_of(messages.facts_of(row, now), row["language"])
    game = row["game"]
    return msgspec.json.encode(
        {
            "id": row["id"],
            "kind": row["kind"],
            "game": game,
            "url": "/" if game is None else f"/game/{game}",
            "title": text.title,
            "body": text.body,
            "at": row["due_at"],
            "language": row["language"],
        }
    )


def _contact_of(public_url: str | None) -> str:
    """Whom a push service can ask about messages: this server's own address, if it is public."""
    if public_url is not None and public_url.lower().startswith("https://"):
        return public_url.rstrip("/")
    return _NO_CONTACT
