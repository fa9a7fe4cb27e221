"""The network's choice with a handicap: weaker by degrees, and always legal."""

from random import Random

import pytest

from jaipur import Exchange, Round
from jaipur.engine.handicap import choose_with_handicap
from jaipur.engine.one_ply import choose_one_ply
from tests.builders import ALL
from tests.engine.positions import of_random_play


@pytest.mark.parametrize("ruleset", ALL)
def test_without_a_handicap_the_network_chooses(ruleset: str) -> None:
    for table in of_random_play(4, seed=5, ruleset=ruleset):
        view = table.view(table.turn)
        assert choose_with_handicap(view, seed=3) is choose_one_ply(view)[0]


def test_with_the_most_noise_any_move_is_chosen() -> None:
    view = Round.deal(seed=7).view(0)
    chosen = {choose_with_handicap(view, noise=1000, seed=seed) for seed in range(400)}
    assert chosen == set(view.moves)


def test_forgetting_changes_the_choice_once_something_has_happened() -> None:
    tables = of_random_play(6, seed=6, ruleset="standard", keep=0.5)
    views = [table.view(table.turn) for table in tables if table.ply > 10]
    assert any(
        choose_with_handicap(view) is not choose_with_handicap(view, forgets=True) for view in views
    )
    first = Round.deal(seed=7).view(0)
    assert choose_with_handicap(first) is choose_with_handicap(first, forgets=True)


@pytest.mark.parametrize("max_exchange", [1, 2, 3])
def test_no_more_cards_are_exchanged_than_allowed(max_exchange: int) -> None:
    for table in of_random_play(4, seed=7, ruleset="standard"):
        view = table.view(table.turn)
        move = choose_with_handicap(view, noise=1000, max_exchange=max_exchange, seed=table.ply)
        assert move in view.moves
        assert not isinstance(move, Exchange) or len(move.taken) <= max_exchange


def test_a_handicap_out_of_range_is_refused() -> None:
    view = Round.deal(seed=7).view(0)
    for noise in (-1.0, 2000.0, float("nan")):
        with pytest.raises(ValueError, match="noise must be from 0 to 1000, got"):
            choose_with_handicap(view, noise=noise)
    with pytest.raises(ValueError, match="max_exchange must be at least 1, got 0"):
        choose_with_handicap(view, max_exchange=0)
    with pytest.raises(ValueError, match="turn"):
        choose_with_handicap(Round.deal(seed=7).view(1))


def test_the_noise_is_even_handed() -> None:
    # Moves of equal value are chosen equally often: with the most noise, all are of equal value.
    view, rng = Round.deal(seed=7).view(0), Random(1)
    chosen = [choose_with_handicap(view, noise=1000, seed=rng.getrandbits(64)) for _ in range(3000)]
    expected = len(chosen) / len(view.moves)
    for move in view.moves:
        assert abs(chosen.count(move) - expected) < 5 * expected**0.5
