"""The themes of mistakes: the reasons why moves lose, in a few groups."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from jaipur.coach.reason import ReasonCode

__all__ = ["MistakeTheme", "theme_of"]


class MistakeTheme(StrEnum):
    """What a mistake is about."""

    EARLY_SALE = "early_sale"
    """Sold too early, or too few at once."""
    LATE_SALE = "late_sale"
    """Sold too late: the other sells first."""
    GOODS_LEFT = "goods_left"
    """Goods left or given to the other."""
    EXCHANGE = "exchange"
    """A single take where an exchange is better, the other way round, or a full hand."""
    CAMELS = "camels"
    ROUND_END = "round_end"
    """The end of the round: the last kind of token, the deck, unsold goods."""
    UNEXPLAINED = "unexplained"
    """No reason was found."""


_CODES: Final = {
    MistakeTheme.EARLY_SALE: (
        ReasonCode.SOLD_TOO_EARLY,
        ReasonCode.SOLD_TOO_FEW,
        ReasonCode.LARGER_SALE,
    ),
    MistakeTheme.LATE_SALE: (
        ReasonCode.SOLD_TOO_LATE,
        ReasonCode.TOP_TOKENS,
        ReasonCode.KNOWN_CARDS,
    ),
    MistakeTheme.GOODS_LEFT: (
        ReasonCode.PRECIOUS_LEFT,
        ReasonCode.GOODS_LEFT,
        ReasonCode.GAVE_AWAY,
        ReasonCode.FED_OTHER,
        ReasonCode.RICH_MARKET,
    ),
    MistakeTheme.EXCHANGE: (
        ReasonCode.EXCHANGE_BETTER,
        ReasonCode.TAKE_BETTER,
        ReasonCode.HAND_FULL,
    ),
    MistakeTheme.CAMELS: (
        ReasonCode.CAMELS_LEFT,
        ReasonCode.CAMEL_TOKEN,
        ReasonCode.CAMELS_SPENT,
        ReasonCode.CAMELS_NEEDED,
        ReasonCode.OTHER_FULL,
        ReasonCode.CAMEL_MARKET,
        ReasonCode.CAMELS_OPENED,
    ),
    MistakeTheme.ROUND_END: (
        ReasonCode.THIRD_KIND,
        ReasonCode.DECK_CLOCK,
        ReasonCode.UNSOLD_CARDS,
    ),
}
_THEMES: Final = {code.value: theme for theme, codes in _CODES.items() for code in codes}


def theme_of(codes: Iterable[str]) -> MistakeTheme:
    """The theme of a move that lost, by the first of its reasons, which is the strongest."""
    first = next(iter(codes), None)
    return MistakeTheme.UNEXPLAINED if first is None else _THEMES[first]
