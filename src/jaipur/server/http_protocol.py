"""The HTTP protocol of uvicorn, with limits in front of the parser.

The parser keeps whatever a client sends until a head is complete, and uvicorn waits for it without
end. Here a head is limited in bytes, fields and time, a body in bytes and time, and connections by
address and in all.
"""

from __future__ import annotations

import logging
from asyncio import AbstractEventLoop, TimerHandle, Transport
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from jaipur.server.event_stream import DIRECT
from jaipur.server.middleware import Network, is_in_networks
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.rate_limits import network_of, too_many

__all__ = ["ConnectionLimits", "HttpProtocol", "JoinedWrites", "StreamWriter"]

HEAD_BYTES: Final = 16_384
HEAD_FIELDS: Final = 100
PIPELINED_REQUESTS: Final = 16
DROPPED_BYTES: Final = 1_000_000  # of a body that is too large, before the connection is closed
_RETRY_SECONDS: Final = 5.0
_HEAD_START: Final = b"HTTP/1.1 "
_STREAM_PATH_END: Final = "/events"
# Uvicorn warns of each malformed request, so that a stranger could fill the log.
_LOG: Final = logging.getLogger("jaipur.server.protocol")
_LOG.setLevel(logging.ERROR)


class RequestRefused(Exception):
    """Raised in a callback to stop the parser."""


@dataclass(slots=True, kw_only=True)
class ConnectionLimits:
    """The limits of the connections of one process, and its open connections."""

    connections: int
    """In all. Beyond, the connection that has waited longest for a request is closed."""
    per_address: int
    """From one address. Beyond, its connection that has waited longest is closed."""
    proxies: tuple[Network, ...] = ()
    """Networks whose connections are not counted by address."""
    body_bytes: int
    request_seconds: float
    """The time for a whole head, and then for a whole body."""
    open: Counter[str] = field(default_factory=Counter)
    waiting: dict[HttpProtocol, None] = field(default_factory=dict)
    """Connections without a request that is being served, the oldest first."""


class JoinedWrites:
    """A transport that sends the head of an answer together with what follows it.

    Uvicorn writes them one by one, and each write is a system call.
    """

    __slots__ = ("_head", "_loop", "_transport", "is_closing")

    def __init__(self, transport: Transport, loop: AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._head = b""
        self.is_closing = transport.is_closing

    def write(self, data: bytes) -> None:
        """Write, or keep a head until the next write or the end of this turn of the loop."""
        if self._head:
            data, self._head = self._head + data, b""
        elif data.startswith(_HEAD_START):
            self._head = data
            self._loop.call_soon(self.flush)
            return
        self._transport.write(data)

    def flush(self) -> None:
        """Write a head that was kept."""
        if self._head:
            data, self._head = self._head, b""
            self._transport.write(data)

    def close(self) -> None:
        """Write what was kept, and close."""
        self.flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class StreamWriter:
    """Writes to an answer that has begun, without the layers of ASGI between."""

    __slots__ = ("_cycle",)

    def __init__(self, cycle: RequestResponseCycle) -> None:
        self._cycle = cycle

    def write(self, body: bytes) -> bool:
        """Write a part of the answer; False if the client has not taken what it was sent before."""
        cycle = self._cycle
        if cycle.flow.write_paused:
            return False
        if not cycle.disconnected:
            chunked = cycle.chunked_encoding
            cycle.transport.write(b"%x\r\n%b\r\n" % (len(body), body) if chunked else body)
        return True


class HttpProtocol(HttpToolsProtocol):
    """One connection."""

    # Beside those of uvicorn, in its dictionary, they would be more than CPython shares the keys
    # of: 2 kB a connection.
    __slots__ = (
        "_address", "_body_bytes", "_deadline", "_head_bytes", "_is_reading", "_limits", "_problem",
        "_unparsed",
    )  # fmt: skip

    def __init__(self, *args: Any, limits: ConnectionLimits, **options: Any) -> None:
        super().__init__(*args, **options)
        self.logger = _LOG
        self._limits = limits
        self._address: str | None = None
        self._deadline: TimerHandle | None = None
        self._is_reading = False  # a request that has begun and is not complete
        self._unparsed = 0  # bytes since the last whole head or piece of a body
        self._head_bytes = 0
        self._body_bytes = 0
        self._problem: Problem | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.transport = JoinedWrites(transport, self.loop)  # type: ignore[assignment]
        limits = self._limits
        if self.client is not None and not is_in_networks(self.client[0], limits.proxies):
            self._address = network_of(self.client[0])
            limits.open[self._address] += 1
            if limits.open[self._address] > limits.per_address:
                waiting = (one for one in limits.waiting if one._address == self._address)
                if (oldest := next(waiting, None)) is None:
                    self._refuse(_too_many_connections("address", limits.per_address))
                    return
                oldest._abort()
        if len(self.connections) > limits.connections:
            if not limits.waiting:
                self._refuse(_too_many_connections("server", limits.connections))
                return
            next(iter(limits.waiting))._abort()
        limits.waiting[self] = None
        self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._cancel_deadline()
        self._limits.waiting.pop(self, None)
        if self._address is not None:
            self._limits.open[self._address] -= 1
            if not self._limits.open[self._address]:
                del self._limits.open[self._address]

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._unparsed += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._unparsed > HEAD_BYTES:
            self._refuse(_head_too_large())
        elif self._deadline is None and (self._is_reading or self._is_idle):
            self._start_deadline()  # only here: almost every request comes as a whole

    def send_400_response(self, msg: str) -> None:
        """Answer what the parser has rejected."""
        if self._problem is not None:
            self._refuse(self._problem)
        elif not self._is_idle:
            self._abort()  # an answer would go into the middle of another one
        elif not self.transport.is_closing():
            super().send_400_response(msg)

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= PIPELINED_REQUESTS:
            self._abort()
            raise RequestRefused
        super().on_message_begin()
        self._head_bytes = self._body_bytes = 0
        self._is_reading = True

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count_head(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._count_head(len(name) + len(value) + 4)

    def on_headers_complete(self) -> None:
        self._unparsed = 0
        self._cancel_deadline()
        self._limits.waiting.pop(self, None)
        super().on_headers_complete()
        if self.scope["path"].endswith(_STREAM_PATH_END):
            self.scope["extensions"] = {DIRECT: {"write": StreamWriter(self.cycle).write}}

    def on_body(self, body: bytes) -> None:
        self._unparsed = 0
        self._body_bytes += len(body)
        super().on_body(body)
        # The application answers with 413. What it has not read is dropped, so that the answer
        # arrives and the connection can be used again; but not without end.
        if self._body_bytes > self._limits.body_bytes + DROPPED_BYTES:
            self.cycle.keep_alive = False
            if self.cycle.response_complete:
                self._abort()

    def on_message_complete(self) -> None:
        self._unparsed = 0
        self._is_reading = False
        self._cancel_deadline()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._is_idle and not self.transport.is_closing():
            self._limits.waiting[self] = None

    @property
    def _is_idle(self) -> bool:
        """Whether no request is being served."""
        return self.cycle is None or self.cycle.response_complete

    def _count_head(self, size: int) -> None:
        self._head_bytes += size
        if self._head_bytes > HEAD_BYTES or len(self.headers) > HEAD_FIELDS:
            self._problem = _head_too_large()
            raise RequestRefused

    def _start_deadline(self) -> None:
        self._deadline = self.loop.call_later(self._limits.request_seconds, self._abort)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _refuse(self, problem: Problem) -> None:
        """Answer with a problem if that is possible now, and close."""
        if not self._is_idle:
            self._abort()
        elif not self.transport.is_closing():
            self.transport.write(_response(problem))
            self.transport.close()

    def _abort(self) -> None:
        """Close at once, without sending what is still in the buffer."""
        self._limits.waiting.pop(self, None)
        self._cancel_deadline()
        if not self.transport.is_closing():
            self.transport.abort()


def _head_too_large() -> Problem:
    code = ProblemCode.TOO_LARGE
    return Problem(431, code, code.sentence, {}, most=HEAD_BYTES, most_fields=HEAD_FIELDS)


def _too_many_connections(per: str, most: int) -> Problem:
    return too_many("connections", per, most, 0, _RETRY_SECONDS)


def _response(problem: Problem) -> bytes:
    body = msgspec.json.encode(problem.body)
    headers = {
        "content-type": "application/json",
        "content-length": str(len(body)),
        "cache-control": "no-store",
        "connection": "close",
        **problem.headers,
    }
    lines = [f"HTTP/1.1 {problem.status} ", *(f"{n}: {v}" for n, v in headers.items()), "", ""]
    return "\r\n".join(lines).encode() + body
