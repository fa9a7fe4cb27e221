"""Fill the tables of docs/leaderboard.md: the named players, and the agents that were trained.

    python tools/leaderboard.py --networks networks --train 8

trains every agent for so many minutes with each of three seeds, where that was not done yet, and
measures all of them. Run it again, without --train, whenever the weights of the levels have
changed: every opponent but `random` and `greedy` plays by them. A trained agent is measured once
for each of the seeds that it was trained longest with; its cells are their mean and their standard
deviation. Agents without a folder, and rows of others, are kept; so are the named players with
--trained-only, and the whole first table with --curves-only, which leaves out the search of
`jeweller` and takes a minute. With --between, two trained agents play each other, seed by seed, and
the page stays as it is.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import runpy
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from jaipur.engine.network import Network
from jaipur.envs.evaluate import (
    FAST_OPPONENTS,
    LEADERBOARD_OPPONENTS,
    Evaluation,
    evaluate,
    evaluate_all,
    leaderboard_head,
    leaderboard_row,
    markdown_row,
)
from jaipur.envs.observation import Style
from jaipur.envs.policy import PolicyPlayer

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "leaderboard.md"
TRAINED: dict[str, tuple[str, Style, str]] = {
    "dmc": ("examples/dmc.py", "flat", "moves"),
    "ppo": ("examples/ppo_stepwise.py", "stepwise", "choices"),
    "league": ("examples/league.py", "stepwise", "choices"),
    "td": ("training/learning_curve.py", "flat", "rounds"),
}
"""By name of the agent: its script, its style, and the unit of its learning curve."""
SEEDS = (1, 2, 3)
"""Those that every agent is trained with."""
STALLING = ("exchanger", "undoer", "patient")
"""Players that hold a round open. They have a row each, to show that it does not pay."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=400, help="rounds of each pair")
    parser.add_argument(
        "--networks", type=Path, help="the folder of the networks that the examples saved"
    )
    parser.add_argument("--trained-only", action="store_true", help="keep the named players")
    parser.add_argument("--curves-only", action="store_true", help="keep the first table")
    parser.add_argument(
        "--train", type=float, metavar="MINUTES", help="first train what the folder does not have"
    )
    parser.add_argument(
        "--between", nargs=2, choices=TRAINED, metavar="AGENT", help="only these, with each other"
    )
    options = parser.parse_args()
    if options.between:
        if options.networks is None:
            parser.error("--between needs --networks, the folder of what was trained")
        one, two = options.between
        for line in between(one, two, options.networks, options.rounds):
            print(line, flush=True)
        return
    if options.train is not None:
        if options.networks is None:
            parser.error("--train needs --networks, the folder for what it trains")
        train(options.networks, options.train)
    rows: dict[str, list[Evaluation]] = {}
    curves: dict[str, list[str]] = {}
    training: dict[str, str] = {}
    everyone = not (options.trained_only or options.curves_only)
    if everyone:
        rows = named_players(options.rounds)
        for name in STALLING:
            rows[name] = evaluate_all(name, rounds=options.rounds)
            print(f"{name}: {' '.join(map(str, rows[name]))}", flush=True)
    for name, seeds in saved_networks(options.networks).items():
        if not options.curves_only:
            rows[name] = trained_row(name, seeds, options.rounds)
            training[name] = training_row(name, seeds)
            print(f"{name}: {' '.join(map(str, rows[name]))}", flush=True)
        curves[name] = list(curve(name, seeds))
    page = PAGE.read_text(encoding="utf-8")
    page = filled(page, "board", board(rows, part(page, "board").splitlines()[2:]))
    page = filled(page, "training", training_table(training, part(page, "training")))
    if everyone:
        note = f"{options.rounds} rounds a cell. Weights of the levels: `{weights()}`."
        page = filled(page, "weights", [note])
    for name, lines in curves.items():
        page = filled(page, f"curve of {name}", lines)
    PAGE.write_text(page, encoding="utf-8")


def train(folder: Path, minutes: float) -> None:
    """Train every agent with every seed on one core, unless it was trained that long before."""
    for name, (script, _, _) in TRAINED.items():
        module = script.removesuffix(".py").replace("/", ".")
        for seed in SEEDS:
            saved = folder.absolute() / name / str(seed)
            if any(minutes_of(path) >= minutes for path in saved.glob("*")):
                continue
            print(f"{name}, seed {seed}", flush=True)
            options = ("--minutes", str(minutes), "--seed", str(seed), "--save", str(saved))
            environment = {**os.environ, "OMP_NUM_THREADS": "1"}
            command = [sys.executable, "-m", module, *options]
            subprocess.run(command, cwd=ROOT, env=environment, check=True)


def between(one: str, two: str, folder: Path, rounds: int) -> Iterator[str]:
    """How an agent does against another, for each seed that both have, at the end of its time."""
    saved = saved_networks(folder)
    for seed, (first, second) in enumerate(zip(saved[one], saved[two], strict=True), start=1):
        other = policy(two, second[-1])
        if style(two) != style(one) and not isinstance(other, Network):
            other = PolicyPlayer(other, two, style(two))
        result = evaluate(policy(one, first[-1]), other, rounds=rounds, style=style(one))
        times = [f"{minutes_of(path):.2g}" for path in (first[-1], second[-1])]
        yield f"seed {seed}, {one} of {times[0]} against {two} of {times[1]} minutes: {result}"


def minutes_of(path: Path) -> float:
    """How long the agent in a file was trained."""
    return float(path.stem.partition("-")[0])


def named_players(rounds: int) -> dict[str, list[Evaluation]]:
    """The results of every named player against every other; each pair plays once."""
    even = Evaluation(rounds, rounds / 2, 0.0, 0.0)
    results = {(name, name): even for name in LEADERBOARD_OPPONENTS}
    for one, two in combinations(LEADERBOARD_OPPONENTS, 2):
        result = evaluate(one, two, rounds=rounds)
        print(f"{one} against {two}: {result}", flush=True)
        results[one, two], results[two, one] = result, result.mirrored
    return {
        one: [results[one, two] for two in LEADERBOARD_OPPONENTS] for one in LEADERBOARD_OPPONENTS
    }


def saved_networks(folder: Path | None) -> dict[str, list[list[Path]]]:
    """The files of each agent that was trained: a list for each seed, in the order of time."""
    if folder is None:
        return {}
    return {
        name: [sorted(seed.glob("*-*.*")) for seed in sorted((folder / name).iterdir())]
        for name in TRAINED
        if (folder / name).exists()
    }


def by_time(seeds: Sequence[Sequence[Path]]) -> list[list[Path]]:
    """The files that were saved at about the same time of the training, of all seeds that have one.

    Times are equal to a quarter of a minute; of two files of a seed the one that is newer counts.
    """
    together: dict[int, list[Path]] = defaultdict(list)
    for saved in seeds:
        in_turn = sorted(saved, key=lambda path: path.stat().st_mtime_ns)
        for quarter, path in {round(4 * minutes_of(path)): path for path in in_turn}.items():
            together[quarter].append(path)
    return [together[quarter] for quarter in sorted(together)]


def trained_row(name: str, seeds: Sequence[Sequence[Path]], rounds: int) -> list[Evaluation]:
    """The results of an agent at the end of its training, for the seeds of the longest one."""
    last = [
        evaluate_all(policy(name, path), rounds=rounds, style=style(name))
        for path in by_time(seeds)[-1]
    ]
    return [across(cells) for cells in zip(*last, strict=True)]


def training_row(name: str, seeds: Sequence[Sequence[Path]]) -> str:
    """How long the agent of such a row was trained, and with how many seeds."""
    last = by_time(seeds)[-1]
    return markdown_row(f"`{name}`", mean_minutes(last), len(last))


def training_table(rows: dict[str, str], before: str) -> Iterator[str]:
    """These rows, and the earlier ones of other agents."""
    yield from table_head("trained agent", "minutes", "seeds")
    yield from (named(before.splitlines()[2:]) | rows).values()


def across(results: Sequence[Evaluation]) -> Evaluation:
    """The mean of several seeds, with the standard deviation between them as its error."""
    if len(results) == 1:
        return results[0]
    return Evaluation(
        rounds=sum(result.rounds for result in results),
        points=sum(result.points for result in results),
        rupees_ahead=mean(result.rupees_ahead for result in results),
        standard_error=stdev(result.share for result in results),
        stopped=sum(result.stopped for result in results),
        forfeited=sum(result.forfeited for result in results),
    )


def policy(name: str, path: Path) -> Any:
    """The agent that was saved in a file."""
    if path.suffix == ".bin":
        return Network(path.read_bytes())
    return runpy.run_path(str(ROOT / TRAINED[name][0]))["load"](path)


def style(name: str) -> Style:
    return TRAINED[name][1]


def curve(name: str, seeds: Sequence[Sequence[Path]]) -> Iterator[str]:
    """The learning curve of an agent, from the files saved during its training with each seed."""
    yield from table_head("minutes", TRAINED[name][2], "seeds", *FAST_OPPONENTS)
    for paths in by_time(seeds):
        results = [
            evaluate_all(policy(name, path), FAST_OPPONENTS, rounds=200, style=style(name))
            for path in paths
        ]
        done = mean(int(path.stem.partition("-")[2]) for path in paths)
        cells = [across(column) for column in zip(*results, strict=True)]
        yield markdown_row(mean_minutes(paths), f"{done:,.0f}", len(paths), *cells)


def mean_minutes(paths: Iterable[Path]) -> str:
    return f"{mean(map(minutes_of, paths)):.2g}"


def board(rows: dict[str, list[Evaluation]], before: list[str]) -> Iterator[str]:
    """The measured rows and the earlier rows of other agents, best first."""
    lines = named(before)
    lines |= {name: leaderboard_row(f"`{name}`", results) for name, results in rows.items()}
    yield leaderboard_head(LEADERBOARD_OPPONENTS)
    yield rule(len(LEADERBOARD_OPPONENTS) + 3)
    yield from sorted(lines.values(), key=lambda line: -float(line.split("|")[2]))


def named(lines: Iterable[str]) -> dict[str, str]:
    """Rows of a table by the name in their first cell."""
    return {line.split("|")[1].strip().strip("`"): line for line in lines}


def table_head(*names: str) -> Iterator[str]:
    yield markdown_row(*names)
    yield rule(len(names))


def rule(columns: int) -> str:
    """The line under the titles of a table."""
    return markdown_row(*["---"] * columns)


def weights() -> str:
    return hashlib.sha256(files("jaipur.engine").joinpath("weights.bin").read_bytes()).hexdigest()[
        :8
    ]


def part(page: str, name: str) -> str:
    """The text between the comments of a name."""
    found = re.search(f"<!-- {name} -->\n(.*?)\n*<!-- end -->", page, flags=re.DOTALL)
    if found is None:
        raise SystemExit(
            f"{PAGE.name} has no table {name!r}: <!-- {name} --> … <!-- end --> is missing"
        )
    return found[1].strip()


def filled(page: str, name: str, lines: Iterable[str]) -> str:
    """The page with these lines between the comments of a name."""
    part(page, name)
    mark, text = f"<!-- {name} -->", "\n".join(lines)
    pattern = f"{mark}\n.*?<!-- end -->"
    return re.sub(
        pattern, lambda _: f"{mark}\n\n{text}\n\n<!-- end -->", page, count=1, flags=re.DOTALL
    )


if __name__ == "__main__":
    main()
