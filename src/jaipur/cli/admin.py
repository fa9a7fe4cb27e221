"""`jaipur admin`: what the operator of a site does about users, reports and games."""

from __future__ import annotations

import io
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
import zstandard

from jaipur.cli import admin_games, admin_reports, admin_users
from jaipur.cli.admin_act import admin_table, perform_act
from jaipur.cli.console import stdout_console
from jaipur.cli.options import DatabaseAddress
from jaipur.cli.serve import database_option
from jaipur.server.admin.act_log import invite_accounts, logged_acts
from jaipur.server.admin.acts import InviteAccounts, RecomputeRatings
from jaipur.server.admin.perform import in_database
from jaipur.server.export import exported_records

__all__ = ["EXAMPLE", "admin"]

EXAMPLE = "jaipur admin users find Anna"

admin = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
ratings = typer.Typer(help="Compute ratings.", no_args_is_help=True, rich_markup_mode=None)
admin.add_typer(ratings, name="ratings")
admin.add_typer(admin_users.users, name="users")
admin.add_typer(admin_games.games, name="games")
admin.add_typer(admin_reports.reports, name="reports")


@admin.callback()
def describe() -> None:
    """Manage a site: users, reports, games, ratings and exports.

    Anyone who can write to the database is an admin. Every action is logged, with the name of the
    operating-system user. A running server performs it; otherwise this command does.
    """


@admin.command("export")
def export(
    file: Annotated[Path, typer.Argument(help="The file, such as records.jsonl.zst.")],
    database: DatabaseAddress = None,
) -> None:
    """Write all finished matches as records, with the proofs of their shuffles, without names.

    A file that ends in .zst is compressed. The server may be running.
    """
    lines, count = exported_records(database_option(database), proofs=True), 0
    with file.open("xb") as out:
        packed = zstandard.ZstdCompressor(10).stream_writer(out) if file.suffix == ".zst" else out
        with io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as text:
            for line in lines:
                text.write(line + "\n")
                count += 1
    typer.echo(f"{file}: {count:,} {'match' if count == 1 else 'matches'}")


@admin.command("invite")
def invite(
    uses: Annotated[
        int, typer.Option(min=1, max=1000, help="How many accounts it can create.")
    ] = 1,
    days: Annotated[int, typer.Option(min=1, max=365, help="How many days it is valid.")] = 14,
    note: Annotated[str, typer.Option(help="Who it is for; written to the log.")] = "",
    database: DatabaseAddress = None,
) -> None:
    """Make an invitation code for an account; it is shown once."""
    act, now = InviteAccounts(uses, days, note), time.time_ns() // 1_000_000
    typer.echo(in_database(database_option(database), lambda c: invite_accounts(c, act, now)))


@ratings.command("recompute")
def recompute_ratings(database: DatabaseAddress = None) -> None:
    """Compute all ratings anew from the logs of the finished games."""
    perform_act(database, RecomputeRatings(), "the ratings are those that follow from the logs")


@admin.command("log")
def show_log(
    count: Annotated[int, typer.Option(min=1, max=10_000, help="How many actions.")] = 50,
    database: DatabaseAddress = None,
) -> None:
    """List what admins have done, the newest first."""
    found = in_database(database_option(database), lambda c: logged_acts(c, count))
    table = admin_table("when (UTC)", "by", "act", "outcome")
    for it in found:
        when = datetime.fromtimestamp(it.at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
        table.add_row(when, it.by, str(it.act), it.outcome or "waits for the server")
    stdout_console().print(table)
