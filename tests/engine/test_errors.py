"""Standard errors of evaluations: as large as what repeated questions differ by."""

from math import hypot, sqrt

import pytest

from jaipur import Round
from jaipur.engine.analysis import analyse, judge
from jaipur.engine.evaluation import MoveEvaluation, difference_error, standard_error
from jaipur.engine.search import GROUPS, Search, compare, think
from jaipur.rules.view import View
from tests.engine.positions import of_good_play


def views(count: int) -> list[View]:
    """Views from the middle of rounds, one a round."""
    tables = [of_good_play(seed) for seed in range(count)]
    chosen = [table[len(table) * (1 + seed % 3) // 5] for seed, table in enumerate(tables)]
    return [table.view(table.turn) for table in chosen]


def two(view: View, seed: int) -> tuple[MoveEvaluation, MoveEvaluation]:
    """The network's two best moves of a view, in that order, each in 300 samples."""
    moves = [evaluation.move for evaluation in Search(view, width=2).evaluations()]
    one, other = compare(view, moves, samples=600, seed=seed)
    return (one, other) if one.move == moves[0] else (other, one)


def deviation(found: list[float]) -> float:
    return sqrt(sum(z * z for z in found) / len(found))


def test_repeated_questions_differ_by_as_much_as_the_errors_say() -> None:
    """Of 40 positions; `training/measure_errors.py` asks about 500."""
    values, differences = [], []
    for view in views(40):
        best, again = (analyse(view, samples=1200, best=2, seed=seed)[0] for seed in (1, 2))
        values.append((best.win - again.win) / hypot(best.error, again.error))
        lost = [(one.win - other.win, difference_error(one, other)) for one, other in asked(view)]
        differences.append((lost[0][0] - lost[1][0]) / hypot(lost[0][1], lost[1][1]))
    assert 0.75 < deviation(values) < 1.25
    assert 0.75 < deviation(differences) < 1.25


def asked(view: View) -> list[tuple[MoveEvaluation, MoveEvaluation]]:
    """The same question about two moves, with two seeds."""
    return [two(view, seed) for seed in (1, 2)]


def test_moves_that_meet_the_same_cards_differ_by_less_than_their_errors_suggest() -> None:
    pairs = [two(view, 1) for view in views(6)]
    paired = sum(difference_error(one, other) for one, other in pairs)
    assert paired < sum(hypot(one.error, other.error) for one, other in pairs)


def test_a_judged_move_has_the_error_of_the_difference() -> None:
    table = Round.build(market="CPLKK", hands=("LLLLL", "CCPPP"), herds=(1, 2))
    view = table.view(0)
    worst = min(compare(view, view.moves, samples=800), key=lambda found: found.win).move
    found = judge(view, worst, samples=1000)
    assert found.error == difference_error(found.best, found.played)
    assert judge(view, found.best.move, samples=1000).error == 0


def test_the_error_is_that_of_the_mean_of_the_groups() -> None:
    assert standard_error([0.4, 0.5, 0.6]) == pytest.approx(0.1 / sqrt(3))
    assert standard_error([0.4]) == 0.5  # one group says nothing about its error
    found = think(Round.deal(seed=7).view(0), samples=2000, groups=GROUPS)[0]
    assert len(found.group_wins) == GROUPS
    assert found.error == standard_error(found.group_wins)
    assert sum(found.group_wins) / GROUPS == pytest.approx(found.win, abs=0.02)


def test_groups_are_the_same_on_any_number_of_threads() -> None:
    view = Round.deal(seed=7).view(0)
    alone = think(view, samples=900, keep=3, groups=5)
    assert think(view, samples=900, keep=3, groups=5, threads=3) == alone


def test_the_number_of_groups_is_limited() -> None:
    for groups in (0, GROUPS + 1):
        with pytest.raises(ValueError, match=f"groups must be 1 to {GROUPS}, got {groups}"):
            Search(Round.deal(seed=7).view(0), groups=groups)
