"""The legal moves of a view: summed up in a few lines, or as a numbered list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.table import Table as Grid
from rich.text import Text

from jaipur.cli.style import DIM, dim
from jaipur.rules.cards import Good
from jaipur.rules.moves import Exchange, Move, Sell, Take, TakeCamels
from jaipur.rules.rulesets import get_ruleset
from jaipur.rules.view import View

__all__ = ["move_summary", "numbered_moves"]

_COLUMN_WIDTH = 19
_DOT = Text.assemble((" · ", DIM))


def move_summary(view: View) -> Grid:
    """Takes, camels, sales with what they earn, and how many exchanges there are."""
    takes = [Text(str(move)) for move in view.moves if isinstance(move, Take)]
    if TakeCamels() in view.moves:
        takes.append(Text(f"+K ({_camels(view.market.camels)})"))
    sales = [_sale(move, view) for move in view.moves if isinstance(move, Sell)]
    exchanges = [str(move) for move in view.moves if isinstance(move, Exchange)]
    lines = Grid.grid(padding=(0, 2, 0, 0))
    if takes:
        lines.add_row(dim("take"), _DOT.join(takes))
    if sales:
        lines.add_row(dim("sell"), _DOT.join(sales))
    if exchanges:
        count = "1 exchange" if len(exchanges) == 1 else f"{len(exchanges)} exchanges"
        lines.add_row(dim("swap"), Text(f"{count}: {_some(exchanges)}"))
    return lines


def _camels(count: int) -> str:
    return "1 camel" if count == 1 else f"{count} camels"


def _some(exchanges: Sequence[str]) -> str:
    shown = ", ".join(exchanges[:3])
    return shown if len(exchanges) <= 3 else f"{shown} … (moves lists all)"


def _sale(move: Sell, view: View) -> Text:
    """A sale and what it earns: the rupees of its tokens, and the range of its bonus."""
    assert isinstance(move.good, Good)
    ruleset = get_ruleset(view.ruleset)
    rupees = sum(view.tokens[move.good][: move.count])
    text = Text(f"{move} = {rupees}")
    pile = ruleset.bonus_for(move.count)
    if pile is not None and view.bonus[pile]:
        values = ruleset.bonus[pile]
        text.append(f" + {min(values)}–{max(values)}")
    return text


def numbered_moves(moves: Sequence[Move], width: int) -> Iterator[Text]:
    """Every move with the number that chooses it, in columns, by kind of move."""
    for title, kinds in (("take", (Take, TakeCamels)), ("sell", (Sell,)), ("swap", (Exchange,))):
        entries = [
            f"{number:>3} {move}".ljust(_COLUMN_WIDTH)
            for number, move in enumerate(moves, 1)
            if isinstance(move, kinds)
        ]
        if entries:
            yield Text(title, style=DIM)
            yield from _columns(entries, max(1, width // _COLUMN_WIDTH))


def _columns(entries: Sequence[str], across: int) -> Iterator[Text]:
    for start in range(0, len(entries), across):
        yield Text("".join(entries[start : start + across]).rstrip(), no_wrap=True)
