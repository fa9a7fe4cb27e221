"""`jaipur admin games`: look at a game and its log, and abort it."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from jaipur.cli.admin_act import IDS, ActRefused, Cause, admin_table, day, perform_act
from jaipur.cli.console import stdout_console
from jaipur.cli.options import DatabaseAddress
from jaipur.cli.serve import database_option
from jaipur.server.admin.acts import AbortGame
from jaipur.server.admin.lookups import describe_game
from jaipur.server.admin.perform import in_database

__all__ = ["games"]

GameId = Annotated[str, typer.Argument(help="The id of the game, from its address.", metavar="ID")]

games = typer.Typer(
    help="Look at a game and its log, and abort it.", no_args_is_help=True, rich_markup_mode=None
)


@games.command("show", context_settings=IDS)
def show(game: GameId, database: DatabaseAddress = None) -> None:
    """Show a game's terms, its state, and every entry of its log."""
    about, log = _the_game(database, game)
    console = stdout_console()
    for name, value in about.items():
        console.print(f"{name}: {day(value) if name.endswith('_at') else value}")
    table = admin_table("seq", "when (UTC)", "event", "data")
    for entry in log:
        table.add_row(str(entry["seq"]), day(entry["at"]), entry["kind"], entry["data"])
    console.print(table)


@games.command("abort", context_settings=IDS)
def abort(game: GameId, cause: Cause, database: DatabaseAddress = None) -> None:
    """End a game that is not over: nobody wins, and nothing is rated."""
    _the_game(database, game)
    perform_act(database, AbortGame(game, cause), f"the game {game} is over")


def _the_game(database: str | None, game: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The state of a game and its log; ActRefused if there is none."""
    found = in_database(database_option(database), lambda c: describe_game(c, game))
    if found is None:
        raise ActRefused(f"There is no game {game!r}.")
    return found
