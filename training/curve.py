"""The learning curve: a line of CSV for each measurement, and a picture of them."""

from __future__ import annotations

import csv
from dataclasses import asdict, dataclass, fields
from pathlib import Path

__all__ = ["Point", "draw", "read", "write"]

_WIDTH, _HEIGHT, _LEFT, _TOP = 760, 360, 60, 30


@dataclass(frozen=True, slots=True)
class Point:
    """One measurement of the network being learnt."""

    seconds: float
    rounds: int
    rate: float
    greedy: float
    """The share of rounds won against `greedy`, with the ends of its 95 % interval."""
    greedy_low: float
    greedy_high: float
    gate: float
    """The share of rounds won against the best network so far."""
    passed: int


def write(path: Path, points: list[Point]) -> None:
    """Write the curve as CSV."""
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.DictWriter(file, [field.name for field in fields(Point)])
        rows.writeheader()
        rows.writerows(asdict(point) for point in points)


def read(path: Path) -> list[Point]:
    """Read a curve that `write` wrote."""
    with path.open(newline="", encoding="utf-8") as file:
        return [_point(row) for row in csv.DictReader(file)]


def _point(row: dict[str, str]) -> Point:
    numbers = {name: float(value) for name, value in row.items()}
    whole = {"rounds": int(numbers.pop("rounds")), "passed": int(numbers.pop("passed"))}
    return Point(**whole, **numbers)  # type: ignore[arg-type]


def draw(points: list[Point]) -> str:
    """The share against `greedy` over the rounds played, as SVG."""
    most = max((point.rounds for point in points), default=1) or 1
    low = min(0.5, *(point.greedy_low for point in points)) if points else 0.5

    def x(rounds: int) -> float:
        return round(_LEFT + (_WIDTH - 2 * _LEFT) * rounds / most, 1)

    def y(share: float) -> float:
        return round(_TOP + (_HEIGHT - 2 * _TOP) * (1 - share) / (1 - low), 1)

    line = " ".join(f"{x(point.rounds)},{y(point.greedy)}" for point in points)
    upper = [f"{x(point.rounds)},{y(point.greedy_high)}" for point in points]
    lower = [f"{x(point.rounds)},{y(point.greedy_low)}" for point in reversed(points)]
    ticks = [low + (1 - low) * step / 4 for step in range(5)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        'aria-label="Share of rounds won against greedy while learning">',
        "<style>text{font:13px sans-serif;fill:#555}line{stroke:#ddd}</style>",
    ]
    for tick in ticks:
        parts.append(f'<line x1="{_LEFT}" y1="{y(tick)}" x2="{_WIDTH - _LEFT}" y2="{y(tick)}"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y(tick) + 4}" text-anchor="end">{tick:.0%}</text>')
    parts.append(f'<polygon points="{" ".join(upper + lower)}" fill="#1b655d" opacity="0.2"/>')
    parts.append(f'<polyline points="{line}" fill="none" stroke="#1b655d" stroke-width="2"/>')
    label = f"{most:,} rounds; share won against greedy, with its 95 % interval"
    parts.append(f'<text x="{_LEFT}" y="{_HEIGHT - 8}">{label}</text>')
    return "\n".join([*parts, "</svg>", ""])
