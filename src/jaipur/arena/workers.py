"""Play pairs in one process or in many; the results come in the order of the tasks.

A task is a few pairs of one spec. `play_here` plays in this process, `play_in_processes` in
processes of this machine, and arena/ray.py on a cluster. All three take the tasks as an iterable
and yield the pairs of each task in order. To stop early, close the generator.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

from jaipur.arena.pair import Pair, PairSpec, play_pair
from jaipur.arena.process_pool import run_in_processes
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
    yield from run_in_processes(partial(_open_player, hosting), tasks, processes)


@contextmanager
def _open_player(hosting: BotHosting) -> Iterator[Callable[[PairTask], tuple[Pair, ...]]]:
    """What a worker does with a task, while its bots run."""
    with hosting.open() as bots:
        yield partial(play_task, bots=bots)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
