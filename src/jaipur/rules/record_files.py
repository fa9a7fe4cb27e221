"""Files of records, one a line (`.jsonl`): reading, writing and checking them.

A name that ends with `.gz` or `.zst` is a compressed file.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from os import PathLike, fspath
from typing import IO, Any, cast

from jaipur.errors import RecordError
from jaipur.rules.match import Match

__all__ = [
    "open_record_file",
    "read_lines",
    "read_matches",
    "read_record_lines",
    "read_records",
    "replay",
    "write_records",
]


def replay(record: Mapping[str, Any]) -> Match:
    """The match of a record, checked by playing it again; RecordError if anything is wrong."""
    return Match.from_record(record)


def read_records(path: str | PathLike[str]) -> Iterator[dict[str, Any]]:
    """The records of a file, each checked by replaying it.

    A broken one raises RecordError with its line, round and ply; those before it have been read.
    Empty lines are skipped.
    """
    for number, line in _lines(path):
        yield _read_line(line, number)[0]


def read_matches(path: str | PathLike[str]) -> Iterator[Match]:
    """The matches of a file of records, one after the other, checked as `read_records` does."""
    for number, line in _lines(path):
        yield _read_line(line, number)[1]


def read_record_lines(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """The records of lines, each checked by replaying it, as `read_records` does."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _read_line(line, number)[0]


def read_lines(path: str | PathLike[str]) -> Generator[bytes, None, None]:
    """The lines of a file; a compressed one that is damaged raises RecordError with its line."""
    with open_record_file(path, "rb") as file:
        lines, number = iter(file), 0
        while True:
            number += 1
            try:
                line = next(lines, None)
            except _damage_errors(path) as error:
                raise RecordError("The compressed file is damaged.", line=number) from error
            if line is None:
                return
            yield line


def _lines(path: str | PathLike[str]) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that are not empty, with their numbers."""
    return ((number, line) for number, line in enumerate(read_lines(path), 1) if line.strip())


@contextmanager
def open_record_file(path: str | PathLike[str], mode: str) -> Iterator[IO[bytes]]:
    """A file to read (`rb`) or write (`wb`) lines; its name says whether it is compressed."""
    name = fspath(path)
    if name.endswith(".zst"):
        with _open_zst(name, mode) as unpacked:
            yield unpacked
        return
    with open(name, mode, buffering=0 if mode == "wb" else -1) as file:
        if not name.endswith(".gz"):
            yield cast(IO[bytes], file)
            return
        # Without a name and a time in its head, the same records make the same file.
        with gzip.GzipFile("", mode, fileobj=file, mtime=0) as compressed:
            yield cast(IO[bytes], compressed)


def _open_zst(name: str, mode: str) -> IO[bytes]:
    import zstandard  # here, since the rules need nothing but the standard library

    if mode == "wb":
        return cast(IO[bytes], zstandard.open(name, mode))
    return cast(IO[bytes], io.BufferedReader(_ZstdReader(name)))


class _ZstdReader(io.RawIOBase):
    """The content of a file of frames; EOFError if it was cut short, which zstandard ignores."""

    def __init__(self, name: str) -> None:
        import zstandard

        self._file = io.FileIO(name)
        self._decompressor = zstandard.ZstdDecompressor()
        self._frame = self._decompressor.decompressobj()
        self._packed = b""
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._left and self._has_more():
            self._left = self._frame.decompress(self._packed)
            self._packed = self._frame.unused_data
        size = min(len(buffer), len(self._left))
        buffer[:size], self._left = self._left[:size], self._left[size:]
        return size

    def _has_more(self) -> bool:
        """Whether there is more to unpack; after the end of a frame another one may begin."""
        self._packed = self._packed or self._file.read(1 << 16)
        if self._frame.eof and self._packed:
            self._frame = self._decompressor.decompressobj()
        elif not self._packed and not self._frame.eof:
            raise EOFError
        return bool(self._packed)

    def close(self) -> None:
        self._file.close()
        super().close()


def _damage_errors(path: str | PathLike[str]) -> tuple[type[Exception], ...]:
    """What reading a damaged file of this name raises."""
    if not fspath(path).endswith(".zst"):
        return EOFError, gzip.BadGzipFile, zlib.error
    import zstandard

    return EOFError, zstandard.ZstdError


def _read_line(line: bytes, number: int) -> tuple[dict[str, Any], Match]:
    try:
        record = json.loads(line)
    except json.JSONDecodeError as error:
        message = f"This is not JSON (column {error.colno}); each record is on one line."
        raise RecordError(message, line=number) from error
    except (ValueError, RecursionError) as error:  # ValueError: a number of too many digits
        raise RecordError("This is not JSON.", line=number) from error
    try:
        match = replay(record)
    except RecordError as error:
        raise RecordError(error.message, line=number, round=error.round, ply=error.ply) from error
    assert isinstance(record, dict)
    return record, match


def write_records(path: str | PathLike[str], records: Iterable[Mapping[str, Any] | Match]) -> int:
    """Write records, or matches, to a file, one per line, and return their number.

    Each line is written whole, so that a file that was cut short ends with a whole record.
    """
    count = 0
    with open_record_file(path, "wb") as file:
        for record in records:
            data = record.record() if isinstance(record, Match) else record
            file.write(json.dumps(data, separators=(",", ":")).encode() + b"\n")
            count += 1
    return count
