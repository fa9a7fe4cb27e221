"""The command `jaipur`: one file per command, imported when it runs.

An expected error is one red line on standard error and exit code 2; a failed check is exit code 1.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from jaipur.cli.lazy_group import LazyGroup, print_os_error

__all__ = ["COMMANDS", "app", "main"]

COMMANDS = {
    "play": "Play a match against a bot in the terminal.",
    "duel": "Compare two players over many rounds or matches.",
    "tournament": "Play every player against every other, and rate them all.",
    "bot": "Serve a player to other programs over the protocol jaipur-bot/1.",
    "replay": "Check every record in a file by replaying it.",
    "analyse": "Grade every move of a match, and name better ones.",
    "puzzle": "Find the best move of a puzzle.",
    "opening": "Show the best first moves of a market and a hand.",
    "review": "Split the result of a match into luck and skill.",
    "evaluate": "Measure an agent against named players.",
    "dataset": "Write a dataset of self-play: matches of mixed players.",
    "deal": "Show what a seed deals.",
    "perft": "Count the positions that the first plies of a deal lead to.",
    "bench": "Measure the speed of the rules and of the network on one core.",
    "serve": "Serve the table over HTTP, to browsers and bots.",
    "export": "Export the finished matches of a server as records.",
    "backup": "Back up the database, while the server may be running.",
    "restore": "Restore a backup into a database that is not in use.",
    "admin": "Manage a site: users, reports, games, ratings and exports.",
}
"""The first line of each command's help; the module of the same name has the command."""


class JaipurGroup(LazyGroup):
    """The commands of `jaipur`."""

    helps = COMMANDS


app = typer.Typer(
    name="jaipur",
    cls=JaipurGroup,
    help="The card game Jaipur. Without a command, serve the table and open it in the browser.",
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
    """The card game Jaipur. Without a command, serve the table and open it in the browser."""


def main() -> None:
    """What the commands `jaipur` and `pyjaipur` run; without arguments they open the table."""
    _open_streams()
    try:
        app(args=sys.argv[1:] or ["serve", "--open"], prog_name="jaipur")
    except OSError as error:  # help that cannot be written; commands catch theirs in LazyGroup
        print_os_error(error)
        sys.exit(2)
    except Exception as error:
        if os.environ.get("JAIPUR_TRACE"):
            raise
        _report_bug(error)


def _open_streams() -> None:
    """Standard streams that can be used: a closed one reads as empty, or takes what is written."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character shows a question mark instead of a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _report_bug(error: Exception) -> None:
    from jaipur.cli.console import print_error

    what = f"{type(error).__name__}: {error}"
    print_error("bug", f"{what} (a bug in jaipur; JAIPUR_TRACE=1 shows where, please report it)")
    sys.exit(70)
