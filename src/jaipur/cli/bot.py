"""`jaipur bot`: serve one of our players to other programs on standard input and output."""

from __future__ import annotations

import sys
import traceback
from functools import partial
from secrets import randbits
from typing import Annotated, Literal

import typer

from jaipur.cli.arena_options import budget_of
from jaipur.cli.policy_option import STEPWISE_SUFFIX, load_policy
from jaipur.players import Player, make_player
from jaipur.players.bot_server import PlayerFactory, serve_player
from jaipur.rules.moves import Move
from jaipur.rules.view import View

__all__ = ["EXAMPLE", "bot"]

EXAMPLE = "jaipur bot --level greedy"


def bot(
    level: Annotated[str, typer.Option(help="The name of the player.")] = "greedy",
    policy: Annotated[
        str | None,
        typer.Option(
            metavar="MODULE:FUNCTION", help="A policy function for the environments instead."
        ),
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
    """Serve a player to other programs over the protocol jaipur-bot/1.

    It reads JSON lines from standard input and writes them to standard output. Without
    --milliseconds or --samples it thinks as long as each request allows.
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

    name = text + STEPWISE_SUFFIX if style == "stepwise" else text
    player = _EndingPlayer(PolicyPlayer(load_policy(text, "--policy"), name, style))
    return lambda seed, budget: player


class _EndingPlayer:
    """A player whose errors end the process, so that the arena need not wait for its move.

    The traceback goes to standard error, for the author of the policy.
    """

    def __init__(self, player: Player) -> None:
        self.name = player.name
        self._player = player

    def choose(self, view: View) -> Move:
        try:
            return self._player.choose(view)
        except Exception as error:
            traceback.print_exc()
            raise SystemExit(1) from error
