"""The command `jaipur`: one file per command, imported when it runs.

What goes wrong on purpose is one red line on standard error and exit code 2; 1 is a check that
failed.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from jaipur.cli.lazy_group import LazyGroup

__all__ = ["COMMANDS", "app", "main"]

COMMANDS = {
    "play": "Play a match against a bot in the terminal.",
    "duel": "Let two players meet in many rounds or matches.",
    "tournament": "Let every two of the players meet, and rate them all.",
    "bot": "Serve a player to other programs by the protocol jaipur-bot/1.",
    "replay": "Check every record of a file by playing it again.",
    "analyse": "Judge every move of a match, and name better ones.",
    "puzzle": "Find the best move of a puzzle.",
    "opening": "Show the best first moves of a market and a hand.",
    "review": "Split the result of a match into luck and skill, exactly.",
    "evaluate": "Measure an agent against named players.",
    "dataset": "Write a dataset of self-play: matches of mixed players.",
    "deal": "Show what a seed deals.",
    "perft": "Count the positions that the first plies of a deal lead to.",
    "bench": "Measure the speed of the rules and of the network on one core.",
    "serve": "Serve tables over HTTP, to browsers and to bots.",
    "export": "Write the finished matches of a server as records, one a line.",
    "backup": "Write a backup of the database, while the server goes on.",
    "admin": "Run a site: users, reports, games, and exports.",
    "restore": "Restore a backup into a database that no server uses.",
}
"""The first line of each command's help; the module of the same name has the command."""


class JaipurGroup(LazyGroup):
    """The commands of `jaipur`."""

    helps = COMMANDS


app = typer.Typer(
    name="jaipur",
    cls=JaipurGroup,
    help="The card game Jaipur: play it, let bots play it, look at records.",
    epilog="Example:\n\njaipur play --seed 7",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # Typer's Rich help takes as long to import as all the rest
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # slow to import, and needed here only

        typer.echo(f"jaipur {version('pyjaipur')}")
        raise typer.Exit


@app.callback()
def jaipur(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """The card game Jaipur: play it, let bots play it, look at records."""


def main() -> None:
    """What the commands `jaipur` and `pyjaipur` run; without arguments they open the table."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character shows a question mark instead of a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app(args=sys.argv[1:] or ["serve", "--open"], prog_name="jaipur")
    except Exception as error:
        if os.environ.get("JAIPUR_TRACE"):
            raise
        _report_bug(error)


def _report_bug(error: Exception) -> None:
    from jaipur.cli.console import print_error

    what = f"{type(error).__name__}: {error}"
    print_error("bug", f"{what} (a bug in jaipur; JAIPUR_TRACE=1 shows where, please report it)")
    sys.exit(70)
