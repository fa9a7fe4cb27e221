"""Duels inside the core: reproducible, and the stronger side wins more."""

import pytest

from jaipur.engine.traits import Handicap
from tests.builders import ALL
from training.duels import duel_handicaps

NO_HANDICAP, RANDOM = Handicap(), Handicap(noise=1000)


@pytest.mark.parametrize("ruleset", ALL)
def test_the_smaller_handicap_wins_more(ruleset: str) -> None:
    points = duel_handicaps(NO_HANDICAP, RANDOM, 50, 1, ruleset)
    assert points == duel_handicaps(NO_HANDICAP, RANDOM, 50, 1, ruleset)
    assert sum(points) > 0.6 * 4 * 50
    mirrored = duel_handicaps(RANDOM, NO_HANDICAP, 50, 1, ruleset)
    assert sum(mirrored) < 0.4 * 4 * 50
