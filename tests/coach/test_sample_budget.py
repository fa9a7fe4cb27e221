"""The default budget of a review is shared, so that no match takes much longer than another."""

from random import Random

import pytest

from jaipur import Match
from jaipur.coach import sample_budget
from jaipur.coach.review import review
from jaipur.coach.sample_budget import (
    DECISION_SAMPLES,
    MATCH_REASON_SAMPLES,
    MATCH_SAMPLES,
    MOST_REASON_SAMPLES,
    MOST_SAMPLES,
    shared_reason_samples,
    shared_samples,
)
from jaipur.engine.grades import Grade
from jaipur.rules.round import PLY_LIMIT
from tests.coach.matches import next_move

LONG_MATCH = 3 * PLY_LIMIT  # three rounds, each stopped at the limit


@pytest.mark.parametrize("moves", [0, 1, 50])
def test_in_short_matches_every_move_has_as_many_samples_as_it_needs(moves: int) -> None:
    assert shared_samples(2 * moves) == MOST_SAMPLES
    assert shared_reason_samples(moves) == MOST_REASON_SAMPLES


@pytest.mark.parametrize("moves", [1, 100, 101, 250, 999, LONG_MATCH])
def test_all_moves_together_keep_to_the_budget_of_a_match(moves: int) -> None:
    assert moves * (shared_samples(moves) + DECISION_SAMPLES) <= MATCH_SAMPLES
    assert moves * shared_reason_samples(moves) <= MATCH_REASON_SAMPLES


@pytest.mark.parametrize("moves", [LONG_MATCH, 100 * LONG_MATCH])
def test_however_long_a_match_is_no_move_is_left_out(moves: int) -> None:
    assert shared_samples(moves) >= 2
    assert shared_reason_samples(moves) >= 2


def test_a_review_without_a_budget_shares_it(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, match = Random(1), Match.deal(seed=1)
    for _ in range(10):
        match = next_move(match, rng)
    match = match.resign(0)
    lost: list[int] = []

    def reason_samples(moves: int) -> int:
        lost.append(moves)
        return 30

    monkeypatch.setattr(sample_budget, "MATCH_SAMPLES", 10 * (123 + DECISION_SAMPLES))
    monkeypatch.setattr("jaipur.coach.reviewer.shared_reason_samples", reason_samples)
    found = review(match)
    assert found.budget.samples == 123
    assert lost == [sum(move.grade is not Grade.FINE for move in found.moves)]
    given = review(match, samples=123)
    assert [move.judged for move in given.moves] == [move.judged for move in found.moves]
    assert len(lost) == 1  # a budget that was given is not shared
