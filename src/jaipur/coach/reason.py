"""A reason why a move lost: a code with its numbers, ready for words in any language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from jaipur.rules.cards import Good

__all__ = ["Reason", "ReasonCode"]


class ReasonCode(StrEnum):
    """What was wrong with a move, beside the best one. docs/reasons.md has each in words."""

    PRECIOUS_LEFT = "precious_left"
    """The best move takes precious goods; the other takes them now."""
    GOODS_LEFT = "goods_left"
    """The same with goods that are not precious."""
    GAVE_AWAY = "gave_away"
    """The exchange gives a good that the other takes at once."""
    FED_OTHER = "fed_other"
    """The other takes a good that it is known to hold already, given or left by the move."""
    TOP_TOKENS = "top_tokens"
    """The other makes the next sale of a good whose first tokens are worth the most."""
    KNOWN_CARDS = "known_cards"
    """The same, and the other is known to hold enough of the good for a sale."""
    SOLD_TOO_EARLY = "sold_too_early"
    """A larger sale of the same good would follow, and earn a larger bonus."""
    SOLD_TOO_FEW = "sold_too_few"
    """The best move sells more cards of the same good."""
    SOLD_TOO_LATE = "sold_too_late"
    """The best move sells a good that the other now sells first."""
    LARGER_SALE = "larger_sale"
    """The best move collects a good for a larger sale."""
    CAMELS_LEFT = "camels_left"
    """The best move takes the camels; now the other takes them."""
    CAMEL_TOKEN = "camel_token"
    """The best move takes the camels; now the other ends with the larger herd."""
    CAMELS_SPENT = "camels_spent"
    """The exchange gives camels that the larger herd needs."""
    CAMELS_NEEDED = "camels_needed"
    """The best move takes the camels and exchanges them for goods in the next move."""
    OTHER_FULL = "other_full"
    """The best move takes the camels while the other's hand is full, and takes new goods next."""
    CAMEL_MARKET = "camel_market"
    """The best move leaves a market of camels, which the other takes and so opens the market."""
    CAMELS_OPENED = "camels_opened"
    """The camels make room for new goods, and the other has the first choice of them."""
    RICH_MARKET = "rich_market"
    """The other meets a market in which it takes a precious good, or two goods, at once."""
    HAND_FULL = "hand_full"
    """The hand is full, and what the market offers next cannot be taken."""
    EXCHANGE_BETTER = "exchange_better"
    """A single take leaves goods to the other that an exchange takes."""
    TAKE_BETTER = "take_better"
    """The exchange gives goods that the other takes; a single take gives nothing."""
    THIRD_KIND = "third_kind"
    """The last kind of goods token that ends the round is nearly used up."""
    DECK_CLOCK = "deck_clock"
    """The deck is nearly empty, and the move changes how soon the round ends."""
    UNSOLD_CARDS = "unsold_cards"
    """The round ends before the mover has sold its goods."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """A fact that holds in the samples, and how much of the loss goes with it."""

    code: ReasonCode
    good: Good | None = None
    """The good that it is about, if it is about one."""
    numbers: Mapping[str, int]
    """Whole numbers of the position, by name; each code has its own."""
    played: float
    """In which share of the samples it happens after the played move."""
    best: float
    """In which share of the samples it happens after the best move."""
    error: float
    """The standard error of the difference of the two shares."""
    explains: float
    """What it is worth, in probability of the seal; it may be more than the move lost."""

    def to_dict(self) -> dict[str, Any]:
        """The reason as plain data, ready for JSON."""
        return {
            "code": self.code.value,
            "good": None if self.good is None else self.good.letter,
            "numbers": dict(self.numbers),
            "played": round(self.played, 4),
            "best": round(self.best, 4),
            "error": round(self.error, 4),
            "explains": round(self.explains, 4),
        }
