"""Compare a network with the shipped one inside the search: `python -m training.compare_networks`.

Both search the same positions with the same samples. Where they choose different moves, these are
judged in new samples that are played so far that the round is over, so that no network's values
have a part in it. Each network's moves look best where it plays on itself, so half of the samples
are played on by either. Most decisions are the same, so the mean gain is known more exactly than
from rounds that are played out. A gain for a decision times the decisions of a round is what a
round gains, as long as gains are small.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Final

from jaipur.engine.network import Network, default_network
from jaipur.engine.search import compare, think
from jaipur.rules.moves import Move
from jaipur.rules.round import PLY_LIMIT
from jaipur.rules.view import View
from training.measure_early_stop import DECISIONS_A_ROUND, positions

_REPORT_EVERY: Final = 250  # positions


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two networks that search, and with how many samples they do and are judged."""

    new: Network
    old: Network = field(default_factory=default_network)
    samples: int = 200
    judge_samples: int = 1000

    def gains(self, view: View, seed: int) -> tuple[float, float]:
        """By how much the new network's move wins more often, if the new or the old one plays on.

        Both are 0 where they choose the same move.
        """
        new, old = (
            think(view, samples=self.samples, seed=seed, network=network, stop_early=True)[0].move
            for network in (self.new, self.old)
        )
        if new == old:
            return 0.0, 0.0
        found = [self._gain(view, (new, old), seed + 1, judge) for judge in (self.new, self.old)]
        return found[0], found[1]

    def _gain(self, view: View, moves: tuple[Move, Move], seed: int, judge: Network) -> float:
        samples = self.judge_samples // 2
        found = compare(view, moves, samples=samples, seed=seed, depth=PLY_LIMIT, network=judge)
        wins = {it.move: it.win for it in found}
        return wins[moves[0]] - wins[moves[1]]


def summary(gains: list[tuple[float, float]]) -> str:
    """The mean gain of a round with its standard error, by either judge and by both."""
    differ = sum(it != (0.0, 0.0) for it in gains) / len(gains)
    parts = {
        "played on by the new network": [new for new, _ in gains],
        "by the old one": [old for _, old in gains],
        "by both": [(new + old) / 2 for new, old in gains],
    }
    texts = [f"{name} {a_round(found)}" for name, found in parts.items()]
    head = f"{len(gains):,} positions, another move in {differ:.1%}; gain a round: "
    return head + ", ".join(texts)


def a_round(gains: list[float]) -> str:
    """The gain of a round of so many decisions, and its standard error."""
    gain, error = fmean(gains), stdev(gains) / sqrt(len(gains))
    return f"{DECISIONS_A_ROUND * gain:+.2%} ± {DECISIONS_A_ROUND * error:.2%}"


def main() -> None:
    """Read the command line, measure and print, again and again while it goes on."""
    parser = argparse.ArgumentParser(description="Compare two networks inside the search.")
    parser.add_argument("weights", type=Path, help="of the network that is compared")
    parser.add_argument("--samples", type=int, default=200, help="of each search")
    parser.add_argument("--judge", type=int, default=1000, help="samples of the judge")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    network = Network(options.weights.read_bytes())
    comparison = Comparison(network, samples=options.samples, judge_samples=options.judge)
    gains: list[tuple[float, float]] = []
    for number, view in enumerate(positions(options.positions, options.seed, options.ruleset)):
        gains.append(comparison.gains(view, 2 * number))
        if len(gains) % _REPORT_EVERY == 0 or len(gains) == options.positions > 1:
            print(summary(gains), flush=True)


if __name__ == "__main__":
    main()
