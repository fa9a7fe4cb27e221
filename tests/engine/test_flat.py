"""Flat Monte Carlo: reproducible, exact where all is decided, better than chance."""

import time

import pytest

from jaipur import Round
from jaipur.engine.flat import choose_flat
from tests.builders import ALL, before_the_last_sale
from tests.engine.positions import of_random_play


@pytest.mark.parametrize("ruleset", ALL)
def test_a_seed_and_a_number_of_samples_give_the_same_move(ruleset: str) -> None:
    for table in of_random_play(2, seed=12, ruleset=ruleset):
        view = table.view(table.turn)
        found = choose_flat(view, samples=100, seed=3)
        assert found == choose_flat(view, samples=100, seed=3)
        assert found[0] in view.moves
        assert 0 <= found[1] <= 1


def test_a_sale_that_wins_at_once_is_found() -> None:
    table = before_the_last_sale(
        {"D": 5, "G": 5, "S": 3}, {"L": 2}, herds=(3, 2), bonus=((3, 3), ())
    )
    assert choose_flat(table.view(0), samples=2000)[1] == 1.0


def test_a_budget_in_milliseconds_is_kept() -> None:
    start = time.process_time()
    choose_flat(Round.deal(seed=7).view(0), milliseconds=50)
    assert time.process_time() - start < 0.5


def test_it_needs_one_budget_and_its_turn() -> None:
    table = Round.deal(seed=7)
    with pytest.raises(ValueError, match="budget"):
        choose_flat(table.view(0))
    with pytest.raises(ValueError, match="turn"):
        choose_flat(table.view(1), samples=10)
