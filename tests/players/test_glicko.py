"""Glicko-2 as published: the example of its author's paper, and what the numbers promise."""

from __future__ import annotations

import pytest

from jaipur.players.glicko import GlickoRating, GlickoResult, rate

AN_OPPONENT = GlickoRating(rating=1500, deviation=100)


def test_the_example_of_the_paper_comes_out() -> None:
    opponents = [(1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0)]
    results = [
        GlickoResult(opponent=GlickoRating(rating=rating, deviation=deviation), score=score)
        for rating, deviation, score in opponents
    ]
    found = rate(GlickoRating(rating=1500, deviation=200, volatility=0.06), results)
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_results_only_the_deviation_grows() -> None:
    before = GlickoRating(rating=1400, deviation=80)
    after = rate(before, [])
    assert (after.rating, after.volatility) == (1400, 0.06)
    assert 80 < after.deviation < 82


def test_a_deviation_never_grows_beyond_that_of_somebody_unknown() -> None:
    assert rate(GlickoRating(rating=1400), []).deviation == 350


def test_a_surprise_raises_the_volatility() -> None:
    weak = GlickoRating(rating=1000, deviation=50)
    strong = GlickoRating(rating=2200, deviation=50)
    assert rate(weak, [GlickoResult(opponent=strong, score=1.0)]).volatility > 0.06


@pytest.mark.parametrize(("score", "sign"), [(1.0, 1), (0.5, 0), (0.0, -1)])
def test_a_result_moves_the_rating_its_way(score: float, sign: int) -> None:
    after = rate(GlickoRating(rating=1500), [GlickoResult(opponent=AN_OPPONENT, score=score)])
    assert round(after.rating - 1500, 6) == pytest.approx(sign * abs(after.rating - 1500))
    assert after.deviation < 350
