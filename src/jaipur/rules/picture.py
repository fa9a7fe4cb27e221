"""Pictures of cards, rounds, views and matches for notebooks: SVG, drawn without other libraries.

A round and a match are open, so both hands are face up. A view shows what its seat may know, and
nothing else: the picture is made from the view alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Final

from jaipur.rules.cards import CAMEL, Card, Cards, Good, card_of

if TYPE_CHECKING:
    from jaipur.rules.match import Match
    from jaipur.rules.round import Round
    from jaipur.rules.view import PublicSeat, View

__all__ = ["CARD_COLOURS", "INK", "PAPER", "draw_cards", "draw_match", "draw_round", "draw_view"]

INK: Final = "#2b1d16"
PAPER: Final = "#fbf3e4"
CARD_COLOURS: Final[dict[Card, tuple[str, str]]] = {
    Good.DIAMOND: ("#c9e9ec", INK),
    Good.GOLD: ("#e9bc3f", INK),
    Good.SILVER: ("#7f8d9b", INK),
    Good.CLOTH: ("#63357c", PAPER),
    Good.SPICE: ("#b8432a", PAPER),
    Good.LEATHER: ("#47291a", PAPER),
    CAMEL: ("#cb9c63", INK),
}
"""The colour of each kind of card, and of the letter on it."""

_BACK: Final = "#2d3a5e"
_WIDTH, _HEIGHT, _STEP, _LINE, _MARGIN = 30, 42, 34, 18, 12  # of a card, and of the page
_TABLE_WIDTH: Final = 560
_TOKENS_AT: Final = 392
_LONGEST_NAME: Final = 24
_ROUNDS_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class _Seat:
    """One seat as it is drawn: cards face up, then so many face down."""

    name: str
    cards: Cards
    hidden: int
    herd: int
    rupees: str


@dataclass(frozen=True, slots=True)
class _Table:
    """Everything that is drawn of a round or a view."""

    lines: tuple[str, ...]
    above: _Seat
    below: _Seat
    market: Cards
    deck: int
    tokens: Mapping[Good, Sequence[int]]
    bonus: Mapping[int, int]


def draw_cards(cards: Cards) -> str:
    """Cards in a row, as SVG."""
    width = 2 * _MARGIN + max(1, len(cards)) * _STEP
    return _svg(width, _HEIGHT + 2 * _MARGIN, str(cards) or "no cards", _row(cards, 0, _MARGIN))


def draw_round(round: Round) -> str:
    """A round with both hands open, as SVG."""
    return _draw(_round_table(round, ("seat 0", "seat 1")))


def draw_match(match: Match) -> str:
    """The score of a match and its latest round, both hands open, as SVG."""
    names = (_short(match.players[0]), _short(match.players[1]))
    state = f"over: {match.ended}" if match.ended else f"round {len(match.rounds)}"
    lines = [f"{names[0]} {match.seals[0]} – {match.seals[1]} {names[1]}, {state}"]
    over = [(number, one) for number, one in enumerate(match.rounds, 1) if one.is_over]
    for number, one in over[-_ROUNDS_SHOWN:]:
        seal = "no seal" if one.seal is None else f"seal to {names[one.seal]}"
        lines.append(f"round {number}: {one.rupees[0]} – {one.rupees[1]} rupees, {seal}")
    table = _round_table(match.round, names)
    return _draw(replace(table, lines=(*lines, *table.lines)))


def draw_view(view: View) -> str:
    """What a seat, or a spectator, may know, as SVG; hidden cards lie face down."""
    state = f"over by {view.over.end}" if view.over else f"{_seat_name(view.turn)} to move"
    who = "spectator" if view.seat is None else f"seat {view.seat}"
    seats = view.seats
    if view.you is not None and view.opponent is not None and view.seat is not None:
        rupees = sum(map(sum, view.you.goods.values())) + sum(map(sum, view.you.bonus.values()))
        below = _Seat("you", view.you.hand, 0, view.you.herd, f"{rupees} rupees")
        above = _public_seat("opponent", view.opponent)
        order = (view.seat, 1 - view.seat)
    else:
        assert seats is not None
        below, above = _public_seat("seat 0", seats[0]), _public_seat("seat 1", seats[1])
        order = (0, 1)
    if view.over is not None:
        below, above = (
            replace(
                seat,
                cards=view.over.hands[number],
                hidden=0,
                rupees=f"{view.over.rupees[number]} rupees",
            )
            for seat, number in zip((below, above), order, strict=True)
        )
    line = f"{view.ruleset}, view of {who}, ply {view.ply}, {state}"
    return _draw(
        _Table((line,), above, below, view.market, view.deck, view.tokens, dict(view.bonus))
    )


def _seat_name(seat: int | None) -> str:
    return "nobody" if seat is None else f"seat {seat}"


def _public_seat(name: str, seat: PublicSeat) -> _Seat:
    """A seat as others know it: its goods that must be in its hand, and the rest face down."""
    rupees = sum(map(sum, seat.goods.values()))
    drawn = sum(seat.bonus.values())
    bonus = f" + {drawn} bonus" if drawn else ""
    return _Seat(name, seat.known, seat.hand - len(seat.known), seat.herd, f"{rupees}{bonus}")


def _round_table(round: Round, names: tuple[str, str]) -> _Table:
    state = f"over by {round.end}" if round.is_over else f"{names[round.turn or 0]} to move"
    below, above = (
        _Seat(names[i], round.hands[i], 0, round.herds[i], f"{round.rupees[i]} rupees")
        for i in (0, 1)
    )
    bonus = {size: len(values) for size, values in round.bonus.items()}
    tokens = {good: left for good, left in round.tokens.items() if round.ruleset.tokens_of(good)}
    line = f"{round.ruleset.name}, ply {round.ply}, {state}"
    return _Table((line,), above, below, round.market, len(round.deck), tokens, bonus)


def _short(name: str) -> str:
    """A name that fits on a line, without characters that XML forbids."""
    clean = "".join(char if char.isprintable() else " " for char in name)
    return clean if len(clean) <= _LONGEST_NAME else clean[: _LONGEST_NAME - 1] + "…"


def _draw(table: _Table) -> str:
    parts = [_text(_MARGIN, _MARGIN + 12 + _LINE * i, line) for i, line in enumerate(table.lines)]
    top = _MARGIN + _LINE * len(table.lines) + 8
    pitch = _HEIGHT + _LINE + 12
    parts += _seat(table.above, top)
    parts += _market(table, top + pitch)
    parts += _seat(table.below, top + 2 * pitch)
    parts += _tokens(table, top)
    height = top + 3 * pitch
    return _svg(_TABLE_WIDTH, height, "; ".join(table.lines), parts)


def _seat(seat: _Seat, top: int) -> list[str]:
    camels = "1 camel" if seat.herd == 1 else f"{seat.herd} camels"
    parts = [_text(_MARGIN, top + 12, f"{seat.name}: {seat.rupees}, {camels}")]
    parts += _row(seat.cards, 0, top + _LINE)
    parts += [_back(len(seat.cards) + i, top + _LINE, "?") for i in range(seat.hidden)]
    return parts


def _market(table: _Table, top: int) -> list[str]:
    parts = [_text(_MARGIN, top + 12, f"market, {table.deck} in the deck")]
    parts += _row(table.market, 0, top + _LINE)
    if table.deck:
        parts.append(_back(len(table.market) + 1, top + _LINE, str(table.deck)))
    return parts


def _tokens(table: _Table, top: int) -> list[str]:
    parts = [_text(_TOKENS_AT, top + 12, "tokens")]
    for i, (good, values) in enumerate(table.tokens.items()):
        y = top + _LINE + 24 * i
        fill, ink = CARD_COLOURS[good]
        parts.append(_card_shape(_TOKENS_AT, y, 20, 20, fill, str(good)))
        parts.append(_text(_TOKENS_AT + 10, y + 14, good.letter, ink, "middle"))
        parts.append(_text(_TOKENS_AT + 28, y + 14, " ".join(map(str, values)) or "–"))
    below = top + _LINE + 24 * len(table.tokens) + 14
    for i, (size, count) in enumerate(table.bonus.items()):
        parts.append(_text(_TOKENS_AT, below + _LINE * i, f"bonus for {size}: {count} left"))
    return parts


def _row(cards: Cards, first: int, top: int) -> list[str]:
    """Cards face up, from a place in the row on."""
    parts = []
    for place, letter in enumerate(str(cards), first):
        card, x = card_of(letter), _MARGIN + place * _STEP
        fill, ink = CARD_COLOURS[card]
        parts.append(_card_shape(x, top, _WIDTH, _HEIGHT, fill, str(card)))
        parts.append(_text(x + _WIDTH // 2, top + 27, letter, ink, "middle"))
    return parts


def _back(place: int, top: int, label: str) -> str:
    x = _MARGIN + place * _STEP
    shape = _card_shape(x, top, _WIDTH, _HEIGHT, _BACK, "face down")
    return shape + _text(x + _WIDTH // 2, top + 27, label, PAPER, "middle")


def _card_shape(x: int, y: int, width: int, height: int, fill: str, title: str) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="4" fill="{fill}" '
        f'stroke="{INK}"><title>{escape(title)}</title></rect>'
    )


def _text(x: int, y: int, text: str, fill: str = INK, anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" fill="{fill}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(width: int, height: int, label: str, parts: Sequence[str]) -> str:
    """The parts on a sheet of paper, so that they can be read on dark pages too."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}" '
        'font-family="sans-serif" font-size="14">'
        f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>{"".join(parts)}</svg>'
    )
