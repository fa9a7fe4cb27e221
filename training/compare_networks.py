"""Compare a network with the shipped one inside the search: `python -m training.compare_networks`.

Both search the same positions with the same samples. Where they choose different moves, these are
judged in new samples that are played so far that the round is over, so that no network's values
have a part in it; the network of `--judge-weights` only chooses the moves. Most decisions are the
same, so the mean gain is known far more exactly than from rounds that are played out. A gain for a
decision times the decisions of a round is what a round gains, as long as gains are small.
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
from jaipur.rules.round import PLY_LIMIT
from jaipur.rules.view import View
from training.measure_early_stop import DECISIONS_A_ROUND, positions

_REPORT_EVERY: Final = 250  # positions


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two networks that search, and who judges them."""

    new: Network
    old: Network = field(default_factory=default_network)
    judge: Network = field(default_factory=default_network)
    samples: int = 200
    judge_samples: int = 2000

    def gain(self, view: View, seed: int) -> float:
        """By how much the new network's move wins more often; 0 where both choose the same."""
        new, old = (
            think(view, samples=self.samples, seed=seed, network=network, stop_early=True)[0].move
            for network in (self.new, self.old)
        )
        if new == old:
            return 0.0
        found = compare(
            view,
            (new, old),
            samples=self.judge_samples,
            seed=seed + 1,
            depth=PLY_LIMIT,
            network=self.judge,
        )
        wins = {it.move: it.win for it in found}
        return wins[new] - wins[old]


def summary(gains: list[float]) -> str:
    """The mean gain of a decision and of a round, with standard errors."""
    gain, error = fmean(gains), stdev(gains) / sqrt(len(gains))
    differ = sum(it != 0 for it in gains) / len(gains)
    whole = DECISIONS_A_ROUND
    return (
        f"{len(gains):,} positions, another move in {differ:.1%}; "
        f"gain a decision {gain:+.3%} ± {error:.3%}, "
        f"a round of {whole} {whole * gain:+.2%} ± {whole * error:.2%}"
    )


def main() -> None:
    """Read the command line, measure and print, again and again while it goes on."""
    parser = argparse.ArgumentParser(description="Compare two networks inside the search.")
    parser.add_argument("weights", type=Path, help="of the network that is compared")
    parser.add_argument("--samples", type=int, default=200, help="of each search")
    parser.add_argument("--judge", type=int, default=2000, help="samples of the judge")
    parser.add_argument("--judge-weights", type=Path, help="default: the shipped ones")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    judge = default_network()
    if options.judge_weights:
        judge = Network(options.judge_weights.read_bytes())
    comparison = Comparison(
        Network(options.weights.read_bytes()),
        judge=judge,
        samples=options.samples,
        judge_samples=options.judge,
    )
    gains: list[float] = []
    for number, view in enumerate(positions(options.positions, options.seed, options.ruleset)):
        gains.append(comparison.gain(view, 2 * number))
        if len(gains) % _REPORT_EVERY == 0 or len(gains) == options.positions > 1:
            print(summary(gains), flush=True)


if __name__ == "__main__":
    main()
