"""`jaipur admin reports`: what users have reported."""

from __future__ import annotations

from typing import Annotated

import typer

from jaipur.cli.admin_act import ActRefused, Cause, admin_table, day, perform_act
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
    if not found:
        typer.echo("There are no reports." if all else "There are no open reports.")
        return
    table = admin_table("report", "when (UTC)", "about", "what", "game", "by", "closed")
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
    known = in_database(database_option(database), lambda c: list_reports(c, closed=True))
    found = next((row for row in known if row["id"] == report), None)
    if found is None:
        raise ActRefused(f"There is no report {report!r}.")
    if found["closed_at"] is not None:
        raise ActRefused(f"The report {report!r} is closed already.")
    perform_act(database, CloseReport(report, cause), f"the report {report} is closed")
