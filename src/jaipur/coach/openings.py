"""The opening: the best moves of every first decision of a round, as the search has found them.

A first decision is a market of three camels and two cards, and a hand of five cards, its camels
among them. The file of the package has for each the best few moves with the probability of the
seal, an average over how many camels the other was dealt; docs/opening.md says how it was made.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import comb, prod
from typing import Any, Final

from jaipur.rules.cards import CAMEL, Cards, Good
from jaipur.rules.moves import Move
from jaipur.rules.rulesets import Ruleset, get_ruleset

__all__ = [
    "OPENING_RULESETS",
    "OPENING_UNIT",
    "Opening",
    "OpeningMove",
    "find_opening",
    "opening_probability",
    "openings",
]

OPENING_RULESETS: Final = ("standard",)
OPENING_UNIT: Final = 0.001  # of the seal, in the file


@dataclass(frozen=True, slots=True)
class OpeningMove:
    """A move of a first decision: the probability of the seal after it, and its standard error."""

    move: Move
    win: float
    error: float


@dataclass(frozen=True, slots=True)
class Opening:
    """A first decision with its best moves, best first."""

    market: Cards
    """The five cards of the market."""
    hand: Cards
    """The five cards that were dealt, camels among them."""
    moves: tuple[OpeningMove, ...]

    @property
    def best(self) -> OpeningMove:
        """The best move."""
        return self.moves[0]

    @property
    def win(self) -> float:
        """The probability of the seal with the best move."""
        return self.best.win

    @property
    def margin(self) -> float | None:
        """What the second-best move loses; None where there is only one."""
        return self.lost(self.moves[1]) if len(self.moves) > 1 else None

    def lost(self, move: OpeningMove) -> float:
        """What one of the moves loses against the best."""
        return self.best.win - move.win


def find_opening(market: str | Cards, hand: str | Cards, ruleset: str = "standard") -> Opening:
    """The first decision with this market and hand.

    The market is five cards, three of them camels, or only the other two.

    Raises:
        ValueError: The cards cannot be dealt so, or the package has no file for the ruleset.
    """
    rules = get_ruleset(_known(ruleset))
    laid_out = Cards({CAMEL: rules.camels_laid_out})
    table, dealt = Cards(market), Cards(hand)
    if len(table) == rules.market_size - rules.camels_laid_out:
        table = table + laid_out
    if len(table) != rules.market_size or not laid_out <= table:
        raise ValueError(
            f"the market must be {rules.market_size} cards with at least "
            f"{rules.camels_laid_out} camels, or the others alone, got {str(market)!r}"
        )
    if len(dealt) != rules.deal_size:
        raise ValueError(f"the hand must be {rules.deal_size} cards, got {str(hand)!r}")
    if not table + dealt <= rules.all_cards:
        raise ValueError(f"the box does not have all of {table + dealt}")
    drawn = str(table - laid_out)
    return _opening(drawn, str(dealt), _table(ruleset)[drawn][str(dealt)], rules)


def openings(ruleset: str = "standard") -> Iterator[Opening]:
    """Every first decision, in the order of the cards' letters."""
    rules = get_ruleset(_known(ruleset))
    for market, hands in _table(ruleset).items():
        for hand, moves in hands.items():
            yield _opening(market, hand, moves, rules)


def opening_probability(opening: Opening, ruleset: str = "standard") -> float:
    """How likely it is that this market and hand are dealt to the starter."""
    rules = get_ruleset(_known(ruleset))
    laid_out = Cards({CAMEL: rules.camels_laid_out})
    left, market = rules.all_cards - laid_out, opening.market - laid_out
    chance_of_market = _ways(market, left) / comb(len(left), len(market))
    left -= market
    return chance_of_market * _ways(opening.hand, left) / comb(len(left), len(opening.hand))


def _ways(drawn: Cards, box: Cards) -> int:
    """In how many ways these cards can be drawn from a box."""
    return prod(comb(box[kind], drawn[kind]) for kind in (*Good, CAMEL))


def _known(ruleset: str) -> str:
    if ruleset not in OPENING_RULESETS:
        allowed = ", ".join(OPENING_RULESETS)
        raise ValueError(f"the ruleset must be one of {allowed}, got {ruleset!r}")
    return ruleset


@cache
def _table(ruleset: str) -> dict[str, dict[str, list[Any]]]:
    """The file of a ruleset: by market and by hand, the moves with win and error."""
    file = files("jaipur.coach").joinpath("opening_files", f"{ruleset}.json.gz")
    table: dict[str, dict[str, list[Any]]] = json.loads(gzip.decompress(file.read_bytes()))
    return table


def _opening(market: str, hand: str, moves: list[Any], rules: Ruleset) -> Opening:
    read = tuple(
        OpeningMove(Move.parse(text), win * OPENING_UNIT, error * OPENING_UNIT)
        for text, win, error in moves
    )
    return Opening(Cards(market) + Cards({CAMEL: rules.camels_laid_out}), Cards(hand), read)
