"""`jaipur admin users`: find, rename, suspend and delete users."""

from __future__ import annotations

import time
from typing import Annotated, Final

import typer

from jaipur.cli.admin_act import (
    IDS,
    Cause,
    UserText,
    admin_table,
    confirm,
    day,
    perform_act,
    the_user,
)
from jaipur.cli.console import stdout_console
from jaipur.cli.options import DatabaseAddress
from jaipur.cli.serve import database_option
from jaipur.server.admin.acts import DeleteUser, RenameUser, SuspendUser
from jaipur.server.admin.lookups import find_users
from jaipur.server.admin.perform import in_database

__all__ = ["users"]

_DAY_MS: Final = 24 * 3_600_000

users = typer.Typer(
    help="Find, rename, suspend and delete users.", no_args_is_help=True, rich_markup_mode=None
)


@users.command("find", context_settings=IDS)
def find(
    text: Annotated[str, typer.Argument(help="A part of the name, or the id.")],
    database: DatabaseAddress = None,
) -> None:
    """List the users with this text in their name."""
    rows = in_database(database_option(database), lambda c: find_users(c, text))
    if not rows:
        typer.echo(f"No user has {text!r} in the name, or as the id.")
        return
    table = admin_table("id", "name", "kind", "since (UTC)", "games", "suspended until")
    for row in rows:
        kind = "guest" if row["registered_at"] is None else "account"
        suspended = day(row["suspended_until"])
        table.add_row(
            row["id"], row["name"], kind, day(row["created_at"]), str(row["games"]), suspended
        )
    stdout_console().print(table)


@users.command("rename", context_settings=IDS)
def rename(
    user: UserText,
    name: Annotated[str, typer.Argument(help="The new name.")],
    database: DatabaseAddress = None,
) -> None:
    """Give a user another name; games that have begun keep the old one."""
    found = the_user(database, user)
    perform_act(database, RenameUser(found["id"], name), f"{found['name']} is {name} now")


@users.command("suspend", context_settings=IDS)
def suspend(
    user: UserText,
    cause: Cause,
    days: Annotated[
        float, typer.Option(min=0, max=36_500, help="For how long; 0 ends a suspension.")
    ] = 7,
    database: DatabaseAddress = None,
) -> None:
    """Let a user play, write and open nothing for some days; looking on stays possible."""
    found = the_user(database, user)
    until = None if days == 0 else time.time_ns() // 1_000_000 + round(days * _DAY_MS)
    outcome = (
        "is not suspended any more" if until is None else f"is suspended until {day(until)} UTC"
    )
    perform_act(database, SuspendUser(found["id"], until, cause), f"{found['name']} {outcome}")


@users.command("delete", context_settings=IDS)
def delete(
    user: UserText,
    cause: Cause,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    database: DatabaseAddress = None,
) -> None:
    """Delete a user; running matches are abandoned, finished ones stay without the name.

    It cannot be undone, so a terminal is asked first.
    """
    found = the_user(database, user)
    if not yes:
        confirm(f"Delete {found['name']} ({found['id']}) for good?")
    perform_act(database, DeleteUser(found["id"], cause), f"{found['name']} is deleted")
