"""The command that fits the levels: its smallest run, and Elo differences at the ends."""

import math
import re
import sys

import pytest

from jaipur.engine.traits import Handicap
from jaipur.players.levels import LEVELS
from training import fit_levels
from training.fit_levels import NO_HANDICAP, elo, fitted, scaled, share


def test_it_prints_a_handicap_for_every_level_but_the_strongest(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["fit_levels", "--pairs", "2"])
    fit_levels.main()
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [level.name for level in reversed(LEVELS[:-1])]
    assert all(re.search(r"noise=\d", line) for line in lines)


def test_a_level_is_fitted_to_lose_by_the_elo_asked_for() -> None:
    found = fitted(LEVELS[-2].handicap, NO_HANDICAP, 200, pairs=50)
    assert elo(share(found, NO_HANDICAP, 50)) == pytest.approx(-200, abs=50)


def test_a_scaled_handicap_keeps_its_proportions_and_its_memory() -> None:
    handicap = Handicap(noise=0.4, forgetting=0.5, greed=0.1)
    assert scaled(handicap, 3) == Handicap(noise=1.2, forgetting=0.5, greed=0.3)


@pytest.mark.parametrize(
    ("part", "difference"), [(0, -math.inf), (0.5, 0), (10 / 11, 400), (1, math.inf)]
)
def test_elo_of_a_share(part: float, difference: float) -> None:
    assert elo(part) == pytest.approx(difference)
