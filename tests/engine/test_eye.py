"""Eyes that are off: a clear one is the network, a blind one is chance, and none leaves the law."""

from random import Random

import pytest

from jaipur import Exchange, Round
from jaipur.engine.eye import contest_of_eyes, glance
from jaipur.engine.oneply import choose_one_ply
from tests.builders import ALL
from tests.engine.positions import of_random_play

CLEAR, BLIND = (0.0, False, 5), (1000.0, False, 5)


@pytest.mark.parametrize("ruleset", ALL)
def test_a_clear_eye_chooses_as_the_network_does(ruleset: str) -> None:
    for table in of_random_play(4, seed=5, ruleset=ruleset):
        view = table.view(table.turn)
        assert glance(view, seed=3) is choose_one_ply(view)[0]


def test_a_blind_eye_chooses_anything() -> None:
    view = Round.deal(seed=7).view(0)
    chosen = {glance(view, noise=1000, seed=seed) for seed in range(400)}
    assert chosen == set(view.moves)


def test_one_who_forgets_chooses_differently_once_something_has_happened() -> None:
    tables = of_random_play(6, seed=6, ruleset="standard", keep=0.5)
    views = [table.view(table.turn) for table in tables if table.ply > 10]
    assert any(glance(view) is not glance(view, forgets=True) for view in views)
    fresh = Round.deal(seed=7).view(0)
    assert glance(fresh) is glance(fresh, forgets=True)


@pytest.mark.parametrize("reach", [1, 2, 3])
def test_no_more_cards_are_exchanged_than_within_reach(reach: int) -> None:
    for table in of_random_play(4, seed=7, ruleset="standard"):
        view = table.view(table.turn)
        move = glance(view, noise=1000, reach=reach, seed=table.ply)
        assert move in view.moves
        assert not isinstance(move, Exchange) or len(move.taken) <= reach


@pytest.mark.parametrize("ruleset", ALL)
def test_a_better_eye_wins_more(ruleset: str) -> None:
    points = contest_of_eyes(CLEAR, BLIND, 50, 1, ruleset)
    assert points == contest_of_eyes(CLEAR, BLIND, 50, 1, ruleset)
    assert sum(points) > 0.6 * 4 * 50
    mirrored = contest_of_eyes(BLIND, CLEAR, 50, 1, ruleset)
    assert sum(mirrored) < 0.4 * 4 * 50


def test_eyes_that_cannot_be_are_refused() -> None:
    view = Round.deal(seed=7).view(0)
    for noise in (-1.0, 2000.0, float("nan")):
        with pytest.raises(ValueError, match="eye"):
            glance(view, noise=noise)
    with pytest.raises(ValueError, match="eye"):
        glance(view, reach=0)
    with pytest.raises(ValueError, match="turn"):
        glance(Round.deal(seed=7).view(1))


def test_the_error_of_an_eye_is_even_handed() -> None:
    # Two moves of equal worth are chosen equally often: with a blind eye, all are of equal worth.
    view, rng = Round.deal(seed=7).view(0), Random(1)
    chosen = [glance(view, noise=1000, seed=rng.getrandbits(64)) for _ in range(3000)]
    expected = len(chosen) / len(view.moves)
    for move in view.moves:
        assert abs(chosen.count(move) - expected) < 5 * expected**0.5
