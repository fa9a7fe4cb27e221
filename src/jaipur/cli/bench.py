"""`jaipur bench`: how fast this machine plays, lists, redeals and values positions.

Each measure runs several times; the median counts, and the slowest and fastest show the spread.
`make bench` compares with other libraries too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Annotated, Any, Final

import typer
from rich import box
from rich.table import Table as Grid

from jaipur.cli.bench_kernels import random_redeals, random_rounds
from jaipur.cli.console import print_json, print_table
from jaipur.cli.options import Json
from jaipur.engine.one_ply import self_play
from jaipur.rules.round import Round

__all__ = ["EXAMPLE", "bench"]

EXAMPLE = "jaipur bench --seconds 0.5"
_REPEATS: Final = 5


def bench(
    seconds: Annotated[
        float, typer.Option(min=0.05, max=3600.0, help="How long to measure in all, roughly.")
    ] = 6.0,
    json: Json = False,
) -> None:
    """Measure the speed of the rules and of the network on one core.

    In the core: random rounds with every legal move listed at every ply. From Python: the same
    through list(round.legal_moves()) and play(). Redeals: full rounds drawn from a view. The
    network: after-states valued while it plays rounds against itself, features included.
    """
    measures = {
        "core": ("random moves in the core", "moves", _core),
        "python": ("random moves from Python", "moves", _python),
        "redeal": ("redeals in the core", "redeals", _redeals),
        "network": ("network evaluations in the core", "values", _values),
    }
    budget = seconds / (len(measures) * _REPEATS)
    results = {
        key: {"what": what, "unit": f"{unit}/s", **_measure(work, budget)}
        for key, (what, unit, work) in measures.items()
    }
    if json:
        print_json(results)
    else:
        _show(results)


def _measure(work: Callable[[int, int], int], budget: float) -> dict[str, Any]:
    """Rates of `work(amount, seed)`, which returns how much it did; the amount is found first."""
    amount, spent = 1, 0.0
    while spent < budget / 2:
        amount *= 2
        start = time.perf_counter()
        work(amount, 0)
        spent = time.perf_counter() - start
    amount = max(1, int(amount * budget / spent))
    rates = []
    for repeat in range(1, _REPEATS + 1):
        start = time.perf_counter()
        done = work(amount, repeat)
        rates.append(round(done / (time.perf_counter() - start)))
    return {"median": round(median(rates)), "slowest": min(rates), "fastest": max(rates)}


def _core(rounds: int, seed: int) -> int:
    return random_rounds(rounds, seed, "standard")


def _python(rounds: int, seed: int) -> int:
    choose, moves = Random(seed).random, 0
    for number in range(rounds):
        round_ = Round.deal(seed * rounds + number)
        while not round_.is_over:
            legal = list(round_.legal_moves())
            round_ = round_.play(legal[int(choose() * len(legal))])
        moves += round_.ply
    return moves


def _redeals(count: int, seed: int) -> int:
    rng, round_ = Random(7), Round.deal(7)
    for _ in range(12):  # far enough for hands to be partly known
        round_ = round_.play(rng.choice(list(round_.legal_moves())))
    random_redeals(round_.view(0), count, seed)
    return count


def _values(rounds: int, seed: int) -> int:
    return self_play(rounds, seed)


def _show(results: dict[str, dict[str, Any]]) -> None:
    table = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("what")
    for title in ("median", "slowest", "fastest"):
        table.add_column(title, justify="right")
    table.add_column("")
    for result in results.values():
        rates = (f"{result[key]:,}" for key in ("median", "slowest", "fastest"))
        table.add_row(result["what"], *rates, result["unit"])
    print_table(table)
