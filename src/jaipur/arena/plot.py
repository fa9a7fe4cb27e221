"""Ratings as a picture: a dot for each player and a bar for its interval."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final

from jaipur.arena.statistics import Estimate

__all__ = ["svg_plot", "text_plot"]

NamedRating = tuple[str, Estimate]

_ROW_PX, _LEFT_PX, _WIDTH_PX, _MARGIN_PX = 28, 200, 760, 24
_STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#333}"
    ".grid{stroke:#ddd}.bar{stroke:#b5541c;stroke-width:3}.dot{fill:#b5541c}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.grid{stroke:#444}"
    ".bar{stroke:#f0a35e}.dot{fill:#f0a35e}}"
)


def text_plot(rows: Sequence[NamedRating], width: int = 60) -> list[str]:
    """One line for each player and one for the axis, the names as wide as the longest."""
    ticks = _ticks(rows)
    names = max(len(name) for name, _ in rows)
    lines = [f"{name:<{names}}  {_bar(rating, ticks, width)}" for name, rating in rows]
    return [*lines, f"{'':<{names}}  {_axis(ticks, width)}"]


def svg_plot(rows: Sequence[NamedRating], title: str) -> str:
    """An SVG document in light or dark colours, as the reader prefers."""
    ticks = _ticks(rows)
    height = _MARGIN_PX * 3 + _ROW_PX * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH_PX} {height}" role="img" '
        f'aria-label="{escape(title)}">',
        f"<style>{_STYLE}</style>",
        f'<text x="{_MARGIN_PX}" y="{_MARGIN_PX}">{escape(title)}</text>',
    ]
    bottom = _MARGIN_PX * 2 + _ROW_PX * len(rows)
    for tick in ticks:
        x = _x(tick, ticks)
        parts.append(f'<line class="grid" x1="{x}" y1="{_MARGIN_PX + 10}" x2="{x}" y2="{bottom}"/>')
        parts.append(f'<text x="{x}" y="{bottom + 16}" text-anchor="middle">{tick:g}</text>')
    for number, (name, rating) in enumerate(rows):
        parts += _svg_row(name, rating, _MARGIN_PX * 2 + _ROW_PX * number, ticks)
    return "\n".join([*parts, "</svg>", ""])


def _svg_row(name: str, rating: Estimate, y: int, ticks: Sequence[float]) -> list[str]:
    low, dot, high = (_x(elo, ticks) for elo in (rating.low, rating.value, rating.high))
    shown = name if len(name) <= 26 else name[:25] + "…"
    return [
        f'<text x="{_LEFT_PX - 14}" y="{y + 4}" text-anchor="end">{escape(shown)}</text>',
        f'<line class="bar" x1="{low}" y1="{y}" x2="{high}" y2="{y}"/>',
        f'<circle class="dot" cx="{dot}" cy="{y}" r="5">'
        f"<title>{escape(name)}: {rating.value:.0f} ({rating.low:.0f} to {rating.high:.0f})</title>"
        "</circle>",
    ]


def _x(elo: float, ticks: Sequence[float]) -> float:
    part = (elo - ticks[0]) / (ticks[-1] - ticks[0])
    return round(_LEFT_PX + part * (_WIDTH_PX - _LEFT_PX - _MARGIN_PX), 1)


def _bar(rating: Estimate, ticks: Sequence[float], width: int) -> str:
    low, dot, high = (_column(elo, ticks, width) for elo in (rating.low, rating.value, rating.high))
    cells = [" "] * width
    cells[low : high + 1] = ["─"] * (high + 1 - low)
    cells[low], cells[high] = "├", "┤"
    cells[dot] = "●"
    return "".join(cells).rstrip()


def _axis(ticks: Sequence[float], width: int) -> str:
    """The numbers under their ticks; one that would touch the one before is left out."""
    line = ""
    for tick in ticks:
        text = f"{tick:g}"
        start = max(0, _column(tick, ticks, width) - len(text) // 2)
        if start == 0 or start > len(line):
            line = f"{line:<{start}}{text}"
    return line


def _column(elo: float, ticks: Sequence[float], width: int) -> int:
    return round((elo - ticks[0]) / (ticks[-1] - ticks[0]) * (width - 1))


def _ticks(rows: Sequence[NamedRating]) -> list[float]:
    """Round numbers from below the lowest end of an interval to above the highest."""
    low = min(rating.low for _, rating in rows)
    high = max(rating.high for _, rating in rows)
    rough = max(high - low, 1.0) / 6
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first, last = floor(low / step), ceil(high / step)
    return [number * step for number in range(first, max(last, first + 1) + 1)]
