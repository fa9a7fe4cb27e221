"""Options that `jaipur duel` and `jaipur tournament` share, and their checks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jaipur.arena.entrant import Entrant
from jaipur.cli.policy_option import check_policy, policy_as_bot
from jaipur.players import Budget

__all__ = [
    "Jobs",
    "Logs",
    "Milliseconds",
    "Out",
    "RayAddress",
    "Samples",
    "budget_of",
    "entrant_of",
    "even",
]

Milliseconds = Annotated[
    int | None, typer.Option(min=1, help="Time for a move, for players that search and for bots.")
]
Samples = Annotated[
    int | None, typer.Option(min=1, help="Samples for a move instead; reproducible on any machine.")
]
Out = Annotated[
    Path | None, typer.Option(help="Save each round or match as a record in this new file.")
]
Jobs = Annotated[
    int | None, typer.Option(min=1, help="Processes that play in parallel; default: one per core.")
]
RayAddress = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster: auto, host:port, local."),
]
Logs = Annotated[Path | None, typer.Option(help="A folder for the standard error of bots.")]


def budget_of(milliseconds: int | None, samples: int | None) -> Budget:
    """The budget from its two options, of which at most one may be given."""
    if milliseconds is not None and samples is not None:
        sentence = f"only one may be given, got {milliseconds} and {samples}"
        raise typer.BadParameter(sentence, param_hint="--milliseconds, --samples")
    return Budget(milliseconds=milliseconds, samples=samples)


def entrant_of(text: str, budget: Budget) -> Entrant:
    """The entrant of that name, or UnknownPlayer if there is no such player or program.

    A policy, MODULE:FUNCTION, plays in a process of its own, as a bot does.
    """
    check_policy(text)
    entrant = Entrant.parse(policy_as_bot(text), budget)
    entrant.check()
    return entrant


def even(count: int, option: str) -> int:
    """A number of rounds or matches as they can be played: two for each deal."""
    if count < 2 or count % 2:
        sentence = f"must be at least 2 and even, two for each deal, got {count}"
        raise typer.BadParameter(sentence, param_hint=option)
    return count
