"""Fit the handicaps of the levels, so that each wins a given share against the one below.

    python -m training.fit_levels --step 275 --top 85

A new network makes all levels stronger, by different amounts. The mistakes of a level keep their
proportions; this finds, level by level from the top, the factor by which they make the next weaker
one lose by a step, and prints what to write into players/levels.py. The fourth level is put `--top`
Elo below the network alone; choose it so that the strongest level is a step above it. Rounds are
played inside the core, two for each deal, on both rulesets: a guide for choosing. Ratings are
measured in the arena (docs/strength.md).
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from dataclasses import asdict

from jaipur.engine.traits import Handicap
from jaipur.players.levels import LEVELS
from training.duels import duel_handicaps

NO_HANDICAP, RANDOM = Handicap(), Handicap(noise=1000.0)


def share(one: Handicap, other: Handicap, pairs: int) -> float:
    """The share of rounds that a handicap wins against another."""
    points = [
        point
        for ruleset in ("standard", "box")
        for point in duel_handicaps(one, other, pairs, 1, ruleset)
    ]
    return sum(points) / (4 * len(points))


def elo(part: float) -> float:
    """The Elo difference that a share of the points stands for."""
    if 0 < part < 1:
        return 400 * math.log10(part / (1 - part))
    return math.copysign(math.inf, part - 0.5)


def scaled(handicap: Handicap, factor: float) -> Handicap:
    """A handicap with mistakes so many times as large; it forgets as often as before."""
    larger = {name: round(factor * value, 3) for name, value in asdict(handicap).items()}
    return Handicap(**{**larger, "forgetting": handicap.forgetting})


def fitted(handicap: Handicap, other: Handicap, target: float, pairs: int) -> Handicap:
    """The handicap, scaled so that it loses by so many Elo; a larger one loses by more."""
    low, high = 0.0, 4.0
    for _ in range(10):
        middle = (low + high) / 2
        part = share(scaled(handicap, middle), other, pairs)
        low, high = (middle, high) if part > 1 / (1 + 10 ** (target / 400)) else (low, middle)
    return scaled(handicap, (low + high) / 2)


def lines(step: float, top: float, pairs: int) -> Iterator[str]:
    """The handicap of each level but the strongest, from strong to weak, and what it leads to."""
    other, target = NO_HANDICAP, top
    for level in reversed(LEVELS[:-1]):
        found = fitted(level.handicap, other, target, pairs)
        part = share(found, other, pairs)
        traits = ", ".join(f"{name}={value}" for name, value in asdict(found).items() if value)
        yield f"{level.name:8} {part:.1%} ({elo(part):+.0f} Elo) against the next: {traits}"
        other, target = found, step


def main() -> None:
    """Read the command line and fit the levels."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--step", type=float, default=275, help="Elo between two levels")
    parser.add_argument("--top", type=float, default=85, help="Elo of the fourth below one-ply")
    parser.add_argument("--pairs", type=int, default=1000, help="deals of each trial and ruleset")
    options = parser.parse_args()
    for line in lines(options.step, options.top, options.pairs):
        print(line, flush=True)


if __name__ == "__main__":
    main()
