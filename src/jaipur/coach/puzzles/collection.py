"""The puzzles of the package: read when they are first asked for, and found by id, rating or theme.

A file has one puzzle a line, as JSON, compressed: `id`, `rating` and `themes`; the redeal as
`first`, `deck` and `bonus` (hexadecimal), and the `moves` up to the position; `lost` and `error` in
thousandths of the seal for each legal move in its order; `wrong` and the `reasons` why that loses;
the `line` after the best move. The name of the file is that of the ruleset.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Final

from jaipur.coach.puzzles.puzzle import Puzzle

__all__ = [
    "PUZZLE_RULESETS",
    "all_puzzles",
    "daily_puzzle",
    "data_version",
    "find_puzzle",
    "nearest_puzzles",
    "puzzles_of",
    "read_puzzles",
]

PUZZLE_RULESETS: Final = ("standard", "box")
_VERSION_LENGTH: Final = 12


@cache
def puzzles_of(ruleset: str) -> tuple[Puzzle, ...]:
    """The puzzles of a ruleset by id; ValueError where the package has none for it."""
    if ruleset not in PUZZLE_RULESETS:
        allowed = ", ".join(PUZZLE_RULESETS)
        raise ValueError(f"the ruleset must be one of {allowed}, got {ruleset!r}")
    return tuple(read_puzzles(_packed(ruleset), ruleset))


def read_puzzles(packed: bytes, ruleset: str) -> Iterable[Puzzle]:
    """The puzzles of a compressed file."""
    for line in gzip.decompress(packed).splitlines():
        data = json.loads(line)
        yield Puzzle(data["id"], ruleset, data["rating"], tuple(data["themes"]), data)


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """All puzzles in the fixed order from which the daily puzzle follows.

    It mixes rulesets, ratings and themes: it goes by a hash of the id.
    """
    found = (puzzle for ruleset in PUZZLE_RULESETS for puzzle in puzzles_of(ruleset))
    return tuple(sorted(found, key=lambda puzzle: hashlib.sha256(puzzle.id.encode()).digest()))


def find_puzzle(id: str) -> Puzzle | None:
    """The puzzle with this id, such as `s0001`, if there is one."""
    return _by_id().get(id)


def daily_puzzle(day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody."""
    return all_puzzles()[(day - date(1970, 1, 1)).days % len(all_puzzles())]


def nearest_puzzles(
    rating: float, *, ruleset: str | None = None, theme: str | None = None
) -> list[Puzzle]:
    """The puzzles by how near they are to a rating; of a ruleset and a theme, if given."""
    chosen = [
        puzzle
        for puzzle in all_puzzles()
        if ruleset in (None, puzzle.ruleset) and (theme is None or theme in puzzle.themes)
    ]
    return sorted(chosen, key=lambda puzzle: abs(puzzle.rating - rating))


@cache
def data_version() -> str:
    """A hash of the data: where it is the same, so are all puzzles."""
    digest = hashlib.sha256()
    for ruleset in PUZZLE_RULESETS:
        digest.update(_packed(ruleset))
    return digest.hexdigest()[:_VERSION_LENGTH]


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in all_puzzles()}


def _packed(ruleset: str) -> bytes:
    return files("jaipur.coach.puzzles").joinpath(f"{ruleset}.jsonl.gz").read_bytes()
