"""Fill the tables of docs/leaderboard.md: the named players, and the networks of the examples.

    python examples/dmc.py --minutes 8 --save networks/dmc
    python examples/ppo_stepwise.py --minutes 8 --save networks/ppo
    python tools/leaderboard.py --networks networks

Run it again whenever the weights of the levels have changed: every opponent but `random` and
`greedy` plays by them. Rows of other agents are kept. Takes about forty minutes of one core;
without --networks, the rows and curves of the networks are kept too.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import runpy
from collections.abc import Iterable, Iterator
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

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

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "leaderboard.md"
TRAINED: dict[str, tuple[str, Style, str]] = {
    "dmc": ("dmc.py", "flat", "moves"),
    "ppo": ("ppo_stepwise.py", "stepwise", "choices"),
}
"""By name of the network: its script, its style, and the unit of its learning curve."""
STALLING = ("exchanger", "undoer", "patient")
"""Players that hold a round open. They have a row each, to show that it does not pay."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=400, help="rounds of each pair")
    parser.add_argument(
        "--networks", type=Path, help="the folder of the networks that the examples saved"
    )
    options = parser.parse_args()
    rows, curves = named_players(options.rounds), {}
    for name in STALLING:
        rows[name] = evaluate_all(name, rounds=options.rounds)
        print(f"{name}: {' '.join(map(str, rows[name]))}", flush=True)
    for name in TRAINED if options.networks else ():
        saved = sorted((options.networks / name).iterdir())
        rows[name] = evaluate_all(policy(name, saved[-1]), rounds=options.rounds, style=style(name))
        curves[name] = list(curve(name, saved))
    page = PAGE.read_text(encoding="utf-8")
    page = filled(page, "board", board(rows, part(page, "board").splitlines()[2:]))
    note = f"{options.rounds} rounds a cell. Weights of the levels: `{weights()}`."
    page = filled(page, "weights", [note])
    for name, lines in curves.items():
        page = filled(page, f"curve of {name}", lines)
    PAGE.write_text(page, encoding="utf-8")


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


def policy(name: str, path: Path) -> Any:
    """The policy of a network that an example saved."""
    return runpy.run_path(str(ROOT / "examples" / TRAINED[name][0]))["load"](path)


def style(name: str) -> Style:
    return TRAINED[name][1]


def curve(name: str, saved: Iterable[Path]) -> Iterator[str]:
    """The learning curve of a network, from the files saved during its training."""
    yield from table_head("minutes", TRAINED[name][2], *FAST_OPPONENTS)
    for path in saved:
        minutes, done = path.stem.split("-")
        results = evaluate_all(policy(name, path), FAST_OPPONENTS, rounds=200, style=style(name))
        yield markdown_row(f"{float(minutes):g}", f"{int(done):,}", *results)


def board(rows: dict[str, list[Evaluation]], before: list[str]) -> Iterator[str]:
    """The measured rows and the earlier rows of other agents, best first."""
    lines = {line.split("|")[1].strip().strip("`"): line for line in before}
    lines |= {name: leaderboard_row(f"`{name}`", results) for name, results in rows.items()}
    yield leaderboard_head(LEADERBOARD_OPPONENTS)
    yield rule(len(LEADERBOARD_OPPONENTS) + 3)
    yield from sorted(lines.values(), key=lambda line: -float(line.split("|")[2]))


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
