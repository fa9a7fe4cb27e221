"""`jaipur deal`: a deal with all cards face up, and the bytes that it comes from."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer
from rich.table import Table as Grid
from rich.text import Text

from jaipur.cli.console import print_json, stdout_console
from jaipur.cli.options import Json, RulesetName, SeedText, read_seed
from jaipur.cli.style import DIM, chips
from jaipur.rules.cards import card_of
from jaipur.rules.deal import MOST_ROUNDS, deal_from, seed_bytes
from jaipur.rules.rulesets import get_ruleset

__all__ = ["EXAMPLE", "deal"]

EXAMPLE = "jaipur deal --seed 7 --round 2"
_LABEL_WIDTH: Final = 14


def deal(
    seed: SeedText = None,
    number: Annotated[
        int, typer.Option("--round", min=1, max=MOST_ROUNDS, help="Which round of the match.")
    ] = 1,
    ruleset: RulesetName = "standard",
    json: Json = False,
) -> None:
    """Show what a seed deals.

    That is starter, hands, market, draw pile and bonus piles. The lot for the starter counts in the
    first round only; later the loser of a round starts.
    """
    rules = get_ruleset(ruleset)
    bytes_ = seed_bytes(read_seed(seed))
    first, deck, bonus = deal_from(bytes_, number, rules)
    each = rules.deal_size
    laid_out = 2 * each + rules.market_size - rules.camels_laid_out
    data: dict[str, Any] = {
        "ruleset": rules.name,
        "seed": bytes_.hex(),
        "round": number,
        "first": first,
        "deck": deck,
        "hands": [deck[:each], deck[each : 2 * each]],
        "market": deck[2 * each : laid_out] + "K" * rules.camels_laid_out,
        "draw_pile": deck[laid_out:],
        "bonus": {str(size): list(values) for size, values in bonus.items()},
    }
    if json:
        print_json(data)
    else:
        _show(data)


def _show(data: dict[str, Any]) -> None:
    console = stdout_console()
    across = max(1, min(20, (console.width - _LABEL_WIDTH) // 3))

    def cards(letters: str) -> Text:
        return chips([card_of(letter) for letter in letters], across=across)

    sheet = Grid.grid(padding=(0, 2))
    sheet.add_column(style=DIM)
    sheet.add_column()
    sheet.add_row("round", f"{data['round']} of ruleset {data['ruleset']}")
    sheet.add_row("starter", f"seat {data['first']}")
    for seat in (0, 1):
        sheet.add_row(f"seat {seat}", cards(data["hands"][seat]))
    sheet.add_row("market", cards(data["market"]))
    sheet.add_row("draw pile", cards(data["draw_pile"]))
    for size, values in data["bonus"].items():
        sheet.add_row(f"bonus for {size}", " ".join(str(value) for value in values))
    console.print(sheet)
    console.print(f"seed  {data['seed']}", soft_wrap=True)
