"""`jaipur bot`: one of our players for other programs, on standard input and output."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from jaipur.cli.contest import budget_of

__all__ = ["EXAMPLE", "bot"]

EXAMPLE = "jaipur bot --level greedy"


def bot(
    level: Annotated[str, typer.Option(help="Who plays: the name of a player.")] = "greedy",
    milliseconds: Annotated[
        int | None, typer.Option(min=1, help="Time for a move, whatever the arena says.")
    ] = None,
    samples: Annotated[
        int | None, typer.Option(min=1, help="Samples for a move, whatever the arena says.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Where its chances come from.")] = None,
) -> None:
    """Serve a player over the protocol jaipur-bot/1: JSON lines in, JSON lines out.

    Without --milliseconds or --samples it thinks as long as each question allows.
    """
    from functools import partial
    from secrets import randbits

    from jaipur.players import make_player
    from jaipur.players.bot_server import serve_player

    budget = budget_of(milliseconds, samples)
    make_player(level, budget=budget)  # a wrong name is told before the first line is read
    serve_player(
        partial(make_player, level),
        sys.stdin,
        sys.stdout,
        sys.stderr,
        seed=randbits(63) if seed is None else seed,
        budget=budget if str(budget) else None,
    )
