"""Duels inside the core: reproducible, and the stronger side wins more."""

import pytest

from tests.builders import ALL
from training.duels import duel_handicaps

NO_HANDICAP, RANDOM = (0.0, False, 5), (1000.0, False, 5)


@pytest.mark.parametrize("ruleset", ALL)
def test_the_smaller_handicap_wins_more(ruleset: str) -> None:
    points = duel_handicaps(NO_HANDICAP, RANDOM, 50, 1, ruleset)
    assert points == duel_handicaps(NO_HANDICAP, RANDOM, 50, 1, ruleset)
    assert sum(points) > 0.6 * 4 * 50
    mirrored = duel_handicaps(RANDOM, NO_HANDICAP, 50, 1, ruleset)
    assert sum(mirrored) < 0.4 * 4 * 50


def test_a_handicap_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="noise must be from 0 to 1000, got"):
        duel_handicaps((-1.0, False, 5), NO_HANDICAP, 1, 1)
