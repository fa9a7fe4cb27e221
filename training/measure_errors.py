"""Measure whether stated errors are honest: `python -m training.measure_errors --positions 500`.

Each position is asked about twice, with different seeds. The difference of the two answers, over
their combined standard error, should have a standard deviation of 1: for the value of the best
move, for the value of one given move, and for the difference of two moves.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import hypot, sqrt
from random import Random

from jaipur.engine.analysis import analyse
from jaipur.engine.evaluation import MoveEvaluation, difference_error
from jaipur.engine.one_ply import choose_one_ply
from jaipur.engine.search import GROUPS, compare
from jaipur.rules.match import Match
from jaipur.rules.round import PLY_LIMIT
from jaipur.rules.view import View

_RESAMPLES = 1000
_SMALLEST_ERROR = 1e-9  # where the end is solved, both answers are the same


def positions(count: int, ruleset: str, seed: int = 0) -> Iterator[View]:
    """Views of the seat to move, one a round, from rounds of `one-ply` against itself."""
    rng = Random(seed)
    for number in range(count):
        round = Match.deal(seed=f"errors {seed} {number}", ruleset=ruleset, seals=1).round
        views = []
        while (turn := round.turn) is not None and round.ply < PLY_LIMIT:
            view = round.view(turn)
            views += [view] if len(view.moves) > 1 else []
            round = round.play(choose_one_ply(view)[0])
        yield rng.choice(views)


def repeated(view: View, samples: int, groups: int) -> dict[str, float]:
    """What two answers about a position differ by, in combined standard errors, by question."""
    first, second = (analyse(view, samples=samples, best=2, seed=seed) for seed in (1, 2))
    moves = [evaluation.move for evaluation in first]
    answers = []
    for seed in (3, 4):
        found = compare(view, moves, samples=samples, seed=seed, groups=groups)
        answers.append(sorted(found, key=lambda evaluation: moves.index(evaluation.move)))
    lost = [(two.win - one.win, error_of(one, two)) for one, two in answers]
    return {
        "best move": z(*((one.win, one.error) for one in (first[0], second[0]))),
        "given move": z(*((answer[0].win, answer[0].error) for answer in answers)),
        "difference": z(*lost),
    }


def error_of(one: MoveEvaluation, two: MoveEvaluation) -> float:
    """The error of the difference; with one group, as if the two were independent."""
    return difference_error(one, two) if len(one.group_wins) > 1 else hypot(one.error, two.error)


def z(one: tuple[float, float], other: tuple[float, float]) -> float:
    """The difference of two values over their combined error; 0 where nothing is uncertain."""
    error = hypot(one[1], other[1])
    return (one[0] - other[0]) / error if error > _SMALLEST_ERROR else 0.0


def deviation(found: Sequence[float]) -> float:
    """The standard deviation of z about 0, of positions in which something is uncertain."""
    used = [one for one in found if one]
    return sqrt(sum(one * one for one in used) / len(used)) if used else 0.0


def interval(found: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the deviation, by bootstrap."""
    rng = Random(1)
    again = sorted(deviation(rng.choices(found, k=len(found))) for _ in range(_RESAMPLES))
    return again[int(0.025 * _RESAMPLES)], again[int(0.975 * _RESAMPLES)]


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure whether stated errors are honest.")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--samples", type=int, default=2000, help="of each answer")
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--groups", type=int, default=GROUPS, help="of the second and third row")
    parser.add_argument("--seed", type=int, default=0, help="of the positions")
    options = parser.parse_args()
    views = positions(options.positions, options.ruleset, options.seed)
    found = [repeated(view, options.samples, options.groups) for view in views]
    for question in found[0]:
        zs = [one[question] for one in found]
        low, high = interval(zs)
        print(f"{question:10}  z {deviation(zs):.2f} ({low:.2f} to {high:.2f})")


if __name__ == "__main__":
    main()
