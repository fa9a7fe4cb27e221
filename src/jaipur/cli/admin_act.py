"""What the commands of `jaipur admin` share: acts and their outcome, users by name or id."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from jaipur.cli.serve import database_option
from jaipur.errors import JaipurError
from jaipur.server.admin.acts import Act
from jaipur.server.admin.lookups import one_user
from jaipur.server.admin.perform import in_database, perform

__all__ = ["Cause", "UserText", "day", "perform_act", "the_user"]

UserText = Annotated[
    str, typer.Argument(help="The id of a user, or the exact name of an account.", metavar="USER")
]
Cause = Annotated[str, typer.Option(help="Why, for the log.", show_default=False)]


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


def day(milliseconds: int | None) -> str:
    """A time as text, in UTC; empty for none."""
    if milliseconds is None:
        return ""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")
