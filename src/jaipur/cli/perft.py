"""`jaipur perft`: how many ways the first plies of a deal can be played."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from jaipur.cli.console import print_json, stdout_console
from jaipur.cli.options import Json, RulesetName, SeedText, read_seed
from jaipur.rules.core.perft import perft as count
from jaipur.rules.round import Round

__all__ = ["EXAMPLE", "perft"]

EXAMPLE = "jaipur perft --seed 7 --depth 3"


def perft(
    depth: Annotated[int, typer.Option(min=1, max=20, help="How many plies deep.")] = 3,
    seed: SeedText = "7",
    ruleset: RulesetName = "standard",
    divide: Annotated[bool, typer.Option("--divide", help="Count below each first move.")] = False,
    json: Json = False,
) -> None:
    """Count the positions that the first plies of a deal lead to.

    Chance is as dealt, so each move leads to one position; a finished round is one leaf.
    """
    round_ = Round.deal(read_seed(seed), ruleset=ruleset)
    console = stdout_console()
    if divide:
        counts = _below(round_, depth)
        if json:
            print_json({"seed": seed, "ruleset": ruleset, "depth": depth, "divide": counts})
            return
        for move, count in counts.items():
            console.print(f"{move:<14}{count:>20,}")
        console.print(f"{'':<14}{sum(counts.values()):>20,}")
        return
    nodes: list[int] = []
    for plies in range(1, depth + 1):
        start = time.perf_counter()
        nodes.append(sum(_below(round_, plies).values()))
        if not json:
            seconds = time.perf_counter() - start
            console.print(f"depth {plies:>2}{nodes[-1]:>20,}{seconds:>10.3f} s")
    if json:
        print_json({"seed": seed, "ruleset": ruleset, "nodes": nodes})


def _below(round_: Round, depth: int) -> dict[str, int]:
    """The count under each first move: one call each, so that Ctrl-C is heard between them."""
    return {str(move): count(round_.play(move), depth - 1) for move in round_.legal_moves()}
