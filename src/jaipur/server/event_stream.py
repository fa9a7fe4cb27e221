"""Server-Sent Events: each stream is a cursor into a game's log, without a queue.

Nothing accumulates for a slow client: it is sent what it lacks when it can receive it. A client
that receives nothing for a while is disconnected, and reconnects with its last sequence number.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from jaipur.server.events import Perspective
from jaipur.server.live_games import LiveGame, LiveGames
from jaipur.server.problems import Problem
from jaipur.server.shapes.requests import EVENT_ID_PATTERN
from jaipur.server.static_files import VERSION

__all__ = ["EventId", "EventStream", "StreamContext"]

_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
]
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


@dataclass(slots=True, kw_only=True)
class StreamContext:
    """What a stream needs to know about its client and about the server."""

    perspective: Callable[[], Perspective]
    """What the client may see now; Problem if nothing any more, which ends the stream."""
    heartbeat: float
    send_timeout: float
    closing: asyncio.Event
    now: Callable[[], int]
    on_heartbeat: Callable[[LiveGame], Awaitable[None]]
    on_end: Callable[[], None]
    streams: set[asyncio.Event]
    """The wake-up events of all streams of the server, so that it can end them."""


class _NothingToSee(Exception):
    """The client may not see the game any more."""


@dataclass(slots=True)
class _Client:
    wakeup: asyncio.Event = field(default_factory=asyncio.Event)
    disconnected: bool = False
    heartbeat_due: bool = False

    def request_heartbeat(self) -> None:
        self.heartbeat_due = True
        self.wakeup.set()


@dataclass(slots=True)
class _Sender:
    """Sends parts of the body, each within some seconds; `timeout` spans the whole stream."""

    send: Send
    seconds: float
    timeout: asyncio.Timeout
    loop_time: Callable[[], float]

    async def __call__(self, body: bytes) -> None:
        self.timeout.reschedule(self.loop_time() + self.seconds)
        await self.send({"type": "http.response.body", "body": body, "more_body": True})
        self.timeout.reschedule(None)


class EventStream(Response):
    """A game's events from a sequence number on, each as the client may see it when it is sent."""

    def __init__(
        self,
        live_games: LiveGames,
        live: LiveGame,
        context: StreamContext,
        *,
        after: int | None,
        wait: bool,
    ) -> None:
        super().__init__()
        self._live_games = live_games
        self._live = live
        self._context = context
        self._after = after
        self._wait = wait

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = _Client()
        self._live.listeners.add(client.wakeup)
        self._context.streams.add(client.wakeup)
        watching = asyncio.create_task(_watch_disconnect(receive, client))
        try:
            await send(
                {"type": "http.response.start", "status": 200, "headers": [*_HEADERS, *self._extra]}
            )
            async with asyncio.timeout(None) as timeout:
                loop_time = asyncio.get_running_loop().time
                seconds = self._context.send_timeout
                # A client that is still in need of events reconnects, and is told what is wrong.
                with suppress(_NothingToSee, Problem):
                    await self._stream(_Sender(send, seconds, timeout, loop_time), client)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except (TimeoutError, OSError):
            pass  # the client was too slow, or has disconnected
        finally:
            watching.cancel()
            self._live.listeners.discard(client.wakeup)
            self._context.streams.discard(client.wakeup)
            self._context.on_end()

    @property
    def _extra(self) -> list[tuple[bytes, bytes]]:
        skip = {name for name, _ in _HEADERS} | {b"content-length"}
        return [(name, value) for name, value in self.raw_headers if name not in skip]

    def _perspective(self) -> Perspective:
        try:
            return self._context.perspective()
        except Problem as problem:
            raise _NothingToSee from problem

    async def _stream(self, send: _Sender, client: _Client) -> None:
        sent = self._after
        if sent is None or sent > self._live.game.seq:
            game = self._live.game
            sent = game.seq
            message = self._live_games.snapshot(self._live, self._perspective())
            await send(frame(message, EventId(sent, game.updated_at)))
        else:
            sent = await self._catch_up(send, sent)
        await send(heartbeat(sent, self._context.now()))
        if self._wait:
            await self._keep_sending(send, client, sent)

    async def _keep_sending(self, send: _Sender, client: _Client, sent: int) -> None:
        loop = asyncio.get_running_loop()
        timer = loop.call_later(self._context.heartbeat, client.request_heartbeat)
        try:
            while not client.disconnected and not self._context.closing.is_set():
                client.wakeup.clear()
                if client.heartbeat_due:
                    with suppress(Problem):  # without the database, the heartbeat is all it gets
                        await self._context.on_heartbeat(self._live)
                self._perspective()  # ends the stream if the client may not see the game any more
                sent = await self._catch_up(send, sent)
                if client.heartbeat_due:
                    await send(heartbeat(sent, self._context.now()))
                    client.heartbeat_due = False
                    timer = loop.call_later(self._context.heartbeat, client.request_heartbeat)
                await client.wakeup.wait()
        finally:
            timer.cancel()

    async def _catch_up(self, send: _Sender, sent: int) -> int:
        if sent < self._live.game.seq:
            async for event in self._live_games.events(self._live, after=sent):
                sent = event.entry.seq
                await send(frame(event.message(self._perspective()), EventId(sent, event.entry.at)))
        return sent


def frame(message: bytes, id: EventId) -> bytes:
    """A message as a Server-Sent Event."""
    return b"id: %d-%d\ndata: %b\n\n" % (id.seq, id.at or 0, message)


def heartbeat(seq: int, now: int) -> bytes:
    """A named event with the latest number; without an id, so no event can be missed.

    `now` is the time in which deadlines are told, whatever the machine's clock says.
    """
    body = b'{"seq":%d,"now":%d,"version":"%b"}' % (seq, now, _VERSION)
    return b"event: heartbeat\ndata: %b\n\n" % body


async def _watch_disconnect(receive: Receive, client: _Client) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    client.disconnected = True
    client.wakeup.set()
