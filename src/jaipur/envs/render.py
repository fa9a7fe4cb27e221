"""The table as an array of pixels, both hands open, for `render_mode="rgb_array"`.

Seat 1 above, seat 0 below, the market and the tokens left between them. A card shows its letter;
the number beside a hand is its rupees, on a camel the herd, on the dark card the deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from jaipur.rules.cards import LETTERS, Cards, Good
from jaipur.rules.round import Round

__all__ = ["HEIGHT", "WIDTH", "check_render_mode", "render_pixels"]

HEIGHT: Final = 320
WIDTH: Final = 480

_Colour = tuple[int, int, int]
_Pixels = NDArray[np.uint8]

_TABLE: Final = (38, 70, 60)
_DARK: Final = (30, 34, 40)
_INK: Final = (24, 20, 16)
_PAPER: Final = (245, 240, 225)
_COLOURS: Final[dict[str, _Colour]] = {
    "D": (214, 92, 98),
    "G": (232, 190, 74),
    "S": (190, 198, 206),
    "C": (150, 104, 176),
    "P": (120, 168, 88),
    "L": (176, 124, 82),
    "K": (222, 200, 160),
}
# Glyphs of five by seven pixels, one number a row; the highest of its five bits is on the left.
_FONT: Final = {
    "0": "0e 11 13 15 19 11 0e",
    "1": "04 0c 04 04 04 04 0e",
    "2": "0e 11 01 02 04 08 1f",
    "3": "1f 02 04 02 01 11 0e",
    "4": "02 06 0a 12 1f 02 02",
    "5": "1f 10 1e 01 01 11 0e",
    "6": "06 08 10 1e 11 11 0e",
    "7": "1f 01 02 04 08 08 08",
    "8": "0e 11 11 0e 11 11 0e",
    "9": "0e 11 11 0f 01 02 0c",
    "D": "1c 12 11 11 11 12 1c",
    "G": "0e 11 10 17 11 11 0f",
    "S": "0f 10 10 0e 01 01 1e",
    "C": "0e 11 10 10 10 11 0e",
    "P": "1e 11 11 1e 10 10 10",
    "L": "10 10 10 10 10 10 1f",
    "K": "11 12 14 18 14 12 11",
}
_GLYPHS: Final = {
    letter: np.array(
        [[(int(row, 16) >> bit) & 1 for bit in (4, 3, 2, 1, 0)] for row in rows.split()], np.bool_
    )
    for letter, rows in _FONT.items()
}


def check_render_mode(mode: str | None, metadata: Mapping[str, Any]) -> None:
    """Raise ValueError for a render mode that an environment does not have."""
    modes = metadata["render_modes"]
    if mode not in (None, *modes):
        raise ValueError(f"render_mode must be one of {', '.join(modes)} or None, got {mode!r}")


def render_pixels(round: Round) -> _Pixels:
    """The table of a round, 320 pixels high and 480 wide, in RGB."""
    pixels = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    pixels[:] = _TABLE
    _draw_seat(pixels, round, 1, 8)
    _draw_cards(pixels, round.market, 16, 76)
    _box(pixels, 280, 76, 40, 56, _DARK)
    _write(pixels, str(len(round.deck)), 286, 96, _PAPER, 2)
    _draw_tokens(pixels, round, 16, 142)
    _draw_seat(pixels, round, 0, 252)
    return pixels


def _draw_seat(pixels: _Pixels, round: Round, seat: int, top: int) -> None:
    if round.turn == seat:
        _box(pixels, 4, top, 6, 56, _PAPER)
    _draw_cards(pixels, round.hands[seat], 16, top)
    _box(pixels, 370, top, 40, 56, _COLOURS["K"])
    _write(pixels, str(round.herds[seat]), 378, top + 20, _INK, 2)
    _write(pixels, str(round.rupees[seat]), 420, top + 16, _PAPER, 3)


def _draw_cards(pixels: _Pixels, cards: Cards, left: int, top: int) -> None:
    for column, letter in enumerate(str(cards)):
        _box(pixels, left + 50 * column, top, 40, 56, _COLOURS[letter])
        _write(pixels, letter, left + 50 * column + 13, top + 18, _INK, 3)


def _draw_tokens(pixels: _Pixels, round: Round, left: int, top: int) -> None:
    for good in Good:
        row = top + 17 * good.index
        for column, value in enumerate(round.tokens[good]):
            _box(pixels, left + 26 * column, row, 22, 14, _COLOURS[LETTERS[good.index]])
            _write(pixels, str(value), left + 26 * column + 5, row + 3, _INK, 1)
    for pile, (size, tokens) in enumerate(round.bonus.items()):
        _box(pixels, 370, top + 34 * pile, 22, 22, _PAPER)
        _write(pixels, str(size), 376, top + 34 * pile + 4, _INK, 2)
        _write(pixels, str(len(tokens)), 402, top + 34 * pile + 4, _PAPER, 2)


def _box(pixels: _Pixels, left: int, top: int, width: int, height: int, colour: _Colour) -> None:
    pixels[top : top + height, left : left + width] = colour


def _write(pixels: _Pixels, text: str, left: int, top: int, colour: _Colour, scale: int) -> None:
    for index, letter in enumerate(text):
        glyph = _GLYPHS[letter].repeat(scale, 0).repeat(scale, 1)
        start = left + 6 * scale * index
        height, width = min(glyph.shape[0], HEIGHT - top), min(glyph.shape[1], WIDTH - start)
        pixels[top : top + height, start : start + width][glyph[:height, :width]] = colour
