"""Ratings: known cases, and the coverage of their intervals."""

from itertools import combinations
from math import isclose
from random import Random

import pytest

from jaipur.arena.ratings import rate
from jaipur.arena.statistics import elo, elo_estimate, expected_share, share_estimate


def test_two_players_are_as_far_apart_as_their_share_says() -> None:
    points = [4, 4, 2, 4, 0] * 200
    low, high = rate({(0, 1): points}, 2, anchor=1)
    # One extra round, half won and half lost, is added.
    assert isclose(low.value, elo((1400 + 0.5) / 2001), rel_tol=1e-6)
    assert (high.value, high.low, high.high) == (0, 0, 0)


def test_the_interval_of_two_is_that_of_their_duel() -> None:
    points = [4, 4, 2, 4, 0] * 200
    rating = rate({(0, 1): points}, 2, anchor=1)[0]
    alone = elo_estimate(share_estimate([points.count(n) for n in range(5)]))
    assert isclose(rating.low, alone.low, rel_tol=0.01)
    assert isclose(rating.high, alone.high, rel_tol=0.01)


def test_without_an_anchor_the_mean_is_zero() -> None:
    ratings = rate({(0, 1): [4, 2, 2], (1, 2): [2, 2, 4], (0, 2): [4, 4, 3]}, 3)
    assert isclose(sum(rating.value for rating in ratings), 0, abs_tol=1e-6)
    assert ratings[0].value > ratings[1].value > ratings[2].value


def test_results_that_fit_the_model_give_its_ratings_back() -> None:
    truth = [0.0, 150.0, 420.0]
    pairings = {}
    for one, other in combinations(range(3), 2):
        won = round(100_000 * expected_share(truth[one] - truth[other]))
        pairings[one, other] = [4] * won + [0] * (100_000 - won)
    for rating, true in zip(rate(pairings, 3, anchor=0), truth, strict=True):
        assert isclose(rating.value, true, abs_tol=0.2)


def test_players_who_have_not_met_are_rated_through_others() -> None:
    first, _, last = rate({(0, 1): [3, 3, 3, 3], (1, 2): [3, 3, 3, 3]}, 3, anchor=2)
    middle = rate({(0, 1): [3, 3, 3, 3]}, 2, anchor=1)[0]
    assert isclose(first.value, 2 * middle.value, rel_tol=1e-6)
    assert last.value == 0


def test_no_rating_is_infinite() -> None:
    winner, loser = rate({(0, 1): [4] * 500}, 2)
    assert 500 < winner.value < 2000
    assert winner.high - winner.low > 400
    assert loser.value == -winner.value


def test_adjusted_points_beyond_all_rounds_won_count_as_all() -> None:
    beyond = rate({(0, 1): [4.2, 4.1, 4.3, 4.0]}, 2)[0]
    assert beyond.value == pytest.approx(rate({(0, 1): [4, 4, 4, 4]}, 2)[0].value)


def test_players_who_are_not_linked_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="must be linked"):
        rate({(0, 1): [2, 2], (2, 3): [2, 2]}, 4)


def test_95_percent_of_intervals_hold_the_true_rating() -> None:
    truth, rng, tries = [-300.0, -50.0, 100.0, 250.0], Random(3), 150
    held = [0, 0, 0, 0]
    for _ in range(tries):
        ratings = rate(a_tournament(rng, truth, deals=40), 4)
        for player, rating in enumerate(ratings):
            held[player] += rating.low <= truth[player] <= rating.high
    assert all(0.9 <= count / tries <= 0.99 for count in held)


def a_tournament(rng: Random, truth: list[float], deals: int) -> dict[tuple[int, int], list[int]]:
    """The luck of a deal is the same for all who play it, and changes sides with the seats."""
    luck = [rng.uniform(-0.6, 0.6) for _ in range(deals)]
    pairings = {}
    for one, other in combinations(range(len(truth)), 2):
        share = expected_share(truth[one] - truth[other])
        shift = min(share, 1 - share)
        pairings[one, other] = [
            2 * (rng.random() < share + shift * luck[deal])
            + 2 * (rng.random() < share - shift * luck[deal])
            for deal in range(deals)
        ]
    return pairings
