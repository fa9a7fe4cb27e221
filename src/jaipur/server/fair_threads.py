"""Fair threads: long work for many clients in a few threads, shared by address, then by user.

Whoever has used the threads least comes first: the address first, and then the user at that
address. A client that comes back after a pause starts level with the one that has used least, so
it neither saves time up nor waits for those who keep the threads busy. Work that has begun is not
interrupted.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

__all__ = ["Client", "FairQueue", "FairThreads"]

T = TypeVar("T")
_BACKGROUND_NICENESS: Final = 10


class Client(NamedTuple):
    """For whom work is done; a visitor's user is the empty text."""

    address: str
    user: str


class _Usage:
    """How many seconds each of those who have work has used."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}
        self.jobs: Counter[str] = Counter()

    def begin(self, who: str) -> None:
        least = min((self._seconds[other] for other in self.jobs), default=0.0)
        # Who has no work is remembered only while having used more than the others.
        self._seconds = {
            other: seconds
            for other, seconds in self._seconds.items()
            if other in self.jobs or (self.jobs and seconds > least)
        }
        self._seconds[who] = max(self._seconds.get(who, 0.0), least)
        self.jobs[who] += 1

    def end(self, who: str, seconds: float) -> None:
        self._seconds[who] += seconds
        self.jobs[who] -= 1
        if not self.jobs[who]:
            del self.jobs[who]

    def least(self, of: Iterable[str]) -> str:
        return min(of, key=self._seconds.__getitem__)


class FairQueue:
    """Jobs that wait, by address and user. A job counts until `end`, also after it was taken."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, deque[Any]]] = {}
        self._addresses = _Usage()
        self._users: dict[str, _Usage] = {}

    def add(self, client: Client, job: Any) -> None:
        """Add a job behind the client's others."""
        self._addresses.begin(client.address)
        self._users.setdefault(client.address, _Usage()).begin(client.user)
        users = self._waiting.setdefault(client.address, {})
        users.setdefault(client.user, deque()).append(job)

    def __len__(self) -> int:
        """How many jobs wait."""
        return sum(len(jobs) for users in self._waiting.values() for jobs in users.values())

    def take(self) -> Any | None:
        """The next job; None if no job waits."""
        if not self._waiting:
            return None
        address = self._addresses.least(self._waiting)
        users = self._waiting[address]
        user = self._users[address].least(users)
        job = users[user].popleft()
        if not users[user]:
            del users[user]
        if not users:
            del self._waiting[address]
        return job

    def end(self, client: Client, seconds: float) -> None:
        """Count the time that a job has taken."""
        self._addresses.end(client.address, seconds)
        usage = self._users[client.address]
        usage.end(client.user, seconds)
        if not usage.jobs:
            del self._users[client.address]


@dataclass(slots=True, eq=False)
class _ThreadJob:
    client: Client
    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    result: asyncio.Future[Any]


class FairThreads:
    """A few threads that run the jobs of a FairQueue."""

    def __init__(self, threads: int, name: str, *, background: bool = False) -> None:
        self._pool = ThreadPoolExecutor(
            threads, thread_name_prefix=name, initializer=_lower_priority if background else None
        )
        self._free = threads
        self._closed = False
        self._queue = FairQueue()

    async def run(self, client: Client, work: Callable[..., T], *arguments: Any) -> T:
        """The result of `work`, which runs when it is the client's turn."""
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.add(client, _ThreadJob(client, work, arguments, result))
        self._start_next()
        return await result

    @property
    def waiting(self) -> int:
        """How many jobs wait for a thread."""
        return len(self._queue)

    def close(self) -> None:
        """Start nothing any more."""
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _start_next(self) -> None:
        loop = asyncio.get_running_loop()
        while self._free and not self._closed and (job := self._queue.take()) is not None:
            if job.result.cancelled():
                self._queue.end(job.client, 0.0)
                continue
            self._free -= 1
            running = loop.run_in_executor(self._pool, job.work, *job.arguments)
            running.add_done_callback(partial(self._finish, job, loop.time()))

    def _finish(self, job: _ThreadJob, started: float, running: asyncio.Future[Any]) -> None:
        self._queue.end(job.client, asyncio.get_running_loop().time() - started)
        if running.cancelled():  # the threads are closed
            job.result.cancel()
            return
        error = running.exception()
        if not job.result.done():
            if error is None:
                job.result.set_result(running.result())
            else:
                job.result.set_exception(error)
        self._free += 1
        self._start_next()


def _lower_priority() -> None:
    """Let every other thread of the machine come first, where a thread can have a priority."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _BACKGROUND_NICENESS)
