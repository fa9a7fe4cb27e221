"""The files of mining: work files of mined puzzles, and which rounds the package's come from.

A work file is under `build/` and not kept. `mined_rounds.json` is: it says for each ruleset up to
which round the puzzles of the package were mined, so that mining goes on after it anywhere. It does
not say which round a puzzle comes from, as that round could be played again, hidden cards and all.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

__all__ = [
    "Row",
    "mined_rounds",
    "pack_rows",
    "packed_rows",
    "read_rows",
    "row_line",
    "set_mined_rounds",
]

Row = dict[str, Any]
MINED_ROUNDS: Final = Path(__file__).parent / "mined_rounds.json"


def mined_rounds(ruleset: str, path: Path = MINED_ROUNDS) -> int:
    """The last round that was looked at for the puzzles of the package."""
    found: dict[str, int] = json.loads(path.read_bytes()) if path.exists() else {}
    return found.get(ruleset, 0)


def set_mined_rounds(ruleset: str, rounds: int, path: Path = MINED_ROUNDS) -> None:
    """Remember the last round that was looked at."""
    found = json.loads(path.read_bytes()) if path.exists() else {}
    text = json.dumps({**found, ruleset: rounds}, indent=2, sort_keys=True)
    path.write_text(text + "\n", encoding="utf-8")


def read_rows(path: Path) -> list[Row]:
    """The rows of a work file; a line that was cut off when a run was ended is left out."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]


def packed_rows(data: bytes) -> list[Row]:
    """The puzzles of a file of the package."""
    return [json.loads(line) for line in gzip.decompress(data).splitlines()]


def row_line(row: Row) -> str:
    """A row as a line of a file."""
    return json.dumps(row, separators=(",", ":")) + "\n"


def pack_rows(rows: Iterable[Row]) -> bytes:
    """Rows as a file of the package: the same rows are the same bytes."""
    return gzip.compress("".join(map(row_line, rows)).encode(), 9, mtime=0)
