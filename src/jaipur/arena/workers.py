"""Play pairs in one process or in many; the results come in the order of the tasks.

A task is a few pairs of one spec. `play_here` plays in this process, `play_in_processes` in
processes of this machine, and arena/ray.py on a cluster. All three take the tasks as an iterable
and yield the pairs of each task in order. To stop early, close the generator.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final, NoReturn

from jaipur.arena.pair import Pair, PairSpec, play_pair
from jaipur.arena.running_bots import RunningBots
from jaipur.players.bot import BotLimits

__all__ = [
    "BotHosting",
    "PairTask",
    "Results",
    "Worker",
    "cores",
    "play_here",
    "play_in_processes",
    "play_task",
]

_STOP_SECONDS: Final = 10.0  # for a worker to stop its bots


@dataclass(frozen=True, slots=True)
class PairTask:
    """Some pairs of a spec: from index `start`, `count` of them."""

    spec: PairSpec
    start: int
    count: int


@dataclass(frozen=True, slots=True)
class BotHosting:
    """How bots are run where pairs are played: their limits, and the folder of their logs."""

    limits: BotLimits = field(default_factory=BotLimits)
    logs: str | None = None

    def open(self) -> RunningBots:
        """The bots of one process, none of them started yet."""
        return RunningBots(limits=self.limits, logs=self.logs)


Results = Generator[tuple[Pair, ...], None, None]
"""The pairs of each task, in the order of the tasks."""

Worker = Callable[[Iterable[PairTask], BotHosting], Results]
"""A function that plays tasks: `play_here` is one."""


def play_task(task: PairTask, bots: RunningBots) -> tuple[Pair, ...]:
    """The pairs of a task."""
    indexes = range(task.start, task.start + task.count)
    return tuple(play_pair(task.spec, index, bots) for index in indexes)


def play_here(tasks: Iterable[PairTask], hosting: BotHosting) -> Results:
    """Play in this process, one task after the other."""
    with hosting.open() as bots:
        for task in tasks:
            yield play_task(task, bots)


def play_in_processes(tasks: Iterable[PairTask], hosting: BotHosting, *, processes: int) -> Results:
    """Play in so many processes of this machine."""
    pool = _ProcessPool(hosting, processes)
    try:
        yield from pool.play(iter(tasks))
        pool.finish()
    finally:
        pool.stop()


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


class _ProcessPool:
    """Worker processes with a pipe each. A worker exits when its pipe closes, for any reason."""

    def __init__(self, hosting: BotHosting, size: int) -> None:
        # A fresh interpreter for each: forking a process that has threads is not safe.
        context = multiprocessing.get_context("spawn")
        self._processes: dict[Connection, BaseProcess] = {}
        with _ctrl_c_blocked():
            for _ in range(size):
                ours, theirs = context.Pipe()
                process = context.Process(target=_run_worker, args=(theirs, hosting), daemon=True)
                process.start()
                theirs.close()
                self._processes[ours] = process

    def play(self, tasks: Iterator[PairTask]) -> Results:
        """Each worker has one task; results that come early are kept until their turn."""
        numbered = enumerate(tasks)
        sent = {pipe: self._send_next(pipe, numbered) for pipe in self._processes}
        busy = {pipe: number for pipe, number in sent.items() if number >= 0}
        done: dict[int, tuple[Pair, ...]] = {}
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
        """Stop all workers and their bots, in the middle of a round if need be."""
        for process in self._processes.values():
            process.terminate()
        for process in self._processes.values():
            process.join(_STOP_SECONDS)
            process.kill()
            process.join()
        for pipe in self._processes:
            pipe.close()

    def _send_next(self, pipe: Connection, tasks: Iterator[tuple[int, PairTask]]) -> int:
        """Send a worker the next task; its number, or -1 if there is none."""
        number, task = next(tasks, (-1, None))
        if task is not None:
            try:
                pipe.send(task)
            except ConnectionError:
                raise self._died(pipe) from None
        return number

    def _receive(self, pipe: Connection) -> tuple[Pair, ...]:
        try:
            result = pipe.recv()
        except (EOFError, ConnectionError):
            raise self._died(pipe) from None
        if isinstance(result, str):
            raise RuntimeError(f"a worker failed:\n{result}")
        assert isinstance(result, tuple)
        return result

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


def _run_worker(pipe: Connection, hosting: BotHosting) -> None:
    """The main function of a worker: play tasks until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _exit)
    with hosting.open() as bots, suppress(EOFError, ConnectionError):
        while True:
            task = pipe.recv()
            try:
                result: tuple[Pair, ...] | str = play_task(task, bots)
            except Exception:
                result = traceback.format_exc()
            pipe.send(result)


def _exit(_signal: int, _frame: object) -> NoReturn:
    raise SystemExit(0)
