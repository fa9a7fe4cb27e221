"""Measure the dial: `python -m training.measure_dial`.

Between each two neighbours whose rating was measured, three ratings are asked for. The level at
such a rating plays both neighbours inside the core, and each of the two duels says how strong it
is; printed is their mean, on the scale of docs/strength.md. Above the network alone the dial
searches, which is for the arena to measure.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise
from math import log10
from statistics import fmean

from jaipur.engine.traits import Handicap
from jaipur.players.dial import level_at
from jaipur.players.levels import LEVELS, ratings
from training.duels import duel_handicaps

Stop = tuple[int, Handicap]
"""A measured rating, and the handicap that has it."""
PARTS = (0.25, 0.5, 0.75)


def stops(ruleset: str) -> list[Stop]:
    """The levels without a search and the network alone, the weakest first."""
    known = ratings()[ruleset]
    found = [(known[level.name], level.handicap) for level in LEVELS[:-1]]
    return [*found, (known["one-ply"], Handicap())]


def elo_between(one: Handicap, other: Handicap, deals: int, ruleset: str) -> float:
    """By how much the first is stronger, from two rounds for each deal."""
    share = fmean(duel_handicaps(one, other, deals, 1, ruleset)) / 4
    return 400 * log10(share / (1 - share))


def measured(ruleset: str, deals: int) -> Iterator[tuple[int, float]]:
    """Ratings that are asked for, each with the one that was measured."""
    for lower, upper in pairwise(stops(ruleset)):
        for part in PARTS:
            asked = round(lower[0] + part * (upper[0] - lower[0]))
            handicap = level_at(asked, ruleset).handicap
            yield (
                asked,
                fmean(
                    rating + elo_between(handicap, neighbour, deals, ruleset)
                    for rating, neighbour in (lower, upper)
                ),
            )


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure how strong the dial is.")
    parser.add_argument("--deals", type=int, default=1500, help="of each duel")
    options = parser.parse_args()
    for ruleset in ratings():
        found = list(measured(ruleset, options.deals))
        print(f"| asked for, `{ruleset}` | " + " | ".join(str(asked) for asked, _ in found) + " |")
        print("| measured | " + " | ".join(f"{rating:.0f}" for _, rating in found) + " |")


if __name__ == "__main__":
    main()
