"""Pairs played by one process or by many; they come back in order, whoever played them.

A task is a few pairs of one setup. `play_here` plays in this process, `play_in_processes` in
processes of this machine, and arena/ray.py on a cluster. All three take the tasks as an iterable
and give the pairs of each in the order of the tasks, so whoever reads them cannot tell the
difference. To stop early, close the generator.
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
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final, NoReturn

from jaipur.arena.bots import Bots
from jaipur.arena.pair import Pair, Setup, play_pair
from jaipur.players.bot import Limits

__all__ = [
    "House",
    "Results",
    "Task",
    "Worker",
    "cores",
    "play_here",
    "play_in_processes",
    "play_task",
]

_PATIENCE: Final = 10.0  # seconds for a worker to end its bots


@dataclass(frozen=True, slots=True)
class Task:
    """Some pairs of a setup: from index `start`, `count` of them."""

    setup: Setup
    start: int
    count: int


@dataclass(frozen=True, slots=True)
class House:
    """How outside programs are kept where pairs are played: their limits, and where they log."""

    limits: Limits = field(default_factory=Limits)
    logs: str | None = None

    def open(self) -> Bots:
        """A place for the bots of one process."""
        return Bots(limits=self.limits, logs=self.logs)


Results = Generator[tuple[Pair, ...], None, None]
"""The pairs of each task, in the order of the tasks."""

Worker = Callable[[Iterable[Task], House], Results]
"""Plays tasks."""


def play_task(task: Task, bots: Bots) -> tuple[Pair, ...]:
    """The pairs of a task."""
    indexes = range(task.start, task.start + task.count)
    return tuple(play_pair(task.setup, index, bots) for index in indexes)


def play_here(tasks: Iterable[Task], house: House) -> Results:
    """Play in this process, one task after the other."""
    with house.open() as bots:
        for task in tasks:
            yield play_task(task, bots)


def play_in_processes(tasks: Iterable[Task], house: House, *, processes: int) -> Results:
    """Play in so many processes of this machine."""
    team = _Team(house, processes)
    try:
        yield from team.play(iter(tasks))
        team.dismiss()
    finally:
        team.stop()


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


class _Team:
    """Worker processes with a pipe each. When the pipe closes, a worker ends, whatever happened."""

    def __init__(self, house: House, size: int) -> None:
        # A fresh interpreter for each: forking one that has threads is a gamble.
        context = multiprocessing.get_context("spawn")
        self._processes: dict[Connection, BaseProcess] = {}
        with _ctrl_c_held():
            for _ in range(size):
                ours, theirs = context.Pipe()
                process = context.Process(target=_work, args=(theirs, house), daemon=True)
                process.start()
                theirs.close()
                self._processes[ours] = process

    def play(self, tasks: Iterator[Task]) -> Results:
        """Each worker has one task; results that come too early wait for their turn."""
        numbered = enumerate(tasks)
        given = {line: self._give(line, numbered) for line in self._processes}
        busy = {line: number for line, number in given.items() if number >= 0}
        done: dict[int, tuple[Pair, ...]] = {}
        turn = 0
        while busy or turn in done:
            if turn in done:
                yield done.pop(turn)
                turn += 1
                continue
            for line in wait(list(busy)):
                assert line in busy
                done[busy.pop(line)] = self._receive(line)
                number = self._give(line, numbered)
                if number >= 0:
                    busy[line] = number

    def dismiss(self) -> None:
        """Let all workers end: there are no more tasks."""
        for line in self._processes:
            line.close()
        for process in self._processes.values():
            process.join(_PATIENCE)

    def stop(self) -> None:
        """End all workers and what they have started, in the middle of a round if need be."""
        for process in self._processes.values():
            process.terminate()
        for process in self._processes.values():
            process.join(_PATIENCE)
            process.kill()
            process.join()
        for line in self._processes:
            line.close()

    def _give(self, line: Connection, tasks: Iterator[tuple[int, Task]]) -> int:
        """Send a worker the next task; its number, or -1 if there is none."""
        number, task = next(tasks, (-1, None))
        if task is not None:
            try:
                line.send(task)
            except ConnectionError:
                raise self._died(line) from None
        return number

    def _receive(self, line: Connection) -> tuple[Pair, ...]:
        try:
            result = line.recv()
        except (EOFError, ConnectionError):
            raise self._died(line) from None
        if isinstance(result, str):
            raise RuntimeError(f"A worker failed.\n{result}")
        assert isinstance(result, tuple)
        return result

    def _died(self, line: Connection) -> RuntimeError:
        process = self._processes[line]
        process.join(_PATIENCE)
        return RuntimeError(f"A worker died with exit code {process.exitcode}.")


@contextmanager
def _ctrl_c_held() -> Iterator[None]:
    """Here Ctrl-C waits, and for processes started here too, until they are ready to ignore it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(line: Connection, house: House) -> None:
    """What a worker does: play tasks until the other end of the line is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who gives out the tasks
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _leave)
    with house.open() as bots, suppress(EOFError, ConnectionError):
        while True:
            task = line.recv()
            try:
                result: tuple[Pair, ...] | str = play_task(task, bots)
            except Exception:
                result = traceback.format_exc()
            line.send(result)


def _leave(_signal: int, _frame: object) -> NoReturn:
    raise SystemExit(0)
