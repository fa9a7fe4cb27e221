"""`jaipur restore`: the database as it was when a backup was written."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jaipur.cli.options import DatabaseAddress
from jaipur.cli.serve import database_option
from jaipur.server.backup import restore_backup

__all__ = ["EXAMPLE", "restore"]

EXAMPLE = "jaipur restore games.jsonl.gz --replace"


def restore(
    file: Annotated[Path, typer.Argument(help="The backup.", metavar="FILE")],
    database: DatabaseAddress = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Delete the games that are in the database now.")
    ] = False,
) -> None:
    """Restore a backup into a database that is not in use.

    The backup may come from SQLite or PostgreSQL, whatever the database is, and from an older
    version.
    """
    rows = restore_backup(file, database_option(database), replace=replace)
    typer.echo(f"{file}: {rows:,} rows restored")
