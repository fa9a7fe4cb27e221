"""Ratings as a picture: a dot for each player and a bar for its interval."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final

from jaipur.arena.statistics import Estimate

__all__ = ["svg_plot", "text_plot"]

Row = tuple[str, Estimate]

_ROW, _LEFT, _WIDTH, _MARGIN = 28, 200, 760, 24
_STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#333}"
    ".grid{stroke:#ddd}.bar{stroke:#b5541c;stroke-width:3}.dot{fill:#b5541c}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.grid{stroke:#444}"
    ".bar{stroke:#f0a35e}.dot{fill:#f0a35e}}"
)


def text_plot(rows: Sequence[Row], width: int = 60) -> list[str]:
    """One line for each player and one for the axis, the names as wide as the longest."""
    ticks = _ticks(rows)
    names = max(len(name) for name, _ in rows)
    lines = [f"{name:<{names}}  {_bar(rating, ticks, width)}" for name, rating in rows]
    return [*lines, f"{'':<{names}}  {_axis(ticks, width)}"]


def svg_plot(rows: Sequence[Row], title: str) -> str:
    """A drawing that stands alone and follows the reader's light or dark colours."""
    ticks = _ticks(rows)
    height = _MARGIN * 3 + _ROW * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'aria-label="{escape(title)}">',
        f"<style>{_STYLE}</style>",
        f'<text x="{_MARGIN}" y="{_MARGIN}">{escape(title)}</text>',
    ]
    bottom = _MARGIN * 2 + _ROW * len(rows)
    for tick in ticks:
        x = _x(tick, ticks)
        parts.append(f'<line class="grid" x1="{x}" y1="{_MARGIN + 10}" x2="{x}" y2="{bottom}"/>')
        parts.append(f'<text x="{x}" y="{bottom + 16}" text-anchor="middle">{tick:g}</text>')
    for number, (name, rating) in enumerate(rows):
        parts += _svg_row(name, rating, _MARGIN * 2 + _ROW * number, ticks)
    return "\n".join([*parts, "</svg>", ""])


def _svg_row(name: str, rating: Estimate, y: int, ticks: Sequence[float]) -> list[str]:
    low, dot, high = (_x(elo, ticks) for elo in (rating.low, rating.value, rating.high))
    shown = name if len(name) <= 26 else name[:25] + "…"
    return [
        f'<text x="{_LEFT - 14}" y="{y + 4}" text-anchor="end">{escape(shown)}</text>',
        f'<line class="bar" x1="{low}" y1="{y}" x2="{high}" y2="{y}"/>',
        f'<circle class="dot" cx="{dot}" cy="{y}" r="5">'
        f"<title>{escape(name)}: {rating.value:.0f} ({rating.low:.0f} to {rating.high:.0f})</title>"
        "</circle>",
    ]


def _x(elo: float, ticks: Sequence[float]) -> float:
    part = (elo - ticks[0]) / (ticks[-1] - ticks[0])
    return round(_LEFT + part * (_WIDTH - _LEFT - _MARGIN), 1)


def _bar(rating: Estimate, ticks: Sequence[float], width: int) -> str:
    low, dot, high = (_place(elo, ticks, width) for elo in (rating.low, rating.value, rating.high))
    cells = [" "] * width
    cells[low : high + 1] = ["─"] * (high + 1 - low)
    cells[low], cells[high] = "├", "┤"
    cells[dot] = "●"
    return "".join(cells).rstrip()


def _axis(ticks: Sequence[float], width: int) -> str:
    """The numbers under their places; one that would touch the last is left out."""
    line = ""
    for tick in ticks:
        text = f"{tick:g}"
        start = max(0, _place(tick, ticks, width) - len(text) // 2)
        if start == 0 or start > len(line):
            line = f"{line:<{start}}{text}"
    return line


def _place(elo: float, ticks: Sequence[float], width: int) -> int:
    return round((elo - ticks[0]) / (ticks[-1] - ticks[0]) * (width - 1))


def _ticks(rows: Sequence[Row]) -> list[float]:
    """Round numbers from below the lowest end of an interval to above the highest."""
    low = min(rating.low for _, rating in rows)
    high = max(rating.high for _, rating in rows)
    rough = max(high - low, 1.0) / 6
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first, last = floor(low / step), ceil(high / step)
    return [number * step for number in range(first, max(last, first + 1) + 1)]
