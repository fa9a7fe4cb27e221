"""Reasons as English sentences, for the terminal; other languages take the codes and numbers."""

from __future__ import annotations

from typing import Final

from jaipur.coach.reason import Reason, ReasonCode
from jaipur.rules.cards import CAMEL, Card, Good

__all__ = ["describe"]

_BOTH: Final = "in {played} of the samples, in {best} after the best move."
_LEAVES: Final = f"It leaves {{cards}} in the market: the other takes {{kind}} next {_BOTH}"
_SENTENCES: Final = {
    ReasonCode.PRECIOUS_LEFT: _LEAVES,
    ReasonCode.GOODS_LEFT: _LEAVES,
    ReasonCode.GAVE_AWAY: (
        f"It puts {{cards}} into the market: the other takes {{kind}} next {_BOTH}"
    ),
    ReasonCode.FED_OTHER: (
        f"It {{offers}} the market: the other, known to hold {{known}}, takes {{kind}} next {_BOTH}"
    ),
    ReasonCode.TOP_TOKENS: (
        f"The other makes the next sale of {{kind}}, with the {{top}}-rupee token on top, {_BOTH}"
    ),
    ReasonCode.KNOWN_CARDS: (
        f"The other is known to hold {{known}} and makes the next sale of {{kind}} {_BOTH}"
    ),
    ReasonCode.SOLD_TOO_EARLY: (
        "The sale of {sold} is too early: after the best move {size} cards or more are sold "
        "at once in {best} of the samples."
    ),
    ReasonCode.SOLD_TOO_FEW: "The best move sells {cards} at once, not {sold}.",
    ReasonCode.SOLD_TOO_LATE: (
        "The best move sells {cards} now: after the played move the other sells {kind} first "
        "in {played} of the samples."
    ),
    ReasonCode.LARGER_SALE: f"The next sale of {{kind}} has {{size}} cards or more {_BOTH}",
    ReasonCode.CAMELS_LEFT: (
        f"It leaves {{camels}} in the market: the other takes camels next {_BOTH}"
    ),
    ReasonCode.CAMEL_TOKEN: (
        f"It leaves {{camels}} in the market: the other ends with the larger herd {_BOTH}"
    ),
    ReasonCode.CAMELS_SPENT: f"It gives {{camels}}: the other ends with the larger herd {_BOTH}",
    ReasonCode.CAMELS_NEEDED: (
        f"The herd needs the {{camels}}: the next move takes two goods or more {_BOTH}"
    ),
    ReasonCode.OTHER_FULL: (
        "The other's hand is full, a good time to take the camels: the next move takes two goods "
        f"or more {_BOTH}"
    ),
    ReasonCode.CAMEL_MARKET: (
        "The best move leaves a market with {camels}: the other takes camels next, and so lays out "
        f"new cards, {_BOTH}"
    ),
    ReasonCode.CAMELS_OPENED: (
        "Taking {camels} lays out as many new cards: the other takes a precious one, or two, next "
        f"{_BOTH}"
    ),
    ReasonCode.RICH_MARKET: f"The other takes a precious good, or two goods, next {_BOTH}",
    ReasonCode.HAND_FULL: (
        f"The hand is full: the next move takes a precious good, or two goods, {_BOTH}"
    ),
    ReasonCode.EXCHANGE_BETTER: (
        "A single take leaves goods that the exchange takes: the other takes some of them next "
        f"{_BOTH}"
    ),
    ReasonCode.TAKE_BETTER: (
        "The exchange gives goods that the single take keeps: the other takes some of them next "
        f"{_BOTH}"
    ),
    ReasonCode.THIRD_KIND: (
        "{lead}, with {tokens} left of the kind that would end the round: it ends by tokens "
        f"{_BOTH}"
    ),
    ReasonCode.DECK_CLOCK: (
        f"{{lead}}, with {{deck}} left in the deck: the round ends within {{plies}} moves {_BOTH}"
    ),
    ReasonCode.UNSOLD_CARDS: f"At the end {{count}} goods or more are not sold {_BOTH}",
}


def describe(reason: Reason) -> str:
    """The reason as an English sentence; `it` is the played move."""
    numbers, good = reason.numbers, reason.good
    words: dict[str, object] = dict(numbers)
    if good is not None:
        words["kind"] = _plural(good)
        words["cards"] = _counted(good, numbers.get("count", 0))
        words["known"] = _counted(good, numbers.get("known", 0))
        given = numbers.get("given", 0)
        words["offers"] = f"puts {words['cards']} into" if given else f"leaves {words['cards']} in"
        if reason.code is ReasonCode.SOLD_TOO_EARLY:
            words["sold"] = _counted(good, numbers["sold"])
    if "camels" in numbers:
        words["camels"] = _counted(CAMEL, numbers["camels"])
    if "lead" in numbers:
        words["lead"] = _lead(numbers["lead"])
    for name, noun in (("tokens", "token"), ("deck", "card")):
        if name in numbers:
            words[name] = f"{numbers[name]} {noun}{'s' * (numbers[name] != 1)}"
    return _SENTENCES[reason.code].format(
        **words, played=f"{reason.played:.0%}", best=f"{reason.best:.0%}"
    )


def _lead(lead: int) -> str:
    if not lead:
        return "Level"
    return f"{'Ahead' if lead > 0 else 'Behind'} by about {abs(lead)} rupees"


def _plural(card: Card) -> str:
    """The kind in general; only diamonds and camels have a plural."""
    return f"{card}s" if card in (Good.DIAMOND, CAMEL) else str(card)


def _counted(card: Card, count: int) -> str:
    return f"{count} {card if count == 1 else _plural(card)}"
