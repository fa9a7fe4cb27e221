"""The sequential test: its numbers, and how often it is wrong."""

from math import isclose, log
from random import Random

import pytest

from jaipur.arena.sprt import Sprt, SprtVerdict
from jaipur.arena.statistics import VALUES, expected_share
from tests.arena.test_statistics import pairs_of


def normal_ratio(test: Sprt, pairs: list[int]) -> float:
    """The ratio as it would be if the mean of the pairs were normally distributed."""
    count = sum(pairs)
    mean = sum(n * value for n, value in zip(pairs, VALUES, strict=True)) / count
    variance = sum(n * (value - mean) ** 2 for n, value in zip(pairs, VALUES, strict=True)) / count
    low, high = expected_share(test.elo0), expected_share(test.elo1)
    return count * (high - low) * (2 * mean - low - high) / (2 * variance)


def test_the_bounds_are_those_of_wald() -> None:
    low, high = Sprt(0, 10).bounds
    assert isclose(high, log(19))
    assert isclose(low, -log(19))
    assert Sprt(0, 10, alpha=0.01, beta=0.2).bounds == (log(0.2 / 0.99), log(0.8 / 0.01))


@pytest.mark.parametrize(
    "pairs", [[50, 20, 300, 30, 80], [250, 0, 500, 0, 250], [20, 0, 400, 0, 26]]
)
def test_near_a_tie_the_ratio_is_that_of_the_normal_distribution(pairs: list[int]) -> None:
    test = Sprt(0, 10)
    assert isclose(test.ratio(pairs), normal_ratio(test, pairs), rel_tol=0.03, abs_tol=0.02)


def test_a_result_in_the_middle_favours_neither() -> None:
    assert isclose(Sprt(-10, 10).ratio([20, 10, 100, 10, 20]), 0, abs_tol=1e-6)


def test_turning_the_players_round_turns_the_test_round() -> None:
    pairs = [3, 2, 20, 5, 30]
    assert isclose(Sprt(0, 20).ratio(pairs), -Sprt(-20, 0).ratio(pairs[::-1]), rel_tol=1e-6)


def test_no_verdict_without_pairs() -> None:
    assert Sprt(0, 10).verdict([0, 0, 0, 0, 0]) is None


def test_a_clear_result_has_a_verdict() -> None:
    assert Sprt(0, 10).verdict([10, 0, 100, 0, 300]) is SprtVerdict.ELO1
    assert Sprt(0, 10).verdict([300, 0, 100, 0, 10]) is SprtVerdict.ELO0


def test_a_few_pairs_that_are_all_won_do_not_decide() -> None:
    # Three pairs won do not yet prove 10 Elo, though they seem not to vary.
    assert Sprt(0, 10).verdict([0, 0, 0, 0, 3]) is None


@pytest.mark.parametrize("elos", [(10, 10), (10, 0)])
def test_the_second_elo_is_the_higher_one(elos: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="elo0 must be below elo1, got"):
        Sprt(*elos)


@pytest.mark.parametrize("alike", [-0.3, 0.2])
@pytest.mark.parametrize("truth", [0, 150])
def test_it_is_wrong_in_about_five_percent(truth: float, alike: float) -> None:
    test, rng, tries = Sprt(0, 150), Random(3), 200
    chances = pairs_of(expected_share(truth), alike)
    wrong = sum(
        verdict_of(test, rng, chances) != ("elo1" if truth else "elo0") for _ in range(tries)
    )
    assert wrong / tries <= 0.08


def verdict_of(test: Sprt, rng: Random, chances: list[float]) -> SprtVerdict:
    pairs, verdict = [0] * 5, None
    while verdict is None:
        pairs[rng.choices(range(5), chances)[0]] += 1
        verdict = test.verdict(pairs)
    return verdict
