"""Work shared out to processes of this machine; the results come in the order of the tasks.

Ctrl-C is for the parent alone. When it stops, for any reason, so do all workers, in the middle of
a task if need be: SIGTERM lets what they have open be closed.
"""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final, Generic, NoReturn, TypeVar

__all__ = ["OpenWorker", "run_in_processes"]

Task = TypeVar("Task")
Result = TypeVar("Result")
OpenWorker = Callable[[], AbstractContextManager[Callable[[Task], Result]]]
"""Opens what a worker needs, once in its process; gives the function that does a task."""

_STOP_SECONDS: Final = 10.0  # for a worker to close what it has open


def run_in_processes(
    open_worker: OpenWorker[Task, Result], tasks: Iterable[Task], processes: int
) -> Generator[Result, None, None]:
    """Do tasks in so many processes. To stop early, close the generator."""
    pool = _ProcessPool(open_worker, processes)
    try:
        yield from pool.run(iter(tasks))
        pool.finish()
    finally:
        pool.stop()


@dataclass(frozen=True, slots=True)
class _Failure:
    """What a worker sends in the place of a result: the trace of the error."""

    trace: str


class _ProcessPool(Generic[Task, Result]):
    """Worker processes with a pipe each. A worker exits when its pipe closes, for any reason."""

    def __init__(self, open_worker: OpenWorker[Task, Result], size: int) -> None:
        # A fresh interpreter for each: forking a process that has threads is not safe.
        context = multiprocessing.get_context("spawn")
        self._processes: dict[Connection, BaseProcess] = {}
        with _ctrl_c_blocked():
            for _ in range(size):
                ours, theirs = context.Pipe()
                arguments = (theirs, open_worker)
                process = context.Process(target=_run_worker, args=arguments, daemon=True)
                process.start()
                theirs.close()
                self._processes[ours] = process

    def run(self, tasks: Iterator[Task]) -> Iterator[Result]:
        """Each worker has one task; results that come early are kept until their turn."""
        numbered = enumerate(tasks)
        sent = {pipe: self._send_next(pipe, numbered) for pipe in self._processes}
        busy = {pipe: number for pipe, number in sent.items() if number >= 0}
        done: dict[int, Result] = {}
        turn = 0
        while busy or turn in done:
            if turn in done:
                yield done.pop(turn)
                turn += 1
                continue
            for pipe in wait(list(busy)):
                assert isinstance(pipe, Connection)
                done[busy.pop(pipe)] = self._receive(pipe)
                number = self._send_next(pipe, numbered)
                if number >= 0:
                    busy[pipe] = number

    def finish(self) -> None:
        """Let all workers exit: there are no more tasks."""
        for pipe in self._processes:
            pipe.close()
        for process in self._processes.values():
            process.join(_STOP_SECONDS)

    def stop(self) -> None:
        """Stop all workers, in the middle of a task if need be."""
        for process in self._processes.values():
            process.terminate()
        for process in self._processes.values():
            process.join(_STOP_SECONDS)
            process.kill()
            process.join()
        for pipe in self._processes:
            pipe.close()

    def _send_next(self, pipe: Connection, tasks: Iterator[tuple[int, Task]]) -> int:
        """Send a worker the next task; its number, or -1 if there is none."""
        for number, task in tasks:
            try:
                pipe.send(task)
            except ConnectionError:
                raise self._died(pipe) from None
            return number
        return -1

    def _receive(self, pipe: Connection) -> Result:
        try:
            result = pipe.recv()
        except (EOFError, ConnectionError):
            raise self._died(pipe) from None
        if isinstance(result, _Failure):
            raise RuntimeError(f"a worker failed:\n{result.trace}")
        received: Result = result
        return received

    def _died(self, pipe: Connection) -> RuntimeError:
        process = self._processes[pipe]
        process.join(_STOP_SECONDS)
        return RuntimeError(f"a worker died with exit code {process.exitcode}")


@contextmanager
def _ctrl_c_blocked() -> Iterator[None]:
    """Block SIGINT, also in processes started inside, until they are ready to ignore it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    # The first process starts it otherwise, and as it starts, Python 3.11 unblocks SIGINT.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run_worker(pipe: Connection, open_worker: OpenWorker[Any, Any]) -> None:
    """The main function of a worker: do tasks until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _exit)
    with open_worker() as work, suppress(EOFError, ConnectionError):
        while True:
            task = pipe.recv()
            try:
                result = work(task)
            except Exception:
                result = _Failure(traceback.format_exc())
            pipe.send(result)


def _exit(_signal: int, _frame: object) -> NoReturn:
    raise SystemExit(0)
