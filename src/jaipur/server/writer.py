"""Group commit: one thread writes, and puts many changes into one transaction.

Jobs that arrive during a commit go into the next one together: a disk that syncs 250 times a
second then carries thousands of moves. A job's future is resolved only after its commit; a job
that could not start in time is withdrawn, and has then changed nothing.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from jaipur.server.database_status import DatabaseStatus, OutageReason, reason_of
from jaipur.server.metrics import CommitTimes
from jaipur.server.problems import Problem, WriteConflict

__all__ = ["Writer"]

T = TypeVar("T")
_MAX_BATCH: Final = 256
# Measured on SQLite: a commit takes 0.2 ms of CPU and 0.4 to 4 ms of waiting, a move 0.05 ms. While
# several games write so often, their moves wait a little for each other, and share a commit.
_GATHER_SECONDS: Final = 0.01
_OFTEN_SECONDS: Final = 0.03


@dataclass(frozen=True, slots=True)
class _WriteJob:
    work: Callable[[Connection], Any]
    order: str
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    _begun: threading.Lock = field(default_factory=threading.Lock)

    def begin(self) -> bool:
        """Claim the job, to run it or to withdraw it: True for the first caller only."""
        return self._begun.acquire(blocking=False)


class Writer:
    """Runs jobs in one thread, in group commits."""

    def __init__(self, engine: Engine, status: DatabaseStatus, *, patience: float) -> None:
        self._engine = engine
        self._status = status
        self._patience = patience
        self._running: _WriteJob | None = None
        self._last_orders: frozenset[str] = frozenset()
        self._committed_at = 0.0
        self._connection: Connection | None = None
        self._jobs: SimpleQueue[_WriteJob | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="jaipur-writer", daemon=True)
        self._thread.start()
        self.commits = 0
        self.times = CommitTimes()

    async def write(self, work: Callable[[Connection], T], *, order: str = "") -> T:
        """The result of `work`, once it is committed.

        `work` may refuse (WriteConflict or Problem) only before it has written anything, since
        other jobs share the transaction; Store.write undoes it with a savepoint. `order` is the
        game it writes to: rows are locked in this order, so that two processes cannot deadlock.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        job = _WriteJob(work, order, future, loop)
        self._jobs.put(job)
        timer = loop.call_later(self._patience, self._withdraw, job)
        try:
            return await future
        finally:
            timer.cancel()

    def _withdraw(self, job: _WriteJob) -> None:
        if job.begin() and not job.future.done():
            late = TimeoutError(f"not begun after {self._patience:g} s")
            job.future.set_exception(self._status.failed("write", late))

    def close(self) -> None:
        """Finish the jobs in the queue, and stop."""
        self._jobs.put(None)
        self._thread.join(timeout=5)
        if not self._thread.is_alive() and self._connection is not None:
            self._connection.close()

    def _run(self) -> None:
        while (batch := self._next_batch()) is not None:
            results = self._commit_all(batch)
            for loop in {job.loop for job, _ in results}:
                mine = [result for result in results if result[0].loop is loop]
                if not loop.is_closed():
                    loop.call_soon_threadsafe(_resolve, mine)

    def _next_batch(self) -> list[_WriteJob] | None:
        job = self._jobs.get()
        if job is not None and self._more_will_come(job):
            time.sleep(_GATHER_SECONDS)
        batch: list[_WriteJob] = []
        while job is not None:
            batch.append(job)
            if len(batch) == _MAX_BATCH:
                break
            try:
                job = self._jobs.get_nowait()
            except Empty:
                break
        else:
            if not batch:
                return None
            self._jobs.put(None)  # finish the batch first, then stop
        self._last_orders = frozenset(job.order for job in batch)
        return sorted((job for job in batch if job.begin()), key=lambda job: job.order)

    def _more_will_come(self, job: _WriteJob) -> bool:
        """Whether other games write at the same time: one alone gets its commit at once."""
        others = len(self._last_orders) > 1 or job.order not in self._last_orders
        return others and time.monotonic() - self._committed_at < _OFTEN_SECONDS

    def _commit_all(self, batch: list[_WriteJob]) -> list[tuple[_WriteJob, Any]]:
        if not batch:  # all were withdrawn
            return []
        try:
            return self._commit(batch)
        except Exception as error:
            # Connecting or committing has failed, or the database is gone: so it is for every job.
            if self._running is None or _is_unreachable(error):
                return [(job, self._refusal(error)) for job in batch]
        # One job has failed: commit each on its own.
        return [result for job in batch for result in self._commit_alone(job)]

    def _commit(self, batch: list[_WriteJob]) -> list[tuple[_WriteJob, Any]]:
        results: list[tuple[_WriteJob, Any]] = []
        self._running, begun = None, time.perf_counter()
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            with self._connection.begin():
                for job in batch:
                    self._running = job
                    try:
                        results.append((job, job.work(self._connection)))
                    except (WriteConflict, Problem) as refusal:
                        results.append((job, refusal))
                self._running = None
        except Exception:
            self._drop_connection()  # its state is unknown
            raise
        self.commits += 1
        self._committed_at = time.monotonic()
        self.times.observe(time.perf_counter() - begun)
        if not all(isinstance(result, Exception) for _, result in results):
            self._status.succeeded("write")  # a transaction without changes proves nothing
        return results

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError, OSError):
                connection.invalidate()
                connection.close()

    def _commit_alone(self, job: _WriteJob) -> list[tuple[_WriteJob, Any]]:
        try:
            return self._commit([job])
        except Exception as error:
            return [(job, self._refusal(error))]

    def _refusal(self, error: Exception) -> Exception:
        """What `write` raises for a job that has failed with this error."""
        if isinstance(error, IntegrityError):
            return WriteConflict()
        if isinstance(error, (SQLAlchemyError, OSError)):
            return self._status.failed("write", error)
        return error


def _is_unreachable(error: Exception) -> bool:
    is_of_database = isinstance(error, (SQLAlchemyError, OSError))
    return is_of_database and reason_of(error) is OutageReason.UNREACHABLE


def _resolve(results: list[tuple[_WriteJob, Any]]) -> None:
    for job, result in results:
        if job.future.done():  # cancelled meanwhile; what was written stays written
            continue
        if isinstance(result, Exception):
            job.future.set_exception(result)
        else:
            job.future.set_result(result)
