"""How fast the environments are, beside those of others: the second part of `make bench`.

    python benchmarks/envs.py --seconds 0.5

One core, one process. All take turns, several times over, so that a busy machine slows them alike;
rates are per second of processor time. Peers that are not installed are left out (the group `bench`
brings them). The table goes to build/bench-envs.json too.
"""

import argparse
import json
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks import env_work, machine  # noqa: E402 - they lie beside this script
from benchmarks.measure import Contestant, side_by_side  # noqa: E402


class Row(NamedTuple):
    """Something to be measured: `make` prepares it, and fails where a peer is missing."""

    name: str
    make: Callable[[], env_work.Work]
    goal: int | None


def row(name: str, make: Any, *arguments: str, goal: int | None = None, **options: Any) -> Row:
    return Row(name, partial(make, *arguments, **options), goal)


def rows() -> Iterator[Row]:
    """Everything that is measured, ours first in each group."""
    batch, vector = env_work.batch, env_work.vector
    ours, theirs = env_work.jaipur_aec, env_work.pettingzoo_aec
    yield row("batch: observations and lists of legal actions", batch, goal=1_500_000)
    yield row("batch: dense masks as well", batch, masks=True, goal=1_000_000)
    yield row("batch: stepwise", batch, style="stepwise")
    yield row("Pgx backgammon", env_work.pgx_batch, "backgammon")
    yield row("Pgx sparrow mahjong", env_work.pgx_batch, "sparrow_mahjong")
    yield row("Pgx leduc hold'em", env_work.pgx_batch, "leduc_holdem")
    yield row("Gymnasium vector, random opponent", vector, opponent="random")
    yield row("Gymnasium vector, greedy opponent", vector, opponent="greedy")
    yield row("PettingZoo raw_env, flat", ours, "raw_env", "flat", goal=20_000)
    yield row("PettingZoo raw_env, stepwise", ours, "raw_env", "stepwise", goal=40_000)
    yield row("PettingZoo env, flat", ours, "env", "flat")
    yield row("PettingZoo env, stepwise", ours, "env", "stepwise")
    yield row("PettingZoo env, flat, sampled", ours, "env", "flat", sampled=True)
    yield row("PettingZoo env, stepwise, sampled", ours, "env", "stepwise", sampled=True)
    yield row("PettingZoo's leduc hold'em, sampled", theirs, "classic/leduc_holdem-v4")
    yield row("PettingZoo's texas hold'em, sampled", theirs, "classic/texas_holdem-v4")
    yield row("PettingZoo's connect four, sampled", theirs, "classic/connect_four-v3")
    yield row("RLCard gin rummy", env_work.rlcard, "gin-rummy")
    spiel, module = env_work.spiel, "jaipur.envs.openspiel"
    dominoes = "open_spiel.python.games.block_dominoes"
    yield row("OpenSpiel python_jaipur", spiel, "python_jaipur", module, goal=20_000)
    yield row("OpenSpiel python_jaipur, stepwise", spiel, "python_jaipur(style=stepwise)", module)
    yield row("OpenSpiel python_block_dominoes", spiel, "python_block_dominoes", dominoes)
    yield row("OpenSpiel gin_rummy (C++)", spiel, "gin_rummy")


def ready(only: str) -> Iterator[Contestant]:
    """All that can be measured here."""
    for one in rows():
        if only not in one.name:
            continue
        try:
            work = one.make()
        except ImportError as error:
            print(f"{one.name}: left out, {error}")
            continue
        yield Contestant(one.name, one.name, "steps/s", repeated(work), one.goal)


def repeated(work: env_work.Work) -> Callable[[int, int], int]:
    return lambda amount, seed: sum(work() for _ in range(amount))


def main() -> None:
    """Measure, print, save."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=0.5, help="for each, each time")
    parser.add_argument("--repeats", type=int, default=5, help="runs of each, in turn")
    parser.add_argument("--only", default="", help="measure only what has this in its name")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    results = side_by_side(list(ready(options.only)), options.repeats, options.seconds)
    print(
        "| steps per second | median | slowest | fastest | goal |\n| --- | --- | --- | --- | --- |"
    )
    for name, result in results.items():
        rates = " | ".join(f"{result[key]:,}" for key in ("median", "slowest", "fastest"))
        goal = f"{result['at_least']:,}" if result["at_least"] else ""
        print(f"| {name} | {rates} | {goal} |")
    target = ROOT / "build" / "bench-envs.json"
    target.parent.mkdir(exist_ok=True)
    data = {"machine": machine.about(ROOT), "rates": results}
    target.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    print(f"\nsaved to {target.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
