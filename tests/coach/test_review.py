"""A review: every move judged from its mover's view, and summaries that add up."""

from random import Random

import pytest

import jaipur
from jaipur import Match
from jaipur.coach.accuracy import Accuracy, accuracy_of
from jaipur.coach.ledger import LineKind, sum_of
from jaipur.coach.match_values import MATCH_ONE
from jaipur.coach.review import Review, review
from jaipur.coach.reviewed_move import Phase
from jaipur.coach.summary import Part
from jaipur.engine.analysis import judge
from jaipur.engine.grades import Grade
from jaipur.engine.luck import SEAL_ONE
from jaipur.engine.one_ply import choose_one_ply
from jaipur.engine.search import think
from tests.coach.matches import a_match, ended, golden, with_seats_swapped

SAMPLES = 48


@pytest.fixture(scope="module")
def match() -> Match:
    return a_match(3, noise=0.2, seals=1)


@pytest.fixture(scope="module")
def found(match: Match) -> Review:
    return review(match, samples=SAMPLES, seed=5)


def test_the_public_name_is_the_function() -> None:
    assert jaipur.review is review
    assert jaipur.Review is Review


def test_luck_and_the_moves_of_both_add_up_to_the_lead_in_rupees(found: Review) -> None:
    lead = sum(round.total.rupees for round in found.ledger.rounds)
    for summary, other, sign in zip(found.summaries, found.summaries[::-1], (1, -1), strict=True):
        ended = summary.parts[Part.ENDED].share.rupees
        moves = summary.moves_rupees - other.moves_rupees
        assert summary.luck.share.rupees + moves + ended == sign * lead
    assert all(summary.moves_rupees for summary in found.summaries)


def test_every_move_is_judged(match: Match, found: Review) -> None:
    decisions = list(match.decisions())
    assert [move.move for move in found.moves] == [move for _, move in decisions]
    assert [(move.ply, move.seat) for move in found.moves] == [
        (view.ply, view.seat) for view, _ in decisions
    ]
    for move, (view, _) in zip(found.moves, decisions, strict=True):
        assert move.legal == len(view.moves)
        assert move.lost == max(0.0, move.difference)
        assert move.lost == pytest.approx(move.judged.best.win - move.judged.played.win)


def test_a_decision_never_gains(found: Review) -> None:
    for line in found.ledger.lines:
        if line.kind is LineKind.DECISION:
            assert line.seat is not None
            assert line.share.seen_from(line.seat).seal <= 0


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_do_not_change_a_review(match: Match, found: Review, threads: int) -> None:
    assert review(match, samples=SAMPLES, seed=5, threads=threads) == found


def test_another_seed_gives_other_samples(match: Match, found: Review) -> None:
    other = review(match, samples=SAMPLES, seed=6)
    assert [move.difference for move in other.moves] != [move.difference for move in found.moves]


def test_swapped_seats_swap_the_review(match: Match, found: Review) -> None:
    other = review(with_seats_swapped(match), samples=SAMPLES, seed=5)
    assert [move.difference for move in other.moves] == [move.difference for move in found.moves]
    for seat in (0, 1):
        mine, theirs = found.summaries[seat], other.summaries[1 - seat]
        assert (mine.parts, mine.accuracy, mine.phases) == (
            theirs.parts,
            theirs.accuracy,
            theirs.phases,
        )


@pytest.mark.parametrize("how", ["resign", "forfeit", "between"])
def test_the_parts_of_a_player_add_up_to_the_result(how: str) -> None:
    match = ended(how, 2, "box")
    found = review(match, samples=8)
    for summary in found.summaries:
        total = sum_of(part.share for part in summary.parts.values())
        won = 1 if match.winner == summary.seat else -1
        assert total.match == won * SEAL_ONE * MATCH_ONE // 2
        assert summary.parts[Part.DECISIONS].share.seal <= 0
        assert summary.parts[Part.OPPONENT].share.seal >= 0
        assert sum(summary.grades.values()) == sum(
            move.seat == summary.seat for move in found.moves
        )
    north, south = found.summaries
    assert north.luck.share == south.luck.share.seen_from(1)


def test_a_planted_blunder_is_the_costliest_move() -> None:
    match, planted = Match.deal(seed=11, seals=1), None
    while (turn := match.turn) is not None:
        view = match.view(turn)
        move = choose_one_ply(view)[0]
        if planted is None and match.round.ply > 8:
            worst = think(view, samples=400, keep=10)[-1].move
            if judge(view, worst, samples=800).lost > 0.25:
                planted, move = (match.round.ply, turn), worst
        match = match.play(move)
    assert planted is not None
    ply, seat = planted
    costliest = review(match, samples=400).costliest(seat)
    assert costliest[0].ply == ply
    assert costliest[0].grade is Grade.BLUNDER
    assert costliest[0].table[-1].move == costliest[0].move


def test_a_player_that_finds_the_best_moves_loses_nothing_beyond_the_error() -> None:
    """It searches its own views, with other seeds than the review."""
    match = Match.deal(seed=21, seals=1)
    while (turn := match.turn) is not None:
        match = match.play(think(match.view(turn), samples=2000, seed=match.round.ply)[0].move)
    found = review(match, samples=2000, seed=9)
    for summary in found.summaries:
        assert summary.accuracy.mean < 2 * summary.accuracy.error
        assert summary.grades[Grade.MISTAKE] == summary.grades[Grade.BLUNDER] == 0


def test_forced_and_trivial_moves_are_left_out_of_the_error() -> None:
    found = review(golden("match_won_in_three_rounds"), samples=8)
    forced = [move for move in found.moves if move.legal == 1]
    assert all(move.trivial and move.lost == 0 for move in forced)
    for summary in found.summaries:
        own = [move for move in found.moves if move.seat == summary.seat]
        assert summary.accuracy.decisions == sum(not move.trivial for move in own)
        assert summary.forced == sum(move.trivial for move in own) > 0
        phases = summary.phases.values()
        assert sum(phase.decisions for phase in phases) == summary.accuracy.decisions


def test_phases_go_by_the_deck_that_is_left(match: Match, found: Review) -> None:
    for move, (view, _) in zip(found.moves, match.decisions(), strict=True):
        expected = (
            Phase.OPENING if view.deck >= 27 else Phase.MIDDLE if view.deck >= 14 else Phase.END
        )
        assert move.phase is expected


def test_costliest_moves_are_graded_and_have_a_table(found: Review) -> None:
    for seat in (0, 1):
        costliest = found.costliest(seat)
        assert len(costliest) <= 3
        for move in costliest:
            assert move.grade is not Grade.FINE
            assert move.lost > 2 * move.error
            assert {move.move, move.judged.best.move} <= {row.move for row in move.table}
            assert [row.win for row in move.table] == sorted(
                (row.win for row in move.table), reverse=True
            )


def test_only_moves_that_lost_have_reasons(found: Review) -> None:
    given = [move for move in found.moves if move.reasons]
    assert given
    for move in given:
        assert move.grade is not Grade.FINE
        assert move.reasons[0].explains > 0


def test_progress_counts_two_steps_a_move(match: Match) -> None:
    calls: list[tuple[int, int]] = []
    review(match, samples=2, threads=2, on_progress=lambda done, total: calls.append((done, total)))
    steps = 2 * match.round.ply
    assert calls == [(done, steps) for done in range(1, steps + 1)]


def test_a_round_that_is_being_played_is_not_reviewed() -> None:
    rng, match = Random(1), Match.deal(seed=3)
    with pytest.raises(ValueError, match="must be over"):
        review(match, samples=2)
    while match.turn is not None:
        match = match.play(rng.choice(match.round.legal_moves()))
    before = review(match, samples=2)
    running = match.next_round()
    running = running.play(running.round.legal_moves()[0])
    assert review(running, samples=2) == before
    assert before.winner is None


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"samples": 2, "milliseconds": 2.0}, "either milliseconds or samples"),
        ({"samples": 0}, "above 0"),
        ({"threads": 0}, "threads must be at least 1, got 0"),
    ],
)
def test_a_wrong_budget_is_refused(match: Match, options: dict[str, int], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        review(match, **options)  # type: ignore[arg-type]


def test_a_budget_in_time_works(match: Match) -> None:
    assert len(review(match, milliseconds=0.5).moves) == match.round.ply


def test_accuracies_differ_beyond_two_standard_errors_only() -> None:
    assert Accuracy(50, 0.05, 0.01).differs_from(Accuracy(50, 0.02, 0.01))
    assert not Accuracy(50, 0.05, 0.012).differs_from(Accuracy(50, 0.02, 0.012))


def test_one_decision_says_nothing_about_a_player(found: Review) -> None:
    one = accuracy_of([move for move in found.moves if not move.trivial][:1])
    assert not one.differs_from(Accuracy(100, 0.5, 0.001))
