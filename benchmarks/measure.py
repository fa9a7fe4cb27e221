"""Rates of contestants that take turns, so that a busy moment of the machine meets them all.

Time is CPU time of the process: on a shared machine it leaves out the moments in which others run.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any


@dataclass(frozen=True)
class Contestant:
    """Something that does a job: `work(amount, seed)` says how much of it was done."""

    key: str
    what: str
    unit: str
    work: Callable[[int, int], int]
    at_least: int | None = None


def side_by_side(
    contestants: list[Contestant], repeats: int, seconds: float
) -> dict[str, dict[str, Any]]:
    """The rates of all, run by run in turn."""
    amounts = {one.key: _amount(one, seconds) for one in contestants}
    rates: dict[str, list[float]] = {one.key: [] for one in contestants}
    for repeat in range(1, repeats + 1):
        for one in contestants:
            rates[one.key].append(_rate(one, amounts[one.key], repeat))
    return {one.key: _summary(one, rates[one.key]) for one in contestants}


def _amount(one: Contestant, seconds: float) -> int:
    """How much work takes about so long. Finding it warms up, too."""
    amount, spent = 1, 0.0
    while spent < seconds / 2:
        amount *= 2
        start = time.process_time()
        one.work(amount, 0)
        spent = time.process_time() - start
    return max(1, round(amount * seconds / spent))


def _rate(one: Contestant, amount: int, seed: int) -> float:
    start = time.process_time()
    done = one.work(amount, seed)
    return done / (time.process_time() - start)


def _summary(one: Contestant, rates: list[float]) -> dict[str, Any]:
    return {
        "what": one.what,
        "unit": one.unit,
        "at_least": one.at_least,
        "median": round(median(rates)),
        "slowest": round(min(rates)),
        "fastest": round(max(rates)),
        "runs": [round(rate) for rate in rates],
    }
