"""Files of records, one a line (`.jsonl`): reading, writing and checking them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike, fspath
from typing import Any

from jaipur.errors import RecordError
from jaipur.rules.match import Match

__all__ = ["read_record_lines", "read_records", "replay", "write_records"]


def replay(record: Mapping[str, Any]) -> Match:
    """The match of a record, checked by playing it again; RecordError if anything is wrong."""
    return Match.from_record(record)


def read_records(path: str | PathLike[str]) -> Iterator[dict[str, Any]]:
    """The records of a file, each checked by replaying it.

    A broken one raises RecordError with its line, round and ply; those before it have been read.
    Empty lines are skipped.
    """
    with open(fspath(path), "rb") as lines:
        yield from read_record_lines(lines)


def read_record_lines(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """The records of lines, each checked by replaying it, as `read_records` does."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _read_line(line, number)


def _read_line(line: bytes, number: int) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except json.JSONDecodeError as error:
        message = f"This is not JSON (column {error.colno}); each record is on one line."
        raise RecordError(message, line=number) from error
    except (ValueError, RecursionError) as error:  # ValueError: a number of too many digits
        raise RecordError("This is not JSON.", line=number) from error
    try:
        replay(record)
    except RecordError as error:
        raise RecordError(error.message, line=number, round=error.round, ply=error.ply) from error
    assert isinstance(record, dict)
    return record


def write_records(path: str | PathLike[str], records: Iterable[Mapping[str, Any] | Match]) -> int:
    """Write records, or matches, to a file, one a line; how many there were.

    Each line is written whole, so that a file that was cut short ends with a whole record.
    """
    count = 0
    with open(fspath(path), "wb", buffering=0) as file:
        for record in records:
            data = record.record() if isinstance(record, Match) else record
            file.write(json.dumps(data, separators=(",", ":")).encode() + b"\n")
            count += 1
    return count
