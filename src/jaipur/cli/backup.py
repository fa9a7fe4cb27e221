"""`jaipur backup`: a copy of everything that the server keeps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jaipur.cli.options import DatabaseAddress
from jaipur.cli.serve import database_option
from jaipur.server.backup import write_backup

__all__ = ["EXAMPLE", "backup"]

EXAMPLE = "jaipur backup games.jsonl.gz"


def backup(
    file: Annotated[Path, typer.Argument(help="The backup; it must not exist.", metavar="FILE")],
    database: DatabaseAddress = None,
) -> None:
    """Back up the database, while the server may be running.

    It holds the secrets of running games and the names of users: only you may read the file. Keep
    it as safe as the database.
    """
    rows = write_backup(database_option(database), file)
    typer.echo(f"{file}: {rows:,} rows")
