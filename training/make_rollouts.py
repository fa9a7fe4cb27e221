"""Make examples from rollouts: `python -m training.make_rollouts --count 300000`.

Writes blocks of examples of both rulesets in turn into a file, and goes on where an earlier run was
stopped. The seats are those of the levels and the network alone, so positions are of all strengths.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from jaipur.engine.traits import Handicap
from jaipur.players.levels import LEVELS
from training.example_files import BLOCK, extend
from training.rollouts import EXAMPLE_BYTES, make_examples

HANDICAPS = (*(level.handicap for level in LEVELS[:-1]), Handicap())


def main() -> None:
    """Read the command line and make examples."""
    parser = argparse.ArgumentParser(description="Make examples from rollouts.")
    parser.add_argument("--count", type=int, default=300_000, help="examples in all")
    parser.add_argument("--rollouts", type=int, default=100, help="for each example")
    parser.add_argument(
        "--first-seed", type=int, default=1, help="two files need seeds further apart than --count"
    )
    parser.add_argument("--out", type=Path, default=Path("build/rollouts/examples.bin"))
    options = parser.parse_args()

    def roll_out(size: int, block: int, ruleset: str) -> bytes:
        seed = options.first_seed + BLOCK * block
        return make_examples(size, options.rollouts, seed, HANDICAPS, ruleset)

    print(f"{extend(options.out, options.count, EXAMPLE_BYTES, roll_out):,} examples")


if __name__ == "__main__":
    main()
