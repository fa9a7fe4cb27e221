"""The measurement of the dial, on a few deals."""

from itertools import pairwise

import pytest

from jaipur.engine.traits import Handicap
from jaipur.players.levels import LEVELS
from training.measure_dial import PARTS, elo_between, measured, stops


def test_the_stops_rise_from_the_weakest_level_to_the_network_alone() -> None:
    for ruleset in ("standard", "box"):
        found = stops(ruleset)
        assert len(found) == len(LEVELS)
        assert found[-1][1] == Handicap()
        assert all(lower < upper for (lower, _), (upper, _) in pairwise(found))


def test_equals_are_even_and_a_stronger_one_is_ahead() -> None:
    weak, strong = LEVELS[0].handicap, LEVELS[1].handicap
    assert elo_between(strong, weak, 100, "standard") > 100
    assert abs(elo_between(weak, weak, 100, "standard")) < 100


def test_three_ratings_are_asked_for_between_two_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.measure_dial.elo_between", lambda *_: 0.0)
    found = list(measured("standard", 1))
    ratings = [rating for rating, _ in stops("standard")]
    assert len(found) == len(PARTS) * (len(ratings) - 1)
    middles = found[1 :: len(PARTS)]
    assert all(
        abs(asked - said) <= 1 for asked, said in middles
    )  # an even score against both is the middle between them
