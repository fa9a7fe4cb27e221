"""What the commands of `jaipur admin` share: acts and their outcome, users by name or id."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import Annotated, Any, Final

import typer
from rich.table import Table

from jaipur.cli.serve import database_option
from jaipur.errors import JaipurError
from jaipur.server.admin.acts import Act
from jaipur.server.admin.lookups import one_user
from jaipur.server.admin.perform import in_database, perform

__all__ = ["IDS", "Cause", "UserText", "admin_table", "confirm", "day", "perform_act", "the_user"]

UserText = Annotated[
    str, typer.Argument(help="The id of a user, or the exact name of an account.", metavar="USER")
]
# Older ids may begin with a hyphen, and must not be read as options.
IDS: Final = {"ignore_unknown_options": True}
Cause = Annotated[str, typer.Option(help="The reason; written to the log.", show_default=False)]


class ActRefused(JaipurError):
    """An act that could not be done."""

    code = "admin"


def the_user(database: str | None, text: str) -> dict[str, Any]:
    """The row of the user that was named; ActRefused if there is none."""
    found = in_database(database_option(database), lambda c: one_user(c, text))
    if found is None:
        raise ActRefused(f"There is no user with the id or the account name {text!r}.")
    return found


def perform_act(database: str | None, act: Act, done: str) -> None:
    """Have an act done, and say so; ActRefused with the reason if it could not be."""
    outcome = perform(database_option(database), act)
    if outcome != "done":
        raise ActRefused(outcome)
    typer.echo(done)


def confirm(question: str) -> None:
    """Ask whoever sits at a terminal, and stop unless they agree; a script is not asked."""
    if is_terminal():
        typer.confirm(question, abort=True)


def is_terminal() -> bool:
    """Whether somebody can answer a question."""
    return sys.stdin.isatty()


def admin_table(*columns: str) -> Table:
    """A table whose ids are not cut off on a narrow terminal, since they are typed again."""
    table = Table(box=None, pad_edge=False)
    for number, name in enumerate(columns):
        table.add_column(name, overflow="fold", no_wrap=number == 0)
    return table


def day(milliseconds: int | None) -> str:
    """A time as text, in UTC; empty for none."""
    if milliseconds is None:
        return ""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")
