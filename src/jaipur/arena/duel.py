"""A duel: two players, many pairs, and what that proves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, Final

from jaipur.arena.entrant import Entrant
from jaipur.arena.pair import Pair, Setup
from jaipur.arena.sprt import Sprt
from jaipur.arena.tally import Tally
from jaipur.arena.work import House, Task, Worker, play_here, play_in_processes
from jaipur.rules.rulesets import get_ruleset

__all__ = ["Duel", "Result", "play_duel", "tasks_of", "worker_for"]

_LARGEST_TASK: Final = 16


@dataclass(frozen=True, slots=True)
class Duel:
    """What is to be played. `rounds` is even: two for each deal."""

    entrants: tuple[Entrant, Entrant]
    rounds: int
    seed: str = "1"
    ruleset: str = "standard"
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        get_ruleset(self.ruleset)
        if self.rounds < 2 or self.rounds % 2:
            raise ValueError(f"A duel has two rounds for each deal, so {self.rounds} cannot be.")

    @property
    def setup(self) -> Setup:
        """What decides each pair, but its index."""
        return Setup(self.entrants, self.seed, self.ruleset)


@dataclass(frozen=True, slots=True)
class Result:
    """A duel that has been played, to its end, to the test's verdict or to an interruption."""

    duel: Duel
    tally: Tally

    @property
    def ratio(self) -> float | None:
        """The log-likelihood ratio of the sequential test, if there is one."""
        return None if self.duel.sprt is None else self.duel.sprt.ratio(self.tally.pairs)

    @property
    def verdict(self) -> str | None:
        """`elo0` or `elo1`, or None where the test is open or there is none."""
        return None if self.duel.sprt is None else self.duel.sprt.verdict(self.tally.pairs)

    def summary(self) -> dict[str, Any]:
        """All of it as plain data."""
        about = {"ruleset": self.duel.ruleset, "seed": self.duel.seed}
        return {**self.tally.summary(), **about, "sprt": self._test()}

    def _test(self) -> dict[str, Any] | None:
        test, ratio = self.duel.sprt, self.ratio
        if test is None or ratio is None:
            return None
        about = {"elo0": test.elo0, "elo1": test.elo1, "alpha": test.alpha, "beta": test.beta}
        bounds = [round(bound, 4) for bound in test.bounds]
        return {**about, "llr": round(ratio, 4), "bounds": bounds, "verdict": self.verdict}


def play_duel(
    what: Duel,
    *,
    worker: Worker = play_here,
    house: House | None = None,
    each: Callable[[Pair], bool | None] = lambda _pair: None,
) -> Result:
    """Play a duel. `each` is told every pair, in order; if it returns True, the duel ends."""
    tally = Tally(what.entrants)
    tasks = tasks_of(what.setup, what.rounds // 2)
    with closing(worker(tasks, house or House())) as results:
        for pair in chain.from_iterable(results):
            tally.add(pair)
            if each(pair) or (what.sprt is not None and what.sprt.verdict(tally.pairs)):
                break
    return Result(what, tally)


def tasks_of(setup: Setup, pairs: int) -> Iterator[Task]:
    """The pairs of a setup in tasks: one at a time at first and where there are few."""
    start = 0
    while start < pairs:
        count = min(_LARGEST_TASK, 1 + start // 64, pairs - start)
        yield Task(setup, start, count)
        start += count


def worker_for(jobs: int) -> Worker:
    """Whoever plays with so many processes of this machine."""
    return play_here if jobs <= 1 else partial(play_in_processes, processes=jobs)
