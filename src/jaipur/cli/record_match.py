"""Files of records that commands read: one match of a file by its number, or standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import Final

import typer

from jaipur.rules.match import Match
from jaipur.rules.record_files import read_lines, read_record_lines, replay

__all__ = ["match_of_file", "open_records"]

_STANDARD_INPUT: Final = Path("-")


def open_records(path: Path) -> AbstractContextManager[Iterable[bytes]]:
    """The lines of a file, compressed or not; the path - is standard input."""
    if path != _STANDARD_INPUT:
        return closing(read_lines(path))
    return nullcontext(sys.stdin.buffer)


def match_of_file(path: Path, number: int) -> Match:
    """The match of that number, from 1; the records before it are checked too."""
    count = 0
    with open_records(path) as lines:
        for count, data in enumerate(read_record_lines(lines), 1):
            if count == number:
                return replay(data)
    if count == 0:
        raise typer.BadParameter("there must be a record, got none", param_hint="RECORD")
    raise typer.BadParameter(
        f"must be at most {count}, the number of records, got {number}", param_hint="--match"
    )
