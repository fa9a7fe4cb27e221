"""The command `jaipur`: one file per command, put together here.

Nothing but Typer is imported before a command runs, so that `jaipur --help` comes at once. What
goes wrong on purpose is one red line on standard error and exit code 2; 1 is a check that failed.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from jaipur.cli import (
    analyse,
    bench,
    bot,
    deal,
    duel,
    perft,
    play,
    replay,
    selfplay,
    serve,
    tournament,
)
from jaipur.errors import JaipurError

__all__ = ["app", "main"]


class PoliteGroup(TyperGroup):
    """A group of commands that answers with sentences, never with a trace."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; what it raises on purpose becomes one line and an exit code."""
        from jaipur.cli.console import complain

        try:
            return super().invoke(ctx)
        except JaipurError as error:
            complain(error.code, str(error))
        except BrokenPipeError:
            raise  # whoever read the output has gone: Typer ends without a word
        except OSError as error:
            complain("file", f"{error.filename or 'a file'}: {error.strerror or error}.")
        except KeyboardInterrupt:
            complain("stopped", "Stopped before the end.")
            raise typer.Exit(130) from None
        raise typer.Exit(2)


app = typer.Typer(
    name="jaipur",
    cls=PoliteGroup,
    help="The card game Jaipur: play it, let bots play it, look at records.",
    epilog="Example:\n\njaipur play --seed 7",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

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


_COMMANDS: tuple[tuple[Callable[..., None], str], ...] = (
    (play.play, play.EXAMPLE),
    (selfplay.selfplay, selfplay.EXAMPLE),
    (duel.duel, duel.EXAMPLE),
    (tournament.tournament, tournament.EXAMPLE),
    (bot.bot, bot.EXAMPLE),
    (replay.replay, replay.EXAMPLE),
    (analyse.analyse, analyse.EXAMPLE),
    (deal.deal, deal.EXAMPLE),
    (perft.perft, perft.EXAMPLE),
    (bench.bench, bench.EXAMPLE),
    (serve.serve, serve.EXAMPLE),
)


def _flowing(command: Callable[..., None]) -> str:
    """The docstring with each paragraph on one line, for the help to fold as it needs."""
    paragraphs = (inspect.getdoc(command) or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


for _command, _example in _COMMANDS:
    app.command(help=_flowing(_command), epilog=f"Example:\n\n{_example}")(_command)


def main() -> None:
    """What the commands `jaipur` and `pyjaipur` run; without arguments they open the table."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a sign shows a question mark instead of a trace.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app(args=sys.argv[1:] or ["serve", "--open"], prog_name="jaipur")
    except Exception as error:
        if os.environ.get("JAIPUR_TRACE"):
            raise
        _own_mistake(error)


def _own_mistake(error: Exception) -> None:
    from jaipur.cli.console import complain

    what = f"{type(error).__name__}: {error}"
    complain("bug", f"{what} (a mistake in jaipur; JAIPUR_TRACE=1 shows where, please report it)")
    sys.exit(70)
