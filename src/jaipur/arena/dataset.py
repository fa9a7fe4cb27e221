"""A dataset of self-play: matches of mixed players in a folder of files, which can be resumed.

A plan says everything: the same plan gives the same files, byte for byte, on every machine, however
many processes play it and however often it is stopped. Each file is written whole or not at all.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Final

from jaipur.arena.entrant import Entrant
from jaipur.arena.process_pool import run_in_processes
from jaipur.players import Budget, make_player, play_match
from jaipur.players.levels import LEVELS
from jaipur.rules.deal import seed_bytes
from jaipur.rules.match import Match
from jaipur.rules.record_files import write_records
from jaipur.rules.rulesets import get_ruleset

__all__ = ["DATASET_FORMAT", "MIXED_PLAYERS", "DatasetPlan", "write_dataset", "write_shard"]

DATASET_FORMAT: Final = "jaipur-dataset/1"
PLAN_FILE: Final = "dataset.json"
MIXED_PLAYERS: Final = (*(level.name for level in LEVELS if not level.thinks), "one-ply")
"""The levels that do not search, and their network without errors."""
_DEFAULT_BUDGET: Final = Budget(samples=400)


@dataclass(frozen=True, slots=True)
class DatasetPlan:
    """What a dataset holds. Two players are drawn for each match, each of them as likely."""

    matches: int
    players: tuple[str, ...] = MIXED_PLAYERS
    seed: str = "0"
    ruleset: str = "standard"
    shard: int = 1000
    """How many matches are in a file."""

    def check(self) -> None:
        """ValueError for a plan that cannot be played, or not twice in the same way."""
        for name in ("matches", "shard"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}")
        if not self.players:
            raise ValueError("players must name one at least, got none")
        get_ruleset(self.ruleset)
        for text in self.players:
            entrant = Entrant.parse(text, _DEFAULT_BUDGET)
            entrant.check()
            if entrant.command is not None or entrant.budget.milliseconds is not None:
                raise ValueError(
                    f"players must play the same on every machine, which bots and players with a "
                    f"time do not, got {text!r}"
                )

    @property
    def files(self) -> list[str]:
        """The names of the files, in order."""
        return [f"matches-{number:05}.jsonl.gz" for number in range(-(-self.matches // self.shard))]

    def match(self, index: int) -> Match:
        """One match of the dataset, played."""
        draw = int.from_bytes(seed_bytes(f"dataset players {self.seed} {index}"), "big")
        draw, first = divmod(draw, len(self.players))
        draw, second = divmod(draw, len(self.players))
        names = (self.players[first], self.players[second])
        entrants = [Entrant.parse(name, _DEFAULT_BUDGET) for name in names]
        seeds = (draw % 2**32, (draw >> 32) % 2**32)
        players = [
            make_player(entrant.name, seed, entrant.budget)
            for entrant, seed in zip(entrants, seeds, strict=True)
        ]
        deals = seed_bytes(f"dataset deals {self.seed} {index}")
        return play_match(players, Match.deal(deals, ruleset=self.ruleset, players=names))


def write_dataset(plan: DatasetPlan, folder: Path, processes: int = 1) -> Iterator[tuple[str, int]]:
    """Write the files that are missing; yields the name of each and how many matches it has.

    Files that are there already come first. A folder with another plan raises ValueError.
    """
    plan.check()
    _open_folder(plan, folder)
    missing = [number for number, name in enumerate(plan.files) if not (folder / name).exists()]
    for number, name in enumerate(plan.files):
        if number not in missing:
            yield name, _size(plan, number)
    if processes == 1 or not missing:
        for number in missing:
            yield write_shard(plan, folder, number)
        return
    yield from run_in_processes(partial(_open_writer, plan, folder), missing, processes)


@contextmanager
def _open_writer(plan: DatasetPlan, folder: Path) -> Iterator[Callable[[int], tuple[str, int]]]:
    """What a worker does with the number of a file."""
    yield partial(write_shard, plan, folder)


def write_shard(plan: DatasetPlan, folder: Path, number: int) -> tuple[str, int]:
    """Play the matches of one file and write it; its name, and how many they are."""
    name, size = plan.files[number], _size(plan, number)
    start = number * plan.shard
    new = folder / f"new-{os.getpid()}-{name}"
    try:
        write_records(new, (plan.match(index) for index in range(start, start + size)))
        os.replace(new, folder / name)
    except FileNotFoundError:
        if not (folder / name).exists():
            raise
    finally:
        new.unlink(missing_ok=True)
    # A process that was killed has left these; one that still writes finds the whole file above.
    for left in folder.glob(f"new-*-{name}"):
        left.unlink(missing_ok=True)
    return name, size


def _size(plan: DatasetPlan, number: int) -> int:
    return min(plan.shard, plan.matches - number * plan.shard)


def _open_folder(plan: DatasetPlan, folder: Path) -> None:
    """Write the plan into a new folder, or compare it with the one that is there."""
    folder.mkdir(parents=True, exist_ok=True)
    data = {"format": DATASET_FORMAT, **asdict(plan), "players": list(plan.players)}
    path = folder / PLAN_FILE
    if not path.exists():
        path.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
        return
    try:
        before = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        before = None
    if not isinstance(before, dict):
        raise ValueError(f"{path} must be the plan of a dataset, got a file that is none")
    for field, value in data.items():
        if before.get(field) != value:
            raise ValueError(
                f"{folder} holds another dataset: to resume it, {field} must be "
                f"{before.get(field)!r}, got {value!r}"
            )
