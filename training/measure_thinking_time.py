"""Measure how long the strongest level thinks: `python -m training.measure_thinking_time`.

The clock of the search is set to CPU time, so that other work on the machine does not count. Prints
the mean and quantiles of the CPU time of a move, with the budget that was asked for.
"""

from __future__ import annotations

import argparse
import time
from statistics import fmean, quantiles

from jaipur.players import Budget, make_player
from training.measure_early_stop import positions


def times(options: argparse.Namespace) -> list[float]:
    """The CPU time of each move, in milliseconds."""
    player = make_player("jeweller", options.seed, Budget(milliseconds=options.milliseconds))
    found = []
    for view in positions(options.positions, options.seed, options.ruleset):
        start = time.process_time()
        player.choose(view)
        found.append(1000 * (time.process_time() - start))
    return found


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure how long the strongest level thinks.")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--milliseconds", type=int, default=100, help="the budget of a move")
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    time.perf_counter = time.process_time  # the search looks at this clock
    found = times(options)
    parts = quantiles(found, n=100)
    shown = ", ".join(f"p{part} {parts[part - 1]:.0f}" for part in (10, 25, 50, 75, 90, 99))
    print(f"{len(found)} moves at {options.milliseconds} ms: mean {fmean(found):.0f} ms of CPU")
    print(f"{shown}, at most {max(found):.0f}")


if __name__ == "__main__":
    main()
