"""How fast the environments are, beside those of others: the second part of `make bench`.

    python benchmarks/envs.py --seconds 0.5

One core, one process. The cases run in turn, several times over, so that a busy machine slows them
all alike; rates are per second of processor time. Frameworks that are not installed are left out.
A second table has threads: one and several, in turn, on all cores, per second of the clock. Both
are saved to build/bench-envs.json too.
"""

import argparse
import json
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks import env_workloads, machine  # noqa: E402 - found by the line above
from benchmarks.measure import Contestant, side_by_side  # noqa: E402


class Case(NamedTuple):
    """A row of the benchmark: `make` builds the workload, or raises ImportError."""

    name: str
    make: Callable[[], env_workloads.Workload]
    goal: int | None


def case(name: str, make: Any, *arguments: str, goal: int | None = None, **options: Any) -> Case:
    return Case(name, partial(make, *arguments, **options), goal)


def cases() -> Iterator[Case]:
    """Everything that is measured, ours first in each group."""
    batch, vector = env_workloads.batch, env_workloads.vector
    ours, theirs = env_workloads.jaipur_aec, env_workloads.pettingzoo_aec
    yield case("batch: observations and lists of legal actions", batch, goal=1_500_000)
    yield case("batch: dense masks as well", batch, masks=True, goal=1_000_000)
    yield case("batch: stepwise", batch, style="stepwise")
    yield case("Pgx backgammon", env_workloads.pgx_batch, "backgammon")
    yield case("Pgx sparrow mahjong", env_workloads.pgx_batch, "sparrow_mahjong")
    yield case("Pgx leduc hold'em", env_workloads.pgx_batch, "leduc_holdem")
    yield case("Gymnasium vector, random opponent", vector, opponent="random")
    yield case("Gymnasium vector, greedy opponent", vector, opponent="greedy")
    yield case("Gymnasium vector, kite opponent", vector, opponent="kite", goal=100_000)
    yield case("Gymnasium vector, caravan opponent", vector, opponent="caravan", goal=100_000)
    yield case("Gymnasium vector, one-ply opponent", vector, opponent="one-ply", goal=100_000)
    yield case("PettingZoo raw_env, flat", ours, "raw_env", "flat", goal=20_000)
    yield case("PettingZoo raw_env, stepwise", ours, "raw_env", "stepwise", goal=40_000)
    yield case("PettingZoo env, flat", ours, "env", "flat")
    yield case("PettingZoo env, stepwise", ours, "env", "stepwise")
    yield case("PettingZoo env, flat, sampled", ours, "env", "flat", sampled=True)
    yield case("PettingZoo env, stepwise, sampled", ours, "env", "stepwise", sampled=True)
    yield case("PettingZoo's leduc hold'em, sampled", theirs, "classic/leduc_holdem-v4")
    yield case("PettingZoo's texas hold'em, sampled", theirs, "classic/texas_holdem-v4")
    yield case("PettingZoo's connect four, sampled", theirs, "classic/connect_four-v3")
    yield case("RLCard gin rummy", env_workloads.rlcard, "gin-rummy")
    spiel, module = env_workloads.spiel, "jaipur.envs.openspiel"
    dominoes = "open_spiel.python.games.block_dominoes"
    yield case("OpenSpiel python_jaipur", spiel, "python_jaipur", module, goal=20_000)
    yield case("OpenSpiel python_jaipur, stepwise", spiel, "python_jaipur(style=stepwise)", module)
    yield case("OpenSpiel python_block_dominoes", spiel, "python_block_dominoes", dominoes)
    yield case("OpenSpiel gin_rummy (C++)", spiel, "gin_rummy")


def available(only: str) -> Iterator[Contestant]:
    """The cases whose frameworks are installed."""
    for one in cases():
        if only not in one.name:
            continue
        try:
            work = one.make()
        except ImportError as error:
            print(f"{one.name}: left out: {error}")
            continue
        yield Contestant(one.name, one.name, "steps/s", repeated(work), one.goal)


def by_threads(threads: int, repeats: int, seconds: float) -> dict[str, dict[str, int]]:
    """Steps a second of the clock against `one-ply`, by one thread and by several, in turn."""
    counts = sorted({1, threads})
    works = {
        count: env_workloads.vector(opponent="one-ply", count=4096, threads=count)
        for count in counts
    }
    rates: dict[int, list[float]] = {count: [] for count in counts}
    for _ in range(repeats):
        for count, work in works.items():
            started, steps = perf_counter(), 0
            while not steps or perf_counter() - started < seconds:
                steps += work()
            rates[count].append(steps / (perf_counter() - started))
    return {
        f"Gymnasium vector, one-ply opponent, threads={count}": {
            "median": round(median(found)),
            "slowest": round(min(found)),
            "fastest": round(max(found)),
        }
        for count, found in rates.items()
    }


def repeated(work: env_workloads.Workload) -> Callable[[int, int], int]:
    return lambda amount, seed: sum(work() for _ in range(amount))


def main() -> None:
    """Measure, print, save."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=0.5, help="for each, each time")
    parser.add_argument("--repeats", type=int, default=5, help="runs of each, in turn")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="measure only what has this in its name")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    parallel = {}
    if options.only in "Gymnasium vector, threads":
        parallel = by_threads(options.threads, options.repeats, options.seconds)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    results = side_by_side(list(available(options.only)), options.repeats, options.seconds)
    print(
        "| steps per second | median | slowest | fastest | goal |\n| --- | --- | --- | --- | --- |"
    )
    for name, result in results.items():
        rates = " | ".join(f"{result[key]:,}" for key in ("median", "slowest", "fastest"))
        goal = f"{result['at_least']:,}" if result["at_least"] else ""
        print(f"| {name} | {rates} | {goal} |")
    if parallel:
        print(
            "\n| steps per second of the clock | median | slowest | fastest |\n"
            + "| --- " * 4
            + "|"
        )
    for name, rate in parallel.items():
        print(f"| {name} | {rate['median']:,} | {rate['slowest']:,} | {rate['fastest']:,} |")
    target = ROOT / "build" / "bench-envs.json"
    target.parent.mkdir(exist_ok=True)
    data = {"machine": machine.about(ROOT), "rates": results, "threads": parallel}
    target.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    print(f"\nsaved to {target.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
