"""How much of what a weaker player wins is luck: `python -m training.measure_upsets`.

Two players meet in rounds, and each round is split into luck (the deal, who begins, draws and bonus
tokens; docs/luck.md) and the rest. Luck has the mean zero over all rounds, but not over those that
the weaker player has won.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev

from jaipur.arena import Duel, Entrant, play_duel
from jaipur.arena.pair import Pair
from jaipur.players import Budget


@dataclass
class Upsets:
    """The luck of the first player in the rounds that it has won, and in the others."""

    won: list[float] = field(default_factory=list)
    lost: list[float] = field(default_factory=list)

    def add(self, pair: Pair) -> None:
        """Count the two rounds of a pair; a round without a seal counts as lost."""
        for outcome in pair.outcomes:
            luck = outcome.luck.deal + outcome.luck.draws + outcome.luck.bonus
            (self.won if outcome.points == 2 else self.lost).append(luck)

    def lines(self) -> list[str]:
        """What is printed."""
        rounds = len(self.won) + len(self.lost)
        lucky = sum(luck > 0 for luck in self.won)
        return [
            f"{len(self.won)} of {rounds} rounds won ({len(self.won) / rounds:.1%})",
            f"luck in those: {_mean(self.won)} of a seal; in the others {_mean(self.lost)}",
            f"won with luck against it: {len(self.won) - lucky} of all {rounds} rounds",
        ]


def _mean(numbers: list[float]) -> str:
    error = stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    return f"{fmean(numbers):+.2f} ± {error:.2f}" if numbers else "none"


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure the luck of the weaker player's wins.")
    parser.add_argument("weaker", nargs="?", default="one-ply")
    parser.add_argument("stronger", nargs="?", default="jeweller")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--seed", default="15")
    options = parser.parse_args()
    budget = Budget(samples=options.samples)
    entrants = (Entrant(options.weaker, budget), Entrant(options.stronger, budget))
    upsets = Upsets()
    play_duel(Duel(entrants, rounds=options.rounds, seed=options.seed), on_pair=upsets.add)
    print("\n".join(upsets.lines()))


if __name__ == "__main__":
    main()
