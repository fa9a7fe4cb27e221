"""The drawing of a scene in the terminal: eighty columns wide, or a narrower stack of lines.

From the top: round and seals, the far side, market and tokens beside each other with the last moves
under the market, the near side. It draws what the scene holds and knows no rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from jaipur.cli.player_names import with_verb
from jaipur.cli.scene import Scene, Side
from jaipur.cli.style import (
    DIM,
    TITLE,
    backs,
    cards_in_a_row,
    chip,
    chips,
    dim,
    pile,
    seals,
    token_bar,
)
from jaipur.rules.cards import CAMEL, Good, card_of

__all__ = ["WIDTH", "TableDrawing"]

WIDTH: Final = 80
_MARKET_WIDTH: Final = 49
_OLDER_MOVES: Final = 2
_BULLET: Final = " · "


class TableDrawing:
    """A scene that Rich can print."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The wide drawing where it fits, the narrow one elsewhere."""
        if options.max_width >= WIDTH:
            yield from _wide(self.scene)
        else:
            yield from _narrow(self.scene, options.max_width)


def _wide(scene: Scene) -> Iterator[RenderableType]:
    yield _bar(_justified(_title(scene), _seals(scene), WIDTH - 2))
    yield from _far(scene)
    yield Text()
    middle = Grid.grid(padding=(0, 2, 0, 0))
    middle.add_column(width=_MARKET_WIDTH)
    middle.add_column(width=WIDTH - _MARKET_WIDTH - 2, no_wrap=True)
    middle.add_row(Group(*_market(scene)), Group(*_tokens_left(scene)))
    yield middle
    yield Text()
    yield from _near(scene)
    yield from _draw_pile(scene, WIDTH)


def _narrow(scene: Scene, width: int) -> Iterator[RenderableType]:
    yield _title(scene)
    yield _seals(scene)
    yield from _small_side(scene.far)
    yield Text("market ") + chips(scene.market)
    yield from _tokens_left(scene)
    yield from _small_side(scene.near)
    yield from _last_moves(scene, 0)
    yield from _draw_pile(scene, width)


def _justified(left: Text, right: Text, width: int) -> Text:
    gap = max(1, width - left.cell_len - right.cell_len)
    return left + Text(" " * gap) + right


def _bar(line: Text) -> Text:
    bar = Text(" ") + line + Text(" ")
    bar.stylize_before(TITLE)
    return bar


def _title(scene: Scene) -> Text:
    words = Text.assemble(("Jaipur", "bold"))
    if scene.round is not None:
        words.append(f"{_BULLET}round {scene.round}")
    words.append(f"{_BULLET}move {scene.ply + 1}" if scene.turn is not None else f"{_BULLET}over")
    words.append(f"{_BULLET}deck {scene.deck}")
    used_up = sum(1 for good in Good if scene.ruleset.tokens_of(good) and not scene.tokens[good])
    words.append(f"{_BULLET}{used_up} of {scene.ruleset.kinds_to_end} kinds used up")
    return words


def _cards(count: int) -> str:
    return f"{count} card" if count == 1 else f"{count} cards"


def _seals(scene: Scene) -> Text:
    if scene.seals is None:
        return Text()
    parts = [
        Text(f"{side.name} ") + seals(scene.seals[side.seat], scene.seals_to_win)
        for side in (scene.near, scene.far)
    ]
    return Text("  ").join(parts)


def _name(scene: Scene, side: Side) -> Text:
    marker = "▸ " if scene.turn == side.seat else "  "
    return Text.assemble((marker + side.name, "bold" if scene.turn == side.seat else ""))


def _far(scene: Scene) -> Iterator[RenderableType]:
    side = scene.far
    if side.hand is not None:
        yield _name(scene, side)
        yield _face_up(side)
    else:
        hand = backs(side.hand_size) + dim(f"  {_cards(side.hand_size)}")
        yield _justified(_name(scene, side) + Text("  ") + hand, _herd(side), WIDTH)
    yield Text("  ") + _tokens(side)


def _near(scene: Scene) -> Iterator[RenderableType]:
    yield _face_up(scene.near)
    yield _name(scene, scene.near) + Text("  ") + _tokens(scene.near)


def _face_up(side: Side) -> RenderableType:
    """Hand and herd as cards, the herd at the right edge: seven and one fill eighty columns."""
    row = Grid.grid(padding=0)
    row.add_column(width=WIDTH - 10, no_wrap=True)
    row.add_column(width=10, no_wrap=True, justify="right")
    hand = cards_in_a_row(side.hand) if side.hand else dim("\n  no goods in hand")
    herd = pile(CAMEL, side.herd) if side.has_camels else dim("\n no camels")
    row.add_row(hand, herd)
    return row


def _herd(side: Side) -> Text:
    if not side.has_camels:
        return dim("no camels")
    if side.herd is None:
        return dim("herd ") + chip(CAMEL)
    return dim("herd ") + chip(CAMEL, f"K × {side.herd}")


def _tokens(side: Side) -> Text:
    """The tokens of a side on one line, with the sum of the visible values."""
    parts = [
        chip(good, f"{good.letter} {' '.join(str(value) for value in values)}")
        for good, values in side.goods.items()
        if values
    ]
    line = Text.assemble((f"{side.rupees} rupees", "bold"))
    if parts:
        line += Text("  ") + Text(" ").join(parts)
    return line + _bonus_taken(side) + _known(side)


def _bonus_taken(side: Side) -> Text:
    if side.bonus is not None:
        values = [value for pile in side.bonus.values() for value in pile]
        words = " ".join(str(value) for value in values)
    else:
        words = ", ".join(
            f"for {size}" + (f" × {count}" if count > 1 else "")
            for size, count in side.bonus_counts.items()
            if count
        )
    return Text(f"  bonus {words}") if words else Text()


def _known(side: Side) -> Text:
    return dim(f"  holds {side.known}") if side.known else Text()


def _market(scene: Scene) -> Iterator[RenderableType]:
    yield cards_in_a_row(scene.market)
    yield Text()
    yield from _last_moves(scene, _OLDER_MOVES)


def _last_moves(scene: Scene, older: int) -> Iterator[RenderableType]:
    """The last move in words, as long as it takes, under a line for each of the older ones."""
    if not scene.history:
        yield dim(f"{with_verb(scene.side(scene.first).name, 'start')}.")
        return
    *before, last = _sentences(scene)[-older - 1 :]
    for line in before:
        line.stylize(DIM)
        line.truncate(_MARKET_WIDTH, overflow="ellipsis")
        yield line
    yield last


def _sentences(scene: Scene) -> list[Text]:
    lines = []
    for ply, (move, drawn) in enumerate(scene.history):
        name = scene.side((scene.first + ply) % 2).name
        laid_out = f" → {' '.join(drawn)}" if drawn else ""
        lines.append(Text.assemble(f"{name}: {move.describe()}", (laid_out, DIM)))
    return lines


def _tokens_left(scene: Scene) -> Iterator[RenderableType]:
    for good in Good:
        values = scene.ruleset.tokens_of(good)
        if values:
            label = Text(f"{good.letter} {good!s:<7}")
            yield label + token_bar(good, scene.tokens[good], values)
    for size, left in scene.bonus.items():
        yield _bonus_pile(scene, size, left)
    yield dim(f"most camels at the end: {scene.ruleset.camel_token}")


def _bonus_pile(scene: Scene, size: int, left: int) -> Text:
    more = "+" if size == max(scene.bonus) else " "
    label = Text(f"bonus for {size}{more} ")
    if size in scene.bonus_values:
        return label + Text(" ".join(str(value) for value in scene.bonus_values[size]))
    if not left:
        return label + dim("none left")
    values = scene.ruleset.bonus[size]
    return label + Text(f" {left} left, {min(values)}–{max(values)}")


def _draw_pile(scene: Scene, width: int) -> Iterator[RenderableType]:
    if scene.draw_pile:
        yield dim("the deck, top first")
        yield chips([card_of(letter) for letter in scene.draw_pile], across=max(1, width // 3))


def _small_side(side: Side) -> Iterator[RenderableType]:
    hand = backs(side.hand_size) if side.hand is None else chips(side.hand)
    yield Text.assemble((f"{side.name} ", "bold")) + hand + Text("  ") + _herd(side)
    yield _tokens(side)
