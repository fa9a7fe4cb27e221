"""A child process that is spoken to in lines, by threads: for systems without POSIX.

It does what LineProcess does, with the same deadlines and faults, where pipes cannot be polled. One
thread writes, one reads, one hears standard error. What the child has started may outlive it:
there are no process groups to end.
"""

from __future__ import annotations

import os
import subprocess
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from typing import IO, Final

from jaipur.errors import BotFault, Fault

__all__ = ["ThreadedProcess"]

_CHUNK_BYTES: Final = 65536
_TAIL_BYTES: Final = 2000
_LAST_WORDS_SECONDS: Final = 0.5  # for a child that closed its output to end and say why
_WAITING_CHUNKS: Final = 2  # how much is read ahead of what was asked for


class ThreadedProcess:
    """A running program. What it writes to standard error is handed to `log`, piece by piece."""

    def __init__(
        self, arguments: Sequence[str], *, longest_line: int, log: Callable[[bytes], None]
    ) -> None:
        self._longest = longest_line
        self._unread = bytearray()
        self._process = process = _start(arguments)
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._output: Queue[bytes] = Queue(_WAITING_CHUNKS)
        self._input: Queue[bytes | None] = Queue()
        self._written = threading.Semaphore(0)
        self._broken = threading.Event()
        self._errors = _Errors(log)
        self._stopped = threading.Event()
        writing = (process.stdin, self._input, self._written, self._broken)
        self._threads = [
            _thread(_write, *writing),
            _thread(_read, process.stdout, self._output, self._stopped),
            _thread(self._errors.read, process.stderr),
        ]
        self._end = weakref.finalize(self, _kill, process, self._stopped, self._input)

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        """Whether the child itself has ended."""
        return not self._end.alive or self._process.poll() is not None

    def send(self, line: bytes, deadline: float) -> None:
        """Hand over a line; BotFault if it was not taken by then (in `time.monotonic`)."""
        if not self._end.alive:
            raise BotFault(Fault.CRASHED, "It was not running.")
        self._input.put(line + b"\n")
        if not self._written.acquire(timeout=max(0.0, deadline - time.monotonic())):
            raise BotFault(Fault.LATE)
        if self._broken.is_set():
            raise self._crashed()

    def read_line(self, deadline: float) -> bytes:
        """The next line without its end; BotFault if none is there by then."""
        while (line := self._line()) is None:
            try:
                piece = self._output.get(timeout=max(0.0, deadline - time.monotonic()))
            except Empty:
                raise BotFault(Fault.LATE) from None
            if not piece:
                raise self._crashed()
            self._unread += piece
        return line

    def stop(self, grace: float) -> None:
        """Close the child's input, let it end for so many seconds, then end it."""
        if self._end.alive:
            self._input.put(None)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(grace)
            self._end()
            for thread in self._threads:
                thread.join(_LAST_WORDS_SECONDS)

    def _line(self) -> bytes | None:
        end = self._unread.find(b"\n")
        if (len(self._unread) if end < 0 else end) > self._longest:
            raise BotFault(Fault.LINE_TOO_LONG, f"More than {self._longest:,} bytes.")
        if end < 0:
            return None
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        return line

    def _crashed(self) -> BotFault:
        """The fault of a child whose pipes are closed, with its last words if it has any."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_LAST_WORDS_SECONDS)
        code = self._process.poll()
        if code is not None:
            self._threads[2].join(_LAST_WORDS_SECONDS)
        how = "It closed its pipes." if code is None else f"It ended with {_named(code)}."
        last = self._errors.tail.decode(errors="replace").strip().rpartition("\n")[2]
        shown = "".join(letter for letter in last if letter.isprintable())[:200]
        return BotFault(Fault.CRASHED, f"{how} {shown}".strip())


class _Errors:
    """What the child has written to standard error: to the log, and the end of it kept."""

    def __init__(self, log: Callable[[bytes], None]) -> None:
        self._log = log
        self.tail = b""

    def read(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while piece := os.read(pipe.fileno(), _CHUNK_BYTES):
                self.tail = (self.tail + piece)[-_TAIL_BYTES:]
                self._log(piece)


def _thread(work: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    thread.start()
    return thread


def _write(
    pipe: IO[bytes],
    lines: Queue[bytes | None],
    written: threading.Semaphore,
    broken: threading.Event,
) -> None:
    """Write lines until None comes, then close the child's input."""
    while (line := lines.get()) is not None:
        try:
            unsent = memoryview(line)
            while unsent:
                unsent = unsent[pipe.write(unsent) :]
        except (OSError, ValueError):
            broken.set()
        written.release()
    with suppress(OSError):
        pipe.close()


def _read(pipe: IO[bytes], output: Queue[bytes], stopped: threading.Event) -> None:
    """Hand on what the child writes; an empty piece is the end. The queue bounds the memory."""
    piece = b"more"
    while piece:
        try:
            piece = os.read(pipe.fileno(), _CHUNK_BYTES)
        except (OSError, ValueError):
            piece = b""
        while not stopped.is_set():
            with suppress(Full):
                output.put(piece, timeout=0.1)
                break


def _start(arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    # Its own group on Windows: Ctrl-C is not for it.
    flags = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    try:
        return subprocess.Popen(
            arguments, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, creationflags=flags
        )
    except OSError as error:
        raise BotFault(Fault.NOT_STARTED, f"{arguments[0]}: {error.strerror}.") from error


def _named(code: int) -> str:
    return f"code {code}" if code >= 0 else f"signal {-code}"


def _kill(
    process: subprocess.Popen[bytes], stopped: threading.Event, lines: Queue[bytes | None]
) -> None:
    """End the process, and the threads that serve it."""
    stopped.set()
    with suppress(OSError):
        process.kill()
    process.wait()
    lines.put(None)
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
