"""The colours of the goods, and cards and tokens as text.

Colour is never the only cue: every card and every row of tokens has its letter, so that all of it
can be read without colour too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.text import Text

from jaipur.rules.cards import Card, Good
from jaipur.rules.picture import CARD_COLOURS

__all__ = [
    "CARD_WIDTH",
    "DIM",
    "SEAL",
    "TITLE",
    "backs",
    "cards_in_a_row",
    "chip",
    "chips",
    "dim",
    "pile",
    "seals",
    "token_bar",
]

DIM: Final = "dim"
TITLE: Final = "#f3e6d0 on #2d3a5e"
SEAL: Final = "#e0707b"
_BACK: Final = "#93a3cf on #2d3a5e"

CARD_WIDTH: Final = 9


def _style(card: Card, *, bold: bool = True) -> str:
    fill, ink = CARD_COLOURS[card]
    return f"{'bold ' if bold else ''}{ink} on {fill}"


def chip(card: Card, text: str | None = None) -> Text:
    """A card as its letter on its colour, three columns wide."""
    return Text.assemble((f" {text or card.letter} ", _style(card)))


def chips(cards: Iterable[Card], *, across: int = 24) -> Text:
    """Several cards as chips, in their order, so many on a line."""
    row = [chip(card) for card in cards]
    lines = [Text().join(row[start : start + across]) for start in range(0, len(row), across)]
    return Text("\n").join(lines)


def cards_in_a_row(cards: Iterable[Card], *, gap: int = 1) -> Text:
    """Cards face up, side by side: four lines, each card nine wide with letter and name."""
    return _side_by_side([_face(card, card.letter) for card in cards], gap)


def pile(card: Card, count: int | None) -> Text:
    """A pile of one kind as one card, with its number unless that is None."""
    label = card.letter if count is None else f"{card.letter} × {count}"
    return _side_by_side([_face(card, label)], 0)


def _face(card: Card, label: str) -> list[Text]:
    """Four lines on the card's colour; the outline keeps cards apart where there is no colour."""
    inner = CARD_WIDTH - 2
    edge = _style(card, bold=False)
    return [
        Text(f"╭{'─' * inner}╮", style=edge),
        Text.assemble(("│", edge), (label.ljust(inner), _style(card)), ("│", edge)),
        Text(f"│{str(card).ljust(inner)}│", style=edge),
        Text(f"╰{'─' * inner}╯", style=edge),
    ]


def _side_by_side(faces: Sequence[list[Text]], gap: int) -> Text:
    space = Text(" " * gap)
    rows = [space.join(lines) for lines in zip(*faces, strict=True)]
    return Text("\n", no_wrap=True).join(rows)


def backs(count: int) -> Text:
    """Cards face down, on one line."""
    return Text(" ").join([Text("░░", style=_BACK) for _ in range(count)])


def token_bar(good: Good, left: Sequence[int], all_values: Sequence[int]) -> Text:
    """The tokens of a good: a dot for each that is taken, then every value that is left."""
    taken = len(all_values) - len(left)
    values = " ".join(str(value) for value in left)
    return Text.assemble((" ·" * taken, DIM), (f" {values} " if left else "", _style(good)))


def seals(count: int, of: int = 2) -> Text:
    """Seals won as full circles, those still to win as empty ones."""
    return Text.assemble(("●" * count, f"bold {SEAL}"), ("○" * (of - count), DIM))


def dim(words: str) -> Text:
    """Words in a dim style."""
    return Text.assemble((words, DIM))
