"""Where a player stands among the levels, and that the measured file is about those levels."""

from collections.abc import Mapping
from math import inf

import pytest

from jaipur.coach import level_errors as module
from jaipur.coach.accuracy import Accuracy
from jaipur.coach.level_errors import Placement, place
from jaipur.coach.level_errors import level_errors as measured
from jaipur.players import levels as players
from tests.builders import BOTH

LEVELS = {
    "weak": Accuracy(400, 0.10, 0.004),
    "middling": Accuracy(400, 0.05, 0.003),
    "strong": Accuracy(400, 0.01, 0.001),
}


@pytest.fixture(autouse=True)
def three_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    def known(ruleset: str) -> Mapping[str, Accuracy]:
        return LEVELS if ruleset == "standard" else {}

    monkeypatch.setattr(module, "level_errors", known)


@pytest.mark.parametrize(
    ("mean", "error", "placement"),
    [
        (0.051, 0.002, Placement(like=("middling",))),
        (0.075, 0.015, Placement(like=("weak", "middling"))),
        (0.03, 0.002, Placement(like=(), weaker="middling", stronger="strong")),
        (0.30, 0.02, Placement(like=(), stronger="weak")),
        (0.001, 0.001, Placement(like=(), weaker="strong")),
    ],
)
def test_a_player_is_like_the_levels_that_it_cannot_be_told_from(
    mean: float, error: float, placement: Placement
) -> None:
    assert place(Accuracy(60, mean, error), "standard") == placement


def test_nothing_is_said_without_a_measurement() -> None:
    assert place(Accuracy(60, 0.05, 0.01), "tiny") is None
    assert place(Accuracy(1, 0.05, inf), "standard") is None


@pytest.mark.parametrize("ruleset", BOTH)
def test_every_level_was_measured_and_stronger_ones_lose_less(ruleset: str) -> None:
    found = measured(ruleset)
    assert list(found) == [level.name for level in players.LEVELS]
    means = [accuracy.mean for accuracy in found.values()]
    assert means == sorted(means, reverse=True)
    for weaker, stronger in zip(list(found.values())[:-2], list(found.values())[2:], strict=True):
        assert weaker.differs_from(stronger)
