"""A child process that is spoken to in lines, never longer than one is willing to wait.

Whatever the child does, each call here comes back by its deadline, memory stays bounded, and after
`stop` neither the child nor what it started in its process group is left. One thread does it all:
the child's input, output and standard error are pipes that never block us. POSIX only;
elsewhere ThreadedProcess does the same with threads.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import ceil
from typing import IO, Final

from jaipur.errors import BotFault, Fault

__all__ = ["Child"]

_CHUNK: Final = 65536
_TAIL: Final = 2000
_LAST_WORDS: Final = 0.5  # seconds for a child that closed its output to end and say why


class Child:
    """A running program. What it writes to standard error is handed to `log`, piece by piece."""

    def __init__(
        self, arguments: Sequence[str], *, longest_line: int, log: Callable[[bytes], None]
    ) -> None:
        self._longest = longest_line
        self._log = log
        self._unread = bytearray()
        self._tail = b""
        self._process = _start(arguments)
        self._stdin, self._stdout, self._stderr = _pipes(self._process)
        # If nobody calls `stop`: when the object goes, or when this interpreter ends.
        self._end = weakref.finalize(self, _kill, self._process)

    @property
    def pid(self) -> int:
        """The id of the process, and of its process group."""
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        """Whether the child itself has ended."""
        return not self._end.alive or _ended(self._process) is not None

    def send(self, line: bytes, deadline: float) -> None:
        """Hand over a line; BotFault if it was not taken by then (in `time.monotonic`)."""
        unsent = memoryview(line + b"\n")
        while unsent:
            self._wait(self._stdin, select.POLLOUT, deadline)
            try:
                unsent = unsent[os.write(self._stdin.fileno(), unsent) :]
            except BlockingIOError:
                pass
            except BrokenPipeError:
                raise self._crashed() from None

    def read_line(self, deadline: float) -> bytes:
        """The next line without its end; BotFault if none is there by then."""
        # No more is read than shows that a line is too long; the rest waits in the pipe.
        while (line := self._line()) is None:
            self._wait(self._stdout, select.POLLIN, deadline)
            piece = os.read(self._stdout.fileno(), _CHUNK)
            if not piece:
                raise self._crashed()
            self._unread += piece
        return line

    def stop(self, grace: float) -> None:
        """Close the child's input, let it end for so many seconds, then end it."""
        if self._end.alive:
            with suppress(OSError):
                self._stdin.close()
            self._wait_for_end(time.monotonic() + grace)
            self._end()

    def _line(self) -> bytes | None:
        end = self._unread.find(b"\n")
        if (len(self._unread) if end < 0 else end) > self._longest:
            raise BotFault(Fault.LINE_TOO_LONG, f"More than {self._longest:,} bytes.")
        if end < 0:
            return None
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        return line

    def _wait(self, pipe: IO[bytes], event: int, deadline: float) -> None:
        """Wait until a pipe is ready, and hear what is said on standard error meanwhile."""
        while (left := deadline - time.monotonic()) > 0:
            ready = _poll(left, (pipe, event), (self._stderr, select.POLLIN))
            if self._stderr in ready:
                self._listen()
            if pipe in ready:
                return
        raise BotFault(Fault.LATE)

    def _listen(self) -> None:
        piece = os.read(self._stderr.fileno(), _CHUNK)
        self._tail = (self._tail + piece)[-_TAIL:]
        if piece:
            self._log(piece)
        else:
            self._stderr.close()

    def _crashed(self) -> BotFault:
        """The fault of a child whose pipes are closed, with its last words if it has any."""
        self._wait_for_end(time.monotonic() + _LAST_WORDS)
        ended = _ended(self._process)
        how = "It closed its pipes." if ended is None else f"It ended with {ended}."
        last = self._tail.decode(errors="replace").strip().rpartition("\n")[2]
        return BotFault(Fault.CRASHED, f"{how} {_printable(last)}".strip())

    def _wait_for_end(self, deadline: float) -> None:
        """Wait until the child has ended, and hear what it says on standard error meanwhile."""
        while (running := _ended(self._process) is None) or not self._stderr.closed:
            if time.monotonic() >= deadline:
                return
            if _poll(0.005, (self._stderr, select.POLLIN)):
                self._listen()
            elif not running:
                return  # someone else holds the pipe open


def _start(arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    try:
        # Its own session: Ctrl-C is not for it, and its whole group can be ended.
        return subprocess.Popen(
            arguments, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
        )
    except OSError as error:
        raise BotFault(Fault.NOT_STARTED, f"{arguments[0]}: {error.strerror}.") from error


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    stdin, stdout, stderr = process.stdin, process.stdout, process.stderr
    assert stdin is not None
    assert stdout is not None
    assert stderr is not None
    for pipe in (stdin, stdout, stderr):
        os.set_blocking(pipe.fileno(), False)
    return stdin, stdout, stderr


def _poll(seconds: float, *watched: tuple[IO[bytes], int]) -> set[IO[bytes]]:
    """Which of the pipes are ready, or have been closed at the other end."""
    poll = select.poll()
    pipes = {pipe.fileno(): (pipe, event) for pipe, event in watched if not pipe.closed}
    for number, (_, event) in pipes.items():
        poll.register(number, event)
    return {pipes[number][0] for number, _ in poll.poll(ceil(seconds * 1000))}


def _ended(process: subprocess.Popen[bytes]) -> str | None:
    """How the process ended, or None while it runs. It stays a zombie, so its id stays its own."""
    if process.returncode is not None:
        return f"code {process.returncode}"
    found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if found is None:
        return None
    if found.si_code == os.CLD_EXITED:
        return f"code {found.si_status}"
    return f"signal {found.si_status}"


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the process and its group, and take it off the list of processes."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


def _printable(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable())[:200]
