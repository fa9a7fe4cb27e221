"""`jaipur evaluate`: how good an agent is against named players, as a row of the leaderboard."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import typer

from jaipur.cli.console import print_json
from jaipur.cli.options import Json, RulesetName
from jaipur.cli.policy_option import is_policy, load_policy, refuse_failure, split_style
from jaipur.envs.evaluate import (
    LEADERBOARD_OPPONENTS,
    Evaluation,
    evaluate_all,
    leaderboard_head,
    leaderboard_row,
    mean_share,
)
from jaipur.envs.policy import Agent

__all__ = ["EXAMPLE", "evaluate"]

EXAMPLE = "jaipur evaluate greedy --against random --rounds 20"


def evaluate(
    agent: Annotated[
        str,
        typer.Argument(
            metavar="AGENT",
            help="A player, 'bot:COMMAND', 'network:FILE', or a policy as MODULE:FUNCTION.",
        ),
    ],
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PLAYER", help="An opponent; can be repeated. Default: all of the leaderboard."
        ),
    ] = None,
    rounds: Annotated[
        int, typer.Option(min=2, help="Rounds against each opponent, an even number.")
    ] = 400,
    style: Annotated[
        Literal["flat", "stepwise"], typer.Option(help="The style of actions of a policy.")
    ] = "flat",
    ruleset: RulesetName = "standard",
    seed: Annotated[int, typer.Option(help="The seed of the deals.")] = 0,
    json: Json = False,
) -> None:
    """Measure an agent against named players.

    Each deal is played twice, with the seats swapped. Prints a row for docs/leaderboard.md: the
    share of the points in per cent, with its standard error, and how many rounds were stopped at
    the ply limit. A player that searches gets 400 samples a move, or what its name says, as in
    `jeweller@50samples`. A policy is a function of (observations, legal, counts) that returns an
    action for each row; its module is also looked for in the current folder.
    """
    if rounds % 2:
        raise typer.BadParameter(f"must be even, got {rounds}", param_hint="--rounds")
    opponents = tuple(against or LEADERBOARD_OPPONENTS)
    name, style = split_style(agent, style)
    options: dict[str, Any] = {"style": style, "ruleset": ruleset, "seed": seed}
    loaded = _load_agent(name)
    try:
        results = evaluate_all(loaded, opponents, rounds=rounds, **options)
    except Exception as error:
        if not is_policy(agent):
            raise
        refuse_failure(agent, error, "AGENT")
    if json:
        print_json(_summary(agent, opponents, results))
        return
    typer.echo(leaderboard_head(opponents))
    typer.echo(leaderboard_row(f"`{agent}`", results))
    if forfeited := sum(result.forfeited for result in results):
        typer.echo(f"{forfeited:,} rounds ended by an illegal action.", err=True)


def _load_agent(text: str) -> Agent:
    """The policy that MODULE:FUNCTION names, or the text itself: the name of a player."""
    return load_policy(text, "AGENT") if is_policy(text) else text


def _summary(
    agent: str, opponents: tuple[str, ...], results: list[Evaluation]
) -> dict[str, object]:
    return {
        "agent": agent,
        "score": mean_share(results),
        "results": [
            {
                "opponent": opponent,
                "rounds": result.rounds,
                "points": result.points,
                "share": result.share,
                "standard_error": result.standard_error,
                "rupees_ahead": result.rupees_ahead,
                "stopped": result.stopped,
                "forfeited": result.forfeited,
            }
            for opponent, result in zip(opponents, results, strict=True)
        ],
    }
