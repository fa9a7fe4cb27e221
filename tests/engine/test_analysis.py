"""The analysis: fair, reproducible, and slow to call something a mistake."""

import subprocess
import sys

import pytest

import jaipur
from jaipur import Match, Move, Round
from jaipur.engine.analysis import MISTAKE_SIGMAS, JudgedMove, judge
from jaipur.engine.evaluation import MoveEvaluation
from jaipur.engine.grades import GRADE_BANDS, Grade, grade_of
from jaipur.players import make_player, play_match
from tests.builders import nearly_out_of_cards, play_round


def a_match(ruleset: str = "standard") -> Match:
    match = Match.deal(3, ruleset=ruleset)
    return play_match([make_player("greedy"), make_player("one-ply")], match)


def test_the_library_analyses_a_view(ruleset: str) -> None:
    view = Round.deal(seed=7, ruleset=ruleset).view(0)
    evaluations = jaipur.analyse(view, samples=600, best=3)
    assert len(evaluations) == 3
    assert all(isinstance(evaluation, jaipur.MoveEvaluation) for evaluation in evaluations)
    assert evaluations == jaipur.analyse(view, samples=600, best=3, threads=2)
    assert jaipur.analyse(view, milliseconds=20)


def test_a_single_legal_move_is_valued_too() -> None:
    table = Round.build(market="KKKKK", hands=("", "CCPPP"), herds=(6, 0))
    (evaluation,) = jaipur.analyse(table.view(0), samples=100)
    assert evaluation.samples > 0


def test_the_engine_is_loaded_on_first_use() -> None:
    program = (
        "import jaipur, sys\n"
        "assert not [name for name in sys.modules if name.startswith('jaipur.engine')]\n"
        "jaipur.analyse\n"
        "assert 'jaipur.engine.search' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
    with pytest.raises(AttributeError, match="nothing_of_that_name"):
        _ = jaipur.nothing_of_that_name


def test_every_decision_of_a_match_is_seen_by_its_mover() -> None:
    match = play_round(play_round(Match.deal(5), 1), 2)
    found = list(match.decisions())
    assert len(found) == sum(table.ply for table in match.rounds)
    for view, move in found:
        assert view.turn == view.seat
        assert move in view.moves
    assert [view.round for view, _ in found] == sorted(view.round or 0 for view, _ in found)


def test_a_move_that_wins_at_once_loses_nothing() -> None:
    # The deck is empty and seat 0 has all rupees: taking a card ends the round.
    found = judge(nearly_out_of_cards("").view(0), Move.parse("+D"), samples=400)
    assert (found.after, found.lost, found.is_mistake) == (1.0, 0.0, False)


def test_judging_the_best_move_finds_no_loss() -> None:
    match = a_match()
    for view, _ in list(match.decisions())[:30:6]:
        best = jaipur.analyse(view, samples=400)[0].move
        found = judge(view, best, samples=400)
        assert found.lost >= 0
        assert found.before == found.best.win
        assert found.before >= found.after


def test_selling_one_of_five_is_a_mistake() -> None:
    table = Round.build(market="CPLKK", hands=("LLLLL", "CCPPP"), herds=(1, 2))
    found = judge(table.view(0), Move.parse("$L1"), samples=1000)
    assert found.best.move is not found.played.move
    assert found.lost > max(MISTAKE_SIGMAS * found.error, GRADE_BANDS[1].at_least)
    assert found.is_mistake
    assert found.grade is grade_of(found.lost) is not Grade.FINE


def an_evaluation(win: float, error: float) -> MoveEvaluation:
    return MoveEvaluation(Move.parse("+D"), win, error, 100)


@pytest.mark.parametrize(
    ("lost", "error", "mistake"),
    [(0.04, 0.01, True), (0.02, 0.01, False), (0.0, 0.0, False), (0.001, 0.0, False)],
)
def test_a_difference_below_the_error_is_no_mistake(
    lost: float, error: float, mistake: bool
) -> None:
    best, played = an_evaluation(0.5, error), an_evaluation(0.5 - lost, error)
    found = JudgedMove(before=0.5, played=played, best=best, lost=lost, error=error)
    assert found.is_mistake is mistake
    assert (found.grade is not Grade.FINE) is mistake


@pytest.mark.parametrize(
    ("loss", "grade"),
    [
        (-0.01, Grade.FINE),
        (0.0, Grade.FINE),
        (0.0099, Grade.FINE),
        (0.01, Grade.INACCURACY),
        (0.0399, Grade.INACCURACY),
        (0.04, Grade.MISTAKE),
        (0.0999, Grade.MISTAKE),
        (0.1, Grade.BLUNDER),
        (1.0, Grade.BLUNDER),
    ],
)
def test_a_loss_has_the_grade_of_its_band(loss: float, grade: Grade) -> None:
    assert grade_of(loss) is grade


def test_every_grade_has_one_band_and_the_bands_rise() -> None:
    assert [band.grade for band in GRADE_BANDS] == list(Grade)
    limits = [band.at_least for band in GRADE_BANDS]
    assert limits == sorted(set(limits))


def test_judging_is_the_same_on_any_number_of_threads() -> None:
    view, move = list(a_match("box").decisions())[9]
    alone = judge(view, move, samples=300, seed=4)
    assert judge(view, move, samples=300, seed=4, threads=3) == alone


def test_what_is_wrong_is_refused() -> None:
    view = Round.deal(seed=7).view(0)
    with pytest.raises(ValueError, match="budget"):
        jaipur.analyse(view)
    with pytest.raises(ValueError, match="best must be at least 1, got 0"):
        jaipur.analyse(view, samples=10, best=0)
    with pytest.raises(ValueError, match="legal"):
        judge(view, Move.parse("+D"), samples=10)
