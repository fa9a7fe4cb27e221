"""Measure the referee's network: `python -m training.measure_referee --rounds 2000`.

Prints by how much luck taken out of the results lowers their variance, in rounds that `one-ply`
plays against itself, and how well the network's probabilities agree with what happens.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import pvariance

from jaipur.engine.luck import SEAL_ONE, round_values
from jaipur.engine.one_ply import choose_one_ply
from jaipur.engine.referee import Referee, default_referee
from jaipur.rules.match import Match
from jaipur.rules.round import PLY_LIMIT, Round
from training.referee_learner import sample_values

BINS = 20
_RESAMPLES = 1000


def play(seed: int, ruleset: str) -> Round:
    """A round of `one-ply` against itself."""
    round = Match.deal(seed=seed, ruleset=ruleset, seals=1).round
    while (turn := round.turn) is not None and round.ply < PLY_LIMIT:
        round = round.play(choose_one_ply(round.view(turn))[0])
    return round


def adjusted(round: Round, referee: Referee) -> tuple[float, float]:
    """The result of a round for seat 0, and the same without its luck."""
    values = round_values(round, referee)
    luck = values.dealt.seal - SEAL_ONE // 2 + sum(ply.luck.seal for ply in values.plies)
    result = 0.5 if round.seal is None else 1.0 - round.seal
    return result, result - luck / SEAL_ONE


def variance_ratio(pairs: Sequence[tuple[float, float]]) -> float:
    """By how much the variance of results is larger than that of adjusted ones."""
    return pvariance(plain for plain, _ in pairs) / pvariance(without for _, without in pairs)


def interval(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The 95 % interval of the variance ratio, by bootstrap."""
    rng = Random(1)
    ratios = sorted(variance_ratio(rng.choices(pairs, k=len(pairs))) for _ in range(_RESAMPLES))
    return ratios[int(0.025 * _RESAMPLES)], ratios[int(0.975 * _RESAMPLES)]


def calibration(referee: Referee, rounds: int, ruleset: str) -> list[tuple[float, float, int]]:
    """For each bin of probability that was met: its mean, the mean result, and how many."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for value, result, _, _ in sample_values(referee, rounds, 1 << 41, ruleset):
        bins[min(BINS - 1, int(value * BINS))].append((value, result))
    return [
        (sum(v for v, _ in found) / len(found), sum(r for _, r in found) / len(found), len(found))
        for found in bins
        if found
    ]


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure the referee's network.")
    parser.add_argument("--rounds", type=int, default=2000, help="rounds for the variance")
    parser.add_argument("--positions", type=int, default=100_000, help="for the calibration")
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--weights", type=Path, help="another network than the shipped one")
    options = parser.parse_args()
    referee = Referee(options.weights.read_bytes()) if options.weights else default_referee()
    rounds = (play(seed, options.ruleset) for seed in range(options.rounds))
    pairs = [adjusted(round, referee) for round in rounds if round.is_over]
    low, high = interval(pairs)
    print(f"variance ratio {variance_ratio(pairs):.2f} ({low:.2f} to {high:.2f})")
    print("probability  result  positions")
    for value, result, count in calibration(referee, options.positions, options.ruleset):
        print(f"{value:11.1%} {result:7.1%} {count:10,}")


if __name__ == "__main__":
    main()
