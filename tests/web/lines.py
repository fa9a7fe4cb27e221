"""A line between a browser and a server that can be cut: set_offline does not cut a stream."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit


class Line:
    """A TCP proxy on a port of its own."""

    def __init__(self, target: str) -> None:
        parts = urlsplit(target)
        self._target = (parts.hostname or "127.0.0.1", parts.port or 80)
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._open: set[socket.socket] = set()
        self._guard = threading.Lock()
        self._cut = False
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def cut(self) -> None:
        """End every connection, and let none through until it is mended."""
        with self._guard:
            self._cut = True
            ended, self._open = self._open, set()
        for sock in ended:
            _end(sock)

    def mend(self) -> None:
        with self._guard:
            self._cut = False

    def close(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._accepting.join(timeout=10)
        self.cut()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            with self._guard:
                cut = self._cut
            if cut:
                near.close()
                continue
            try:
                far = socket.create_connection(self._target, timeout=30)
            except OSError:
                near.close()
                continue
            far.settimeout(None)
            with self._guard:
                self._open |= {near, far}
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
        with self._guard:
            self._open -= {source, sink}
        _end(source)
        _end(sink)


def _end(sock: socket.socket) -> None:
    with suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)
    sock.close()


@contextmanager
def a_line(target: str) -> Iterator[Line]:
    """A line to a server."""
    line = Line(target)
    try:
        yield line
    finally:
        line.close()
