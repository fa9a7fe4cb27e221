"""Moves as people type them, in any case and any order.

`take diamond`, `camels`, `sell 3 leather`, `give leather camel take diamond gold`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from jaipur.errors import NotationError
from jaipur.rules.cards import CAMEL, Card, Cards, Good

__all__ = ["read_typed_move"]

_NAMES: Final[dict[str, Card]] = {
    **{str(card): card for card in (*Good, CAMEL)},
    **{f"{card}s": card for card in (*Good, CAMEL)},
}
_VERBS: Final = ("take", "give", "sell")
_FILLERS: Final = frozenset({"and", "the", "all", "a", "an", "card", "cards", "for", "of"})
_TOKEN: Final = re.compile(r"[^\s,;]+")


@dataclass(slots=True)
class _Item:
    """A verb, or a number of cards of one kind."""

    column: int
    verb: str = ""
    card: Card | None = None
    count: int | None = None


def read_typed_move(text: str) -> tuple[str, Cards, Cards, int]:
    """What is to be done, with what is taken, what is given or sold, and how many are sold.

    Step 1: each word is a verb, a number, a kind of card or a filler. A number belongs to the kind
    after it, or else to the kind before it: `3 leather`, `leather 3`.
    Step 2: cards belong to the verb before them; where the text ends with a verb, to the verb after
    them. Camels alone are taken.
    """
    items = _items(text)
    if items and not items[0].verb and items[-1].verb:
        items.reverse()
    said: dict[str, list[Card]] = {verb: [] for verb in _VERBS}
    verb = "take" if items and all(item.card is CAMEL for item in items) else ""
    for item in items:
        if item.card is None:
            verb = item.verb
        elif not verb:
            raise NotationError("A move says take, give or sell before a card", text, item.column)
        else:
            said[verb] += [item.card] * (item.count or 1)
    if said["sell"] and "all" in text.lower().split():
        raise NotationError("A sale says how many cards: sell 3 leather", text, 1)
    return _sense(text, said)


def _items(text: str) -> list[_Item]:
    items: list[_Item] = []
    number: _Item | None = None
    for match in _TOKEN.finditer(text):
        word, column = match.group().lower(), match.start() + 1
        if word in _NAMES:
            items.append(_Item(column, card=_NAMES[word], count=number.count if number else None))
            number = None
        elif word in _VERBS:
            _count_last(text, items, number)
            items.append(_Item(column, verb=word))
            number = None
        elif len(word) == 1 and word in "123456789":
            _count_last(text, items, number)
            number = _Item(column, count=int(word))
        elif word not in _FILLERS:
            raise NotationError(f"{match.group()!r} is not a word of a move", text, column)
    _count_last(text, items, number)
    return items


def _count_last(text: str, items: list[_Item], number: _Item | None) -> None:
    """Let a number that no kind follows count the kind before it."""
    if number is None:
        return
    if not items or items[-1].card is None or items[-1].count is not None:
        raise NotationError("A number stands beside the cards it counts", text, number.column)
    items[-1].count = number.count


def _sense(text: str, said: dict[str, list[Card]]) -> tuple[str, Cards, Cards, int]:
    end = len(text) + 1
    taken, given, sold = (Cards(said[verb]) for verb in _VERBS)
    if sold:
        if taken or given:
            raise NotationError("A sale takes and gives nothing else", text, end)
        if len(set(sold)) > 1:
            raise NotationError("A sale is of one good", text, end)
        if len(sold) > 9:
            raise NotationError("A sale has 1 to 9 cards", text, end)
        return "sell", taken, sold, len(sold)
    if not taken:
        raise NotationError("A move takes or sells a card", text, end)
    return "take", taken, given, 0
