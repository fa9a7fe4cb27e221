"""A duel: two players, many pairs of games, and how sure the result is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, Final

from jaipur.arena.entrant import Entrant, check_entrants
from jaipur.arena.pair import MATCH_SEALS, Pair, PairSpec
from jaipur.arena.sprt import Sprt, SprtVerdict
from jaipur.arena.tally import Tally
from jaipur.arena.workers import BotHosting, PairTask, Worker, play_here, play_in_processes
from jaipur.rules.rulesets import get_ruleset
from jaipur.rules.whole_numbers import is_whole

__all__ = ["Duel", "DuelResult", "play_duel", "split_into_tasks", "worker_for"]

_LARGEST_TASK: Final = 16


@dataclass(frozen=True, slots=True)
class Duel:
    """What is to be played: `rounds`, or whole `matches`; an even number, two for each deal."""

    entrants: tuple[Entrant, Entrant]
    rounds: int | None = None
    seed: str | int = "1"
    ruleset: str = "standard"
    sprt: Sprt | None = None
    matches: int | None = None
    adjusted_only: bool = False
    """Whether the test on pairs that are adjusted for luck ends the duel, not that on results."""

    def __post_init__(self) -> None:
        check_entrants(self.entrants, self.seed)
        if len(self.entrants) != 2:
            raise ValueError(f"entrants must be two, got {len(self.entrants)}")
        if not isinstance(self.sprt, Sprt | None):
            raise TypeError(f"sprt must be a Sprt or None, got {self.sprt!r}")
        get_ruleset(self.ruleset)
        if (self.rounds is None) == (self.matches is None):
            given = f"got rounds={self.rounds}, matches={self.matches}"
            raise ValueError(f"a duel has either rounds or matches, {given}")
        if self.adjusted_only and self.sprt is None:
            raise ValueError("adjusted_only needs a sequential test, got sprt=None")
        for unit, count in (("rounds", self.rounds), ("matches", self.matches)):
            if count is not None and (not is_whole(count, 2) or count % 2):
                raise ValueError(f"{unit} must be at least 2 and even, got {count!r}")

    @property
    def pairs(self) -> int:
        """How many deals are played, each twice."""
        return (self.rounds or self.matches or 0) // 2

    @property
    def spec(self) -> PairSpec:
        """What decides each pair, but its index."""
        seals = 1 if self.matches is None else MATCH_SEALS
        return PairSpec(self.entrants, str(self.seed), self.ruleset, seals=seals)


@dataclass(frozen=True, slots=True)
class DuelResult:
    """A duel that has been played, to its end, to the test's verdict or to an interruption."""

    duel: Duel
    tally: Tally

    @property
    def ratio(self) -> float | None:
        """The log-likelihood ratio of the sequential test, if there is one."""
        return None if self.duel.sprt is None else self.duel.sprt.ratio(self.tally.pairs)

    @property
    def verdict(self) -> SprtVerdict | None:
        """The verdict of the sequential test; None where it is open or there is no test."""
        return None if self.duel.sprt is None else self.duel.sprt.verdict(self.tally.pairs)

    @property
    def adjusted_ratio(self) -> float | None:
        """The log-likelihood ratio of pairs that are adjusted for luck, if there is a test."""
        test, sums = self.duel.sprt, self.tally.adjustment.sums
        return None if test is None else test.adjusted_ratio(sums)

    @property
    def adjusted_verdict(self) -> tuple[SprtVerdict, int] | None:
        """The first verdict of the adjusted test, and after how many pairs it was reached."""
        test = self.duel.sprt
        return None if test is None else test.first_adjusted_verdict(self.tally.adjustment.scores)

    def summary(self) -> dict[str, Any]:
        """All of it as plain data. `matches` is None in a duel of rounds."""
        return {
            **self.tally.summary(),
            "matches": None if self.duel.matches is None else self.tally.games,
            "seals": list(self.tally.seals),
            "ruleset": self.duel.ruleset,
            "seed": self.duel.seed,
            "sprt": self._test(),
        }

    def _test(self) -> dict[str, Any] | None:
        test, ratio = self.duel.sprt, self.ratio
        if test is None or ratio is None:
            return None
        about = {"elo0": test.elo0, "elo1": test.elo1, "alpha": test.alpha, "beta": test.beta}
        bounds = [round(bound, 4) for bound in test.bounds]
        decided = {"llr": round(ratio, 4), "bounds": bounds, "verdict": self.verdict}
        return {**about, **decided, "adjusted": self._adjusted_test()}

    def _adjusted_test(self) -> dict[str, Any]:
        verdict, pairs = self.adjusted_verdict or (None, None)
        return {
            "llr": round(self.adjusted_ratio or 0.0, 4),
            "verdict": verdict,
            "pairs": pairs,
            "ends_duel": self.duel.adjusted_only,
        }


def play_duel(
    duel: Duel,
    *,
    worker: Worker = play_here,
    hosting: BotHosting | None = None,
    on_pair: Callable[[Pair], bool | None] = lambda _pair: None,
) -> DuelResult:
    """Play a duel. `on_pair` gets every pair, in order; if it returns True, the duel ends."""
    tally = Tally(duel.entrants)
    tasks = split_into_tasks(duel.spec, duel.pairs)
    with closing(worker(tasks, hosting or BotHosting())) as results:
        for pair in chain.from_iterable(results):
            tally.add(pair)
            if on_pair(pair) or _is_decided(duel, tally):
                break
    return DuelResult(duel, tally)


def split_into_tasks(spec: PairSpec, pairs: int) -> Iterator[PairTask]:
    """The pairs of a spec in tasks: one at a time at first and where there are few."""
    start = 0
    while start < pairs:
        count = min(_LARGEST_TASK, 1 + start // 64, pairs - start)
        yield PairTask(spec, start, count)
        start += count


def worker_for(jobs: int) -> Worker:
    """The worker that plays in so many processes of this machine."""
    return play_here if jobs <= 1 else partial(play_in_processes, processes=jobs)


def _is_decided(duel: Duel, tally: Tally) -> bool:
    """Whether the sequential test that ends the duel has a verdict."""
    if duel.sprt is None:
        return False
    if duel.adjusted_only:
        return duel.sprt.adjusted_verdict(tally.adjustment.sums) is not None
    return duel.sprt.verdict(tally.pairs) is not None
