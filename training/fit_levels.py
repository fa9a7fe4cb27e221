"""Fit the handicaps of the levels: noises that put neighbouring levels a number of Elo apart.

    python -m training.fit_levels --step 400 --top 135

A new network makes all levels stronger, by different amounts. This finds, level by level from the
top, the noise that makes the next weaker one lose by a step, and prints what to write into
players/levels.py. The fourth level is put `--top` Elo below the network alone; choose it so that
the strongest level is a step above. Rounds are played inside the core, two for each deal, on both
rulesets: a guide for choosing. Ratings are measured in the arena (docs/strength.md).
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from dataclasses import replace

from jaipur.players.levels import LEVELS, Level
from training.duels import duel_handicaps

Handicap = tuple[float, bool, int]

NO_HANDICAP, RANDOM = (0.0, False, 5), (1000.0, False, 5)


def share(level: Level, other: Handicap, pairs: int) -> float:
    """The share of rounds that a level wins against another handicap."""
    points = [
        point
        for ruleset in ("standard", "box")
        for point in duel_handicaps(level.handicap, other, pairs, 1, ruleset)
    ]
    return sum(points) / (4 * len(points))


def elo(part: float) -> float:
    """The Elo difference that a share of the points stands for."""
    if 0 < part < 1:
        return 400 * math.log10(part / (1 - part))
    return math.copysign(math.inf, part - 0.5)


def fitted(level: Level, other: Handicap, target: float, pairs: int) -> Level:
    """The level with the noise that loses by so many Elo; more noise loses by more."""
    low, high = 0.0, 8.0
    for _ in range(10):
        middle = (low + high) / 2
        part = share(replace(level, noise=middle), other, pairs)
        low, high = (middle, high) if part > 1 / (1 + 10 ** (target / 400)) else (low, middle)
    return replace(level, noise=round((low + high) / 2, 2))


def lines(step: float, top: float, pairs: int) -> Iterator[str]:
    """The noise of each level but the strongest, from strong to weak, and what it leads to."""
    other, target = NO_HANDICAP, top
    for level in reversed(LEVELS[:-1]):
        found = fitted(level, other, target, pairs)
        part, against_random = share(found, other, pairs), share(found, RANDOM, pairs)
        yield (
            f"{level.name:8} noise={found.noise:<5} "
            f"{elo(part):+5.0f} Elo against the next, {against_random:.1%} against random moves"
        )
        other, target = found.handicap, step


def main() -> None:
    """Read the command line and fit the levels."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--step", type=float, default=400, help="Elo between two levels")
    parser.add_argument("--top", type=float, default=135, help="Elo of the fourth below one-ply")
    parser.add_argument("--pairs", type=int, default=1000, help="deals of each trial and ruleset")
    options = parser.parse_args()
    for line in lines(options.step, options.top, options.pairs):
        print(line, flush=True)


if __name__ == "__main__":
    main()
