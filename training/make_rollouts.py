"""Make examples from rollouts: `python -m training.make_rollouts --count 300000`.

Writes blocks of examples of both rulesets in turn into a file, and goes on where an earlier run was
stopped. The seats are those of the levels and the network alone, so positions are of all strengths.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from jaipur.engine.traits import Handicap
from jaipur.players.levels import LEVELS
from training.measure import RULESETS
from training.rollouts import EXAMPLE_BYTES, make_examples

BLOCK = 500
HANDICAPS = (*(level.handicap for level in LEVELS[:-1]), Handicap())


def extend(path: Path, count: int, rollouts: int, block: int = BLOCK, first_seed: int = 1) -> int:
    """Add blocks to a file until it has so many examples; how many it has then."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    have = path.stat().st_size // EXAMPLE_BYTES
    with path.open("r+b") as file:
        file.truncate(have * EXAMPLE_BYTES)  # a run may have been stopped while it wrote
        file.seek(0, 2)
        while have < count:
            size = min(block, count - have)
            ruleset = RULESETS[have // block % len(RULESETS)]
            file.write(make_examples(size, rollouts, have + first_seed, HANDICAPS, ruleset))
            file.flush()
            have += size
    return have


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
    have = extend(options.out, options.count, options.rollouts, first_seed=options.first_seed)
    print(f"{have:,} examples")


if __name__ == "__main__":
    main()
