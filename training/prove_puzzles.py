"""Prove puzzles anew: `python -m training.prove_puzzles --ids s0001 b0002`, or `--all`.

Each puzzle is compared with every move that may be second, in samples with another seed than those
of the mining. Prints one line each: the margin of the best move, its standard error, the second
move. The exit code is 1 where a margin is below the limit.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Final

from jaipur.coach.puzzles import Puzzle, all_puzzles, find_puzzle, prove
from jaipur.coach.puzzles.proof import MIN_MARGIN, PROOF_SAMPLES

TOLERANCE: Final = 0.01
"""A margin just above the limit may be just below it in other samples."""


def main() -> None:
    """Read the command line, prove and print."""
    parser = argparse.ArgumentParser(description="Prove puzzles anew.")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--ids", nargs="+", help="such as s0001 b0002")
    which.add_argument("--all", action="store_true")
    parser.add_argument("--samples", type=int, default=PROOF_SAMPLES, help="for each puzzle")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    puzzles = all_puzzles() if options.all else chosen(parser, options.ids)
    failed = [it.id for it in puzzles if not proven(it, options.samples, options.seed)]
    least = MIN_MARGIN - TOLERANCE
    print(f"{len(puzzles) - len(failed)} of {len(puzzles)} with a margin of {least:.0%} at least")
    sys.exit(1 if failed else 0)


def chosen(parser: argparse.ArgumentParser, ids: Sequence[str]) -> list[Puzzle]:
    """The puzzles with these ids."""
    found = [find_puzzle(id) for id in ids]
    unknown = [id for id, puzzle in zip(ids, found, strict=True) if puzzle is None]
    if unknown:
        parser.error(f"an id must be that of a puzzle, such as s0001, got {unknown[0]!r}")
    return [puzzle for puzzle in found if puzzle is not None]


def proven(puzzle: Puzzle, samples: int, seed: int) -> bool:
    """Whether the best move is ahead by enough; prints by how much."""
    found = prove(puzzle, samples=samples, seed=seed)
    print(
        f"{puzzle.id} {found.best!s:12} {found.margin:7.2%} ± {found.error:.2%} "
        f"before {found.second}",
        flush=True,
    )
    return found.margin >= MIN_MARGIN - TOLERANCE


if __name__ == "__main__":
    main()
