"""What a stored review says about a seat: the same as the review itself, and sums over matches."""

import json
from math import inf
from typing import Any

import pytest

from jaipur.coach.mistake_themes import MistakeTheme, theme_of
from jaipur.coach.reason import ReasonCode
from jaipur.coach.review import review
from jaipur.coach.review_data import review_data
from jaipur.coach.review_facts import ReviewFacts, ThemeLoss, review_facts
from tests.coach.matches import a_match


def a_move(seat: int, difference: float, code: str | None, **changes: Any) -> dict[str, Any]:
    reasons = [] if code is None else [{"code": code}]
    lost, move = max(0.0, difference), {"error": 0.01, "trivial": False}
    return {
        "seat": seat,
        "difference": difference,
        "lost": lost,
        "reasons": reasons,
        **move,
    } | changes


def a_review(*moves: dict[str, Any], luck: int = 30) -> dict[str, Any]:
    share = {"share": {"match": luck}, "error": {"match": 10}}
    other = {"share": {"match": -luck}, "error": {"match": 10}}
    summaries = [{"luck": share}, {"luck": other}]
    return {"scales": {"match": 100}, "moves": list(moves), "summaries": summaries}


def test_only_own_decisions_with_something_to_decide_count() -> None:
    found = review_facts(
        a_review(
            a_move(0, 0.10, "camels_left"),
            a_move(0, -0.02, None),
            a_move(0, 0.50, "camels_left", trivial=True),
            a_move(1, 0.30, "sold_too_late"),
        ),
        0,
    )
    assert (found.matches, found.decisions) == (1, 2)
    assert found.accuracy.mean == pytest.approx(0.04)
    assert found.themes == {MistakeTheme.CAMELS: ThemeLoss(1, 0.10)}
    assert found.luck == 0.3
    assert found.luck_error == pytest.approx(0.1)


def test_a_loss_within_its_error_has_no_theme() -> None:
    assert review_facts(a_review(a_move(0, 0.015, "gave_away")), 0).themes == {}
    unexplained = review_facts(a_review(a_move(0, 0.05, None)), 0).themes
    assert unexplained == {MistakeTheme.UNEXPLAINED: ThemeLoss(1, 0.05)}


def test_luck_is_seen_from_the_seat() -> None:
    assert review_facts(a_review(luck=20), 1).luck == -0.2


def test_reviews_add_up_over_matches_and_survive_json() -> None:
    one = review_facts(a_review(a_move(0, 0.1, "gave_away"), a_move(0, 0.0, None)), 0)
    other = review_facts(a_review(a_move(0, 0.3, "fed_other"), luck=-50), 0)
    both = one + other
    assert (both.matches, both.decisions) == (2, 3)
    assert both.luck == pytest.approx(-0.2)
    assert both.themes[MistakeTheme.GOODS_LEFT] == ThemeLoss(2, 0.4)
    assert ReviewFacts.from_data(json.loads(json.dumps(both.to_data()))) == both
    assert ReviewFacts().accuracy.error == inf


def test_a_real_review_gives_its_own_accuracy_and_luck() -> None:
    judged = review(a_match(5, seals=1), samples=40, seed=1)
    data = json.loads(json.dumps(review_data(judged)))
    for seat in (0, 1):
        found, summary = review_facts(data, seat), judged.summaries[seat]
        assert found.decisions == summary.accuracy.decisions
        assert found.accuracy.mean == pytest.approx(summary.accuracy.mean, abs=1e-4)
        assert found.accuracy.error == pytest.approx(summary.accuracy.error, abs=1e-3)
        assert found.luck == pytest.approx(
            summary.luck.share.match / data["scales"]["match"], abs=1e-4
        )


def test_every_reason_has_a_theme() -> None:
    themes = {theme_of([code]) for code in ReasonCode}
    assert themes == set(MistakeTheme) - {MistakeTheme.UNEXPLAINED}
    assert theme_of([]) is MistakeTheme.UNEXPLAINED
