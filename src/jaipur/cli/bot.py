"""`jaipur bot`: serve one of our players to other programs on standard input and output."""

from __future__ import annotations

import sys
from functools import partial
from secrets import randbits
from typing import Annotated, Literal

import typer

from jaipur.cli.arena_options import budget_of
from jaipur.cli.policy_option import load_policy
from jaipur.players import make_player
from jaipur.players.bot_server import PlayerFactory, serve_player

__all__ = ["EXAMPLE", "bot"]

EXAMPLE = "jaipur bot --level greedy"


def bot(
    level: Annotated[str, typer.Option(help="The name of the player.")] = "greedy",
    policy: Annotated[
        str | None,
        typer.Option(metavar="MODULE:FUNCTION", help="A policy of the environments instead."),
    ] = None,
    style: Annotated[
        Literal["flat", "stepwise"], typer.Option(help="The style of actions of a policy.")
    ] = "flat",
    milliseconds: Annotated[
        int | None, typer.Option(min=1, help="Time for a move, whatever the arena says.")
    ] = None,
    samples: Annotated[
        int | None, typer.Option(min=1, help="Samples for a move, whatever the arena says.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of its random choices.")] = None,
) -> None:
    """Serve a player to other programs by the protocol jaipur-bot/1.

    It reads JSON lines and writes JSON lines. Without --milliseconds or --samples it thinks as long
    as each question allows.
    """
    budget = budget_of(milliseconds, samples)
    if policy is None:
        make_player(level, budget=budget)  # an unknown name is reported before a line is read
    serve_player(
        partial(make_player, level) if policy is None else _policy_factory(policy, style),
        sys.stdin,
        sys.stdout,
        sys.stderr,
        seed=randbits(63) if seed is None else seed,
        budget=budget if str(budget) else None,
    )


def _policy_factory(text: str, style: Literal["flat", "stepwise"]) -> PlayerFactory:
    """Makes the player of a policy, which has neither a seed nor a budget."""
    from jaipur.envs.policy import PolicyPlayer  # NumPy, which other players do not need

    player = PolicyPlayer(load_policy(text, "--policy"), text, style)
    return lambda seed, budget: player
