"""Server-Sent Events: a cursor into a game's log, and never a queue.

A listener that is slow has nothing piling up for it here: it is told what is missing when it can
take it. One that takes nothing for a while is dropped, and comes back with its last number.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from jaipur.server.events import Perspective
from jaipur.server.lanes import Lane, Lanes
from jaipur.server.pages import VERSION

__all__ = ["EventStream", "Listening"]

_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
]


_VERSION: Final = VERSION.encode()


@dataclass(slots=True, kw_only=True)
class Listening:
    """What a stream needs to know of the listener, and of the server around it."""

    perspective: Perspective
    heartbeat: float
    send_timeout: float
    closing: asyncio.Event
    beat: Callable[[Lane], Awaitable[None]]
    """Called with each heartbeat: somebody is looking, so what is overdue is seen to."""
    ended: Callable[[], None]
    wakers: set[asyncio.Event]
    """The wakers of all streams of the server, so that it can end them."""


@dataclass(slots=True)
class _Reader:
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    gone: bool = False
    silent: bool = False
    """Whether a heartbeat is due."""

    def want_beat(self) -> None:
        self.silent = True
        self.wake.set()


@dataclass(slots=True)
class _Sender:
    """Sends what the listener takes in time; `patience` belongs to the whole stream."""

    send: Send
    seconds: float
    patience: asyncio.Timeout
    clock: Callable[[], float]

    async def __call__(self, body: bytes) -> None:
        self.patience.reschedule(self.clock() + self.seconds)
        await self.send({"type": "http.response.body", "body": body, "more_body": True})
        self.patience.reschedule(None)


class EventStream(Response):
    """A game's events, for one perspective, from a number on."""

    def __init__(
        self,
        lanes: Lanes,
        lane: Lane,
        listening: Listening,
        *,
        after: int | None,
        wait: bool,
    ) -> None:
        super().__init__()
        self._lanes = lanes
        self._lane = lane
        self._perspective = listening.perspective
        self._listening = listening
        self._after = after
        self._wait = wait

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        reader = _Reader()
        self._lane.wakers.add(reader.wake)
        self._listening.wakers.add(reader.wake)
        watching = asyncio.create_task(_watch(receive, reader))
        try:
            await send(
                {"type": "http.response.start", "status": 200, "headers": [*_HEADERS, *self._extra]}
            )
            async with asyncio.timeout(None) as patience:
                clock = asyncio.get_running_loop().time
                seconds = self._listening.send_timeout
                await self._tell(_Sender(send, seconds, patience, clock), reader)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except (TimeoutError, OSError):
            pass  # too slow, or gone
        finally:
            watching.cancel()
            self._lane.wakers.discard(reader.wake)
            self._listening.wakers.discard(reader.wake)
            self._listening.ended()

    @property
    def _extra(self) -> list[tuple[bytes, bytes]]:
        skip = {name for name, _ in _HEADERS} | {b"content-length"}
        return [(name, value) for name, value in self.raw_headers if name not in skip]

    async def _tell(self, send: _Sender, reader: _Reader) -> None:
        told = self._after
        if told is None or told > self._lane.game.seq:
            told = self._lane.game.seq
            await send(frame(self._lanes.snapshot(self._lane, self._perspective), told))
        else:
            told = await self._catch_up(send, told)
        await send(heartbeat(told))
        if self._wait:
            await self._keep_telling(send, reader, told)

    async def _keep_telling(self, send: _Sender, reader: _Reader, told: int) -> None:
        loop = asyncio.get_running_loop()
        timer = loop.call_later(self._listening.heartbeat, reader.want_beat)
        try:
            while not reader.gone and not self._listening.closing.is_set():
                reader.wake.clear()
                if reader.silent:
                    await self._listening.beat(self._lane)
                told = await self._catch_up(send, told)
                if reader.silent:
                    await send(heartbeat(told))
                    reader.silent = False
                    timer = loop.call_later(self._listening.heartbeat, reader.want_beat)
                await reader.wake.wait()
        finally:
            timer.cancel()

    async def _catch_up(self, send: _Sender, told: int) -> int:
        if told < self._lane.game.seq:
            async for event in self._lanes.history(self._lane, after=told):
                told = event.entry.seq
                await send(frame(event.message(self._perspective), told))
        return told


def frame(message: bytes, seq: int) -> bytes:
    """A message as it goes over the wire."""
    return b"id: %d\ndata: %b\n\n" % (seq, message)


def heartbeat(seq: int) -> bytes:
    """A sign of life that an EventSource can see; it has no id, so nothing is lost by it."""
    return b'event: heartbeat\ndata: {"seq":%d,"version":"%b"}\n\n' % (seq, _VERSION)


async def _watch(receive: Receive, reader: _Reader) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    reader.gone = True
    reader.wake.set()
