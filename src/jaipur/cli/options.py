"""Options that several commands share."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "DatabaseAddress",
    "Json",
    "RecordFile",
    "RulesetName",
    "SeedText",
    "check_new",
    "check_writable",
    "read_seed",
]

RulesetName = Annotated[str, typer.Option("--ruleset", help="The ruleset: standard, box or mini.")]
SeedText = Annotated[
    str | None,
    typer.Option("--seed", help="The seed of the deals: a number, a text, or 64 hex digits."),
]
RecordFile = Annotated[
    Path, typer.Argument(help="A file of records, one per line; - is standard input.")
]
DatabaseAddress = Annotated[
    str | None,
    typer.Option(
        "--database",
        help="A SQLite file or a PostgreSQL URL; by default in your data folder.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Write JSON for programs.")]


def check_new(path: Path | None, option: str) -> None:
    """Refuse a file that would be replaced; an empty one is left by a run that was cut short."""
    if path is not None and path.is_file() and path.stat().st_size:
        raise typer.BadParameter(f"must not exist or be empty, got {path}", param_hint=option)
    check_writable(path)


def check_writable(path: Path | None) -> None:
    """Report a file that cannot be written before the work whose result it is for, not after it."""
    # The reader of a pipe would take a file that is opened and closed for the whole of it.
    if path is not None and not path.is_fifo():
        path.open("ab").close()


def read_seed(text: str | None) -> str | bytes:
    """The seed that was typed, 64 hex digits as bytes; without one, a new number as text."""
    if text is None:
        return str(secrets.randbelow(10**9))
    try:
        if len(text) == 64:
            return bytes.fromhex(text)
        text.encode()
    except UnicodeEncodeError as error:
        raise typer.BadParameter("must be valid UTF-8", param_hint="--seed") from error
    except ValueError:
        pass
    return text
