"""Analyse every first decision of a round: `python -m training.analyse_openings`.

There are 28 markets (three camels and two cards) and 462 hands of five cards. The search chooses
the best few moves, and these are compared in fresh samples, which had no part in the choice. How
many camels the other was dealt is public: the comparison is an average over none, one and two or
more, by how likely each is.
Rows go to a work file as they are found, and a second start goes on from there; `pack_openings`
puts them into the package. All of `standard` takes about 20 minutes of one core.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import comb, sqrt
from pathlib import Path
from typing import Any, Final

from jaipur.engine.search import GROUPS, compare, think
from jaipur.rules.cards import Cards
from jaipur.rules.round import Round
from jaipur.rules.rulesets import Ruleset, get_ruleset
from jaipur.rules.view import View

Row = dict[str, Any]

KINDS: Final = "DGSCPLK"
_WIDTH: Final = 20  # candidates of the search
_COMPARED: Final = 5  # moves that are compared in fresh samples
_MOST_CAMELS: Final = 2  # of the other; more are rare, and counted as so many
_SEED: Final = 2026


def openings(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """Every market and hand that can be dealt, as letters: the two dealt cards, and five."""
    laid_out = Cards("K" * rules.camels_laid_out)
    dealt = combinations_with_replacement(KINDS, rules.market_size - rules.camels_laid_out)
    hands = combinations_with_replacement(KINDS, rules.deal_size)
    for market, hand in product(map("".join, dealt), map("".join, hands)):
        if laid_out + Cards(market) + Cards(hand) <= rules.all_cards:
            yield market, hand


def opening_view(market: str, hand: str, herd: int, rules: Ruleset) -> View:
    """What the starter sees, where the other has so many camels."""
    laid_out = "K" * rules.camels_laid_out + market
    left = rules.all_cards - Cards(laid_out) - Cards(hand)
    # Any goods that are left will do for the other hand, which is not seen.
    round = Round.build(
        market=laid_out,
        hands=(hand.replace("K", ""), str(left.goods)[: rules.deal_size - herd]),
        herds=(hand.count("K"), herd),
        ruleset=rules,
    )
    return round.view(0)


def herd_weights(market: str, hand: str, rules: Ruleset) -> tuple[float, ...]:
    """How likely it is that the other was dealt no camel, one, and two or more."""
    unseen = rules.all_cards - Cards("K" * rules.camels_laid_out + market) - Cards(hand)
    camels, goods, size = unseen.camels, len(unseen.goods), rules.deal_size
    chances = [
        comb(camels, herd) * comb(goods, size - herd) / comb(camels + goods, size)
        for herd in range(_MOST_CAMELS)
    ]
    return (*chances, max(0.0, round(1 - sum(chances), 12)))


def analyse_opening(market: str, hand: str, rules: Ruleset, samples: int) -> Row:
    """The best moves of a first decision, with the probability of the seal and its error."""
    usual = opening_view(market, hand, 1, rules)
    found = think(usual, samples=samples, seed=_SEED, width=_WIDTH, keep=_COMPARED, groups=GROUPS)
    best = [evaluation.move for evaluation in found[:_COMPARED]]
    wins, errors = dict.fromkeys(best, 0.0), dict.fromkeys(best, 0.0)
    for herd, weight in enumerate(herd_weights(market, hand, rules)):
        if weight <= 0:  # so many camels are not left
            continue
        view = opening_view(market, hand, herd, rules)
        for it in compare(view, best, samples=samples, seed=_SEED + 1 + herd):
            wins[it.move] += weight * it.win
            errors[it.move] += (weight * it.error) ** 2
    ranked = sorted(best, key=lambda move: -wins[move])
    moves = [[str(it), round(wins[it], 4), round(sqrt(errors[it]), 4)] for it in ranked]
    return {"market": market, "hand": hand, "moves": moves}


def read_rows(path: Path) -> dict[tuple[str, str], Row]:
    """The rows of a work file, by market and hand."""
    if not path.exists():
        return {}
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {(row["market"], row["hand"]): row for row in rows}


def main() -> None:
    """Read the command line and analyse what the work file does not have yet."""
    parser = argparse.ArgumentParser(description="Analyse every first decision of a round.")
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--samples", type=int, default=1500, help="to choose, and to compare")
    parser.add_argument("--part", default="1/1", help="which part of all, such as 1/2")
    parser.add_argument("--file", type=Path, help="default: build/openings-RULESET.jsonl")
    options = parser.parse_args()
    rules = get_ruleset(options.ruleset)
    path = options.file or Path(f"build/openings-{options.ruleset}.jsonl")
    path.parent.mkdir(exist_ok=True)
    part, parts = map(int, options.part.split("/"))
    done = read_rows(path)
    with path.open("a", encoding="utf-8") as file:
        for market, hand in list(openings(rules))[part - 1 :: parts]:
            if (market, hand) not in done:
                row = analyse_opening(market, hand, rules, options.samples)
                file.write(json.dumps(row) + "\n")
                file.flush()


if __name__ == "__main__":
    main()
