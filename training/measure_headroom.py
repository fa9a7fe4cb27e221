"""Measure what a better search would win: `python -m training.measure_headroom`.

Two searches decide the same positions: one with more samples or candidates, or one in which the
other seat's first reply is searched too. Where they differ, a third one judges the two moves in
new samples, which had no part in either choice. Most decisions are the same, so the mean gain is
known far more exactly than from rounds that are played out; but it is what the judge believes. A
gain for a decision times the decisions of a round is what a round gains at most, as long as gains
add up.
"""

from __future__ import annotations

import argparse
import time
from math import sqrt
from statistics import fmean, stdev

from jaipur.engine.search import Search, run_phases
from jaipur.rules.moves import Move
from jaipur.rules.view import View
from training.measure_early_stop import DECISIONS_A_ROUND, positions

WIDTH = 10  # candidates, as the levels have


def choice(view: View, samples: int, seed: int, reply_samples: int, width: int = WIDTH) -> Move:
    """The move of a search with so many samples; 0 for replies by the network."""
    search = Search(view, seed=seed, finish=True, reply_samples=reply_samples, width=width)
    if search.candidates > 1:
        run_phases(search, time.perf_counter(), None, samples)
    return search.evaluations()[0].move


def judged_gain(
    view: View, moves: tuple[Move, Move], samples: int, seed: int, reply_samples: int
) -> float:
    """What the second move wins more often than the first, in new samples."""
    search = Search(view, moves=moves, seed=seed, reply_samples=reply_samples)
    part = max(1, samples // 6)
    search.run(part, learn=True)
    search.adapt()
    search.run(2 * part)
    wins = {one.move: one.win for one in search.evaluations()}
    return wins[moves[1]] - wins[moves[0]]


def gains(options: argparse.Namespace) -> list[float]:
    """The gain of the second search in each position, 0 where both choose the same move."""
    found = []
    views = positions(options.positions, options.seed, options.ruleset)
    for number, view in enumerate(views):
        one = choice(view, options.first, 3 * number, 0)
        seed = 3 * number + (not options.same_deals)
        other = choice(view, options.second, seed, options.reply_samples, options.second_width)
        gain = 0.0
        if one != other:
            gain = judged_gain(
                view, (one, other), options.judge, 3 * number + 2, options.judge_reply_samples
            )
        found.append(gain)
    return found


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure what a better search would win.")
    parser.add_argument("--first", type=int, default=5000, help="samples of the first search")
    parser.add_argument("--second", type=int, default=20_000, help="samples of the second")
    parser.add_argument("--second-width", type=int, default=WIDTH, help="its candidates")
    parser.add_argument("--reply-samples", type=int, default=0, help="of each searched reply")
    parser.add_argument(
        "--same-deals", action="store_true", help="both searches meet the same deals"
    )
    parser.add_argument("--judge", type=int, default=20_000, help="samples of the judge")
    parser.add_argument("--judge-reply-samples", type=int, default=0)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = gains(options)
    gain, error = fmean(found), stdev(found) / sqrt(len(found))
    differ = sum(it != 0 for it in found) / len(found)
    print(f"{len(found)} positions, another move in {differ:.0%}")
    print(f"gain a decision {gain:.3%} ± {error:.3%} (standard error)")
    whole = DECISIONS_A_ROUND
    print(f"gain a round, {whole} decisions: {whole * gain:.2%} ± {whole * error:.2%}")


if __name__ == "__main__":
    main()
