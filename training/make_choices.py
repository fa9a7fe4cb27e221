"""Make examples of whole decisions: `python -m training.make_choices --count 300000`.

Writes blocks of decisions of both rulesets in turn into a file, and goes on where an earlier run
was stopped. The seats are those of the stronger levels and, as often as all of them together, the
network alone. With `--weights` it is another network whose decisions are compared.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from jaipur.engine.network import Network, default_network
from jaipur.engine.traits import Handicap
from jaipur.players.levels import LEVELS
from training.choices import compare_choices
from training.example_files import extend
from training.rollouts import EXAMPLE_BYTES

MOVES = 6  # of each decision
HANDICAPS = (*(level.handicap for level in LEVELS[1:-1]), *[Handicap()] * 3)
RANDOM_SHARE = 0.1
CHOICE_BYTES = MOVES * EXAMPLE_BYTES


def main() -> None:
    """Read the command line and make examples."""
    parser = argparse.ArgumentParser(description="Make examples of whole decisions.")
    parser.add_argument("--count", type=int, default=300_000, help="decisions in all")
    parser.add_argument("--redeals", type=int, default=3, help="for each decision")
    parser.add_argument("--plies", type=int, default=8, help="before a redeal is valued")
    parser.add_argument("--first-seed", type=int, default=1, help="the next block has the next one")
    parser.add_argument("--weights", type=Path, help="the network; default: the shipped one")
    parser.add_argument("--out", type=Path, default=Path("build/choices/examples.bin"))
    options = parser.parse_args()
    network = Network(options.weights.read_bytes()) if options.weights else default_network()

    def compare(size: int, block: int, ruleset: str) -> bytes:
        seed = options.first_seed + block
        return compare_choices(
            size,
            MOVES,
            options.redeals,
            options.plies,
            seed,
            HANDICAPS,
            ruleset,
            network,
            RANDOM_SHARE,
        )

    print(f"{extend(options.out, options.count, CHOICE_BYTES, compare):,} decisions")


if __name__ == "__main__":
    main()
