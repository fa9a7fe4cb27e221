"""Server-Sent Events: each stream is a cursor into a game's log, or a copy of the lobby, no queue.

A stream has no timer and no task of its own: the task of its request waits until the client goes,
and who has written to the game writes to its streams. Nothing accumulates for a slow client: one
that has not taken what it was sent is sent the rest when it can receive it, and dropped after a
while. It reconnects with its last sequence number.
"""

from __future__ import annotations

import asyncio
import logging
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

from starlette.types import Receive, Scope, Send

from jaipur.server.applied_event import Unchanged
from jaipur.server.events import Perspective, frame
from jaipur.server.live_game import LiveGame
from jaipur.server.problems import Problem
from jaipur.server.sessions import SessionWatch
from jaipur.server.shapes.requests import EVENT_ID_PATTERN
from jaipur.server.static_files import VERSION

__all__ = [
    "DIRECT", "EventId", "EventStream", "GameViewer", "MessageStream", "StreamSettings", "Viewer",
    "heartbeat",
]  # fmt: skip

# An extension of ASGI: its `write` writes to an answer that has begun, or returns False if the
# client has not taken what it was sent before.
DIRECT: Final = "jaipur.direct"

_LOG: Final = logging.getLogger("jaipur.server")
_START: Final = {
    "type": "http.response.start",
    "status": 200,
    "headers": [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-cache, no-transform"),
        (b"x-accel-buffering", b"no"),
    ],
}
_END: Final = {"type": "http.response.body", "body": b"", "more_body": False}
_VERSION: Final = VERSION.encode()


class EventId(NamedTuple):
    """The last event that a client has: its number, and its time if the client tells it.

    A database that was restored from a backup gives the same numbers to other events.
    """

    seq: int
    at: int | None = None

    @classmethod
    def parse(cls, text: str) -> EventId | None:
        """The id in `Last-Event-ID` or `?after=`; None if it is none."""
        parts = re.fullmatch(EVENT_ID_PATTERN, text)
        return None if parts is None else cls(int(parts[1]), int(parts[2]) if parts[2] else None)


class Viewer(Protocol):
    """The client that receives a stream."""

    @property
    def session(self) -> SessionWatch | None:
        """The session of the client, which ends the stream with it."""

    def opened(self, stream: MessageStream) -> None:
        """Called when the stream is up to date, and waits for more."""

    def closed(self, stream: MessageStream) -> None:
        """Called at the end."""


class GameViewer(Viewer, Protocol):
    """The client that receives the events of a game."""

    def perspective(self) -> Perspective:
        """What the client may see now; Problem if nothing any more, which ends the stream."""


class _Now(Protocol):
    def now(self) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamSettings:
    """What all streams of a server share."""

    clock: _Now
    closing: asyncio.Event
    send_timeout: float


class MessageStream(ABC):
    """Messages to one client, of which it is sent the latest as fast as it takes them."""

    __slots__ = (
        "__weakref__", "_dropped", "_ended", "_listeners", "_send", "_settings", "_slow", "_task",
        "_wait", "_write_directly", "viewer",
    )  # fmt: skip

    def __init__(
        self, settings: StreamSettings, listeners: set[Any], viewer: Viewer, *, wait: bool
    ) -> None:
        """`listeners`: the set in which it registers to be woken, while it waits."""
        self.viewer = viewer
        self._listeners = listeners
        self._settings = settings
        self._wait = wait
        self._ended = self._dropped = False
        self._slow: asyncio.Task[None] | None = None
        self._task: asyncio.Task[Any] | None = None
        self._send: Any = None
        self._write_directly: Callable[[bytes], bool] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._send, self._task = send, asyncio.current_task()
        try:
            await send(_START)
            self._write_directly = scope.pop("extensions", {}).get(DIRECT, {}).get("write")
            scope["headers"].clear()  # it may be open for hours
            # A client that still needs events reconnects, and gets the problem as an answer.
            with suppress(Problem):
                await self._catch_up()
                await self._follow(receive)
            if not self._ended:
                await send(_END)
        except (TimeoutError, OSError):
            pass  # the client was too slow, or has disconnected
        except asyncio.CancelledError:
            if not self._dropped:
                raise
        finally:
            self._close()

    @property
    def session(self) -> SessionWatch | None:
        """The session of its client."""
        return self.viewer.session

    async def _follow(self, receive: Receive) -> None:
        """Be written to until the client goes, or the stream ends."""
        if not self._wait or self._settings.closing.is_set():
            return
        self._listeners.add(self)
        self.viewer.opened(self)
        self.wake()  # for what has happened meanwhile
        while (await receive())["type"] != "http.disconnect":
            pass
        self._ended = True

    def _close(self) -> None:
        self._ended = True
        if self._slow is not None:
            self._slow.cancel()
        self._listeners.discard(self)
        self.viewer.closed(self)
        self._task = self._slow = self._write_directly = None  # they refer to this stream

    def wake(self) -> None:
        """Send what has happened; end the stream if the client may see nothing any more."""
        if self._ended or self._slow is not None:
            return
        try:
            self._send_recent()
        except Problem:
            self.end()
        except Exception:  # whoever has written to the game has no part in it
            _LOG.exception("a stream failed")
            self.drop()

    def beat(self, message: bytes) -> None:
        """Send a heartbeat, to a client that has everything.

        Whether the client may still see it all is checked with messages, and when a session ends.
        """
        if not self._is_up_to_date():
            self.wake()
        if not self._ended and self._slow is None and not self._write(message):
            self._start_slow()

    def end(self) -> None:
        """End the answer; the client reconnects if it needs more."""
        if not self._ended:
            self._ended = True
            if not self._write(b"", more=False):
                self.drop()

    def drop(self) -> None:
        """Close the connection at once."""
        self._ended = self._dropped = True
        if self._task is not None:
            self._task.cancel()

    @abstractmethod
    def _is_up_to_date(self) -> bool:
        """Whether the client was sent everything."""

    @abstractmethod
    def _send_recent(self) -> None:
        """Send what is missing without waiting; Problem if the client may no longer see it."""

    @abstractmethod
    async def _catch_up(self) -> None:
        """Send all that is missing and a heartbeat, each message within some seconds."""

    def _write(self, body: bytes, *, more: bool = True) -> bool:
        """Write without waiting; False if the client has not taken what it was sent before.

        A server that must wait does so before it writes, so a sending that has not finished at
        once has written nothing, and can be given up.
        """
        if self._write_directly is not None and more:
            return self._write_directly(body)
        sending = self._send({"type": "http.response.body", "body": body, "more_body": more})
        try:
            sending.send(None)
        except StopIteration:
            return True
        sending.close()
        return False

    def _start_slow(self) -> None:
        self._slow = asyncio.create_task(self._send_slowly())

    async def _send_slowly(self) -> None:
        """Send what is missing as the client takes it; drop it if it takes nothing."""
        try:
            await self._catch_up()
        except (TimeoutError, OSError):
            self.drop()
        except Problem:
            self.end()
        except Exception:
            _LOG.exception("a stream failed")
            self.drop()
        finally:
            self._slow = None
        self.wake()

    async def _send_within(self, limit: asyncio.Timeout, body: bytes) -> None:
        if self._ended:
            return
        now = asyncio.get_running_loop().time()
        limit.reschedule(now + self._settings.send_timeout)
        await self._send({"type": "http.response.body", "body": body, "more_body": True})
        limit.reschedule(None)


class EventStream(MessageStream):
    """A game's events from a sequence number on, each as the client may see it when it is sent."""

    __slots__ = ("_sent", "live")
    viewer: GameViewer

    def __init__(
        self,
        settings: StreamSettings,
        live: LiveGame,
        viewer: GameViewer,
        *,
        after: int | None,
        wait: bool,
    ) -> None:
        super().__init__(settings, live.listeners, viewer, wait=wait)
        self.live = live
        self._sent = after

    def _is_up_to_date(self) -> bool:
        return self._sent == self.live.game.seq

    def _send_recent(self) -> None:
        perspective = self.viewer.perspective()
        assert self._sent is not None
        for event in self.live.recent:
            seq = event.entry.seq
            if seq <= self._sent:
                continue
            if seq != self._sent + 1 or not self._write(event.frame(perspective)):
                break
            self._sent = seq
        if self._sent < self.live.game.seq:
            self._start_slow()

    async def _catch_up(self) -> None:
        live, settings = self.live, self._settings
        async with asyncio.timeout(None) as limit:
            if self._sent is None or self._sent > live.game.seq:
                game, self._sent = live.game, live.game.seq
                message = Unchanged(game).message(self.viewer.perspective())
                await self._send_within(limit, frame(message, game.seq, game.updated_at))
            while self._sent < live.game.seq:
                async for event in live.events(after=self._sent):
                    await self._send_within(limit, event.frame(self.viewer.perspective()))
                    self._sent = event.entry.seq
            await self._send_within(limit, heartbeat(self._sent, settings.clock.now()))


def heartbeat(seq: int | None, now: int, waiting: int | None = None) -> bytes:
    """A named event with the latest number, where there is one; without an id: none can be missed.

    `now` is the clock of all deadlines, whatever the machine's clock says; `waiting`,
    where a level of this game thinks, how many thoughts wait for a thread.
    """
    number = b"" if seq is None else b'"seq":%d,' % seq
    more = b"" if waiting is None else b',"waiting":%d' % waiting
    body = b'{%b"now":%d,"version":"%b"%b}' % (number, now, _VERSION, more)
    return b"event: heartbeat\ndata: %b\n\n" % body
