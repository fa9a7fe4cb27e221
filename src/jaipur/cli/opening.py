"""`jaipur opening`: the best first moves of a market and a hand."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from jaipur.cli.console import stdout_console
from jaipur.coach.openings import Opening, find_opening
from jaipur.rules.deal import deal_from
from jaipur.rules.rulesets import get_ruleset

__all__ = ["EXAMPLE", "opening"]

EXAMPLE = "jaipur opening CP DSSSC"


def opening(
    market: Annotated[
        str | None,
        typer.Argument(help="The two cards beside the three camels, such as CP; or all five."),
    ] = None,
    hand: Annotated[
        str | None, typer.Argument(help="The five cards that you were dealt, such as DSSSK.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Show the opening of the round that this seed deals.")
    ] = None,
) -> None:
    """Show the best first moves of a market and a hand.

    Each has the probability of the seal for the starter, its error, and what it loses. Cards are
    letters: diamond D, gold G, silver S, cloth C, spice P, leather L, camel K. All first decisions
    of the standard ruleset were analysed once; this looks one up.
    """
    if seed is not None and market is None:
        market, hand = _dealt(seed)
    elif market is None or hand is None or seed is not None:
        raise typer.BadParameter("give a market and a hand, or --seed alone")
    try:
        found = find_opening(market, hand)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    _show(found)


def _dealt(seed: int) -> tuple[str, str]:
    """The market and the hand of the starter of the first round of a seed."""
    deal, size = deal_from(seed), get_ruleset("standard").deal_size
    return deal.deck[2 * size : 2 * size + 2], deal.deck[size * deal.first :][:size]


def _show(found: Opening) -> None:
    console = stdout_console()
    console.print(f"market {found.market}, dealt {found.hand}")
    table = Table("move", "in words", "seal", "loses", box=None, pad_edge=False)
    for move in found.moves:
        lost = "" if move is found.best else f"{found.lost(move):.1%}"
        table.add_row(
            str(move.move), move.move.describe(), f"{move.win:.1%} ± {move.error:.1%}", lost
        )
    console.print(table)
