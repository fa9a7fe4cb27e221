"""`jaipur export`: all finished matches of a server as a file of records."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jaipur.cli.options import DatabaseAddress
from jaipur.cli.serve import database_option
from jaipur.server.export import exported_records

__all__ = ["EXAMPLE", "export"]

EXAMPLE = "jaipur export matches.jsonl"


def export(
    file: Annotated[
        Path, typer.Argument(help="The file of records; it must not exist.", metavar="FILE")
    ],
    database: DatabaseAddress = None,
    names: Annotated[
        bool,
        typer.Option("--names", help="Include the names of people; those of levels always are."),
    ] = False,
) -> None:
    """Export the finished matches of a server as records.

    The file has one record per line. The server may be running. Imported records are left out.
    """
    lines, count = exported_records(database_option(database), names=names), 0
    with file.open("x", encoding="utf-8") as out:
        for line in lines:
            out.write(line + "\n")
            count += 1
    typer.echo(f"{file}: {count:,} matches")
