"""`jaipur admin reports`: what users have reported."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from jaipur.cli.admin_act import Cause, day, perform_act
from jaipur.cli.console import stdout_console
from jaipur.cli.options import DatabaseAddress
from jaipur.cli.serve import database_option
from jaipur.server.admin.acts import CloseReport
from jaipur.server.admin.lookups import list_reports
from jaipur.server.admin.perform import in_database

__all__ = ["reports"]

reports = typer.Typer(
    help="List and close what users have reported.", no_args_is_help=True, rich_markup_mode=None
)


@reports.command("list")
def show(
    all: Annotated[bool, typer.Option("--all", help="Those that are closed, too.")] = False,
    database: DatabaseAddress = None,
) -> None:
    """List the open reports, the newest first."""
    found = in_database(database_option(database), lambda c: list_reports(c, closed=all))
    table = Table(
        "report", "when (UTC)", "about", "what", "game", "by", "closed", box=None, pad_edge=False
    )
    for row in found:
        about = f"{row['about_name'] or ''} ({row['about']})"
        table.add_row(
            *(row["id"], day(row["at"]), about, row["kind"], row["game"] or ""),
            *(row["by_name"] or "", day(row["closed_at"])),
        )
    stdout_console().print(table)


@reports.command("close")
def close(
    report: Annotated[str, typer.Argument(help="The id of the report.")],
    cause: Cause,
    database: DatabaseAddress = None,
) -> None:
    """Close a report that was looked at."""
    perform_act(database, CloseReport(report, cause), f"the report {report} is closed")
