"""Shares and Elo: known values, and the coverage of their intervals."""

from math import inf, isclose
from random import Random

import pytest

from jaipur.arena.statistics import (
    Estimate,
    elo,
    elo_estimate,
    expected_share,
    share_estimate,
)


def pairs_of(share: float, alike: float) -> list[float]:
    """The probabilities of 0 to 4 half points; `alike` is the correlation of a pair's rounds."""
    both = share * share + alike * share * (1 - share)
    return [1 - 2 * share + both, 0.0, 2 * (share - both), 0.0, both]


def drawn(rng: Random, chances: list[float], count: int) -> list[int]:
    seen = rng.choices(range(5), chances, k=count)
    return [seen.count(points) for points in range(5)]


@pytest.mark.parametrize(
    ("difference", "share"),
    [(0, 0.5), (100, 0.640065), (200, 0.759747), (400, 10 / 11), (-400, 1 / 11)],
)
def test_elo_differences_and_shares_by_the_table(difference: float, share: float) -> None:
    assert isclose(expected_share(difference), share, rel_tol=1e-5)
    assert isclose(elo(share), difference, rel_tol=1e-4, abs_tol=1e-9)


def test_all_and_none_are_infinitely_apart() -> None:
    assert elo(1.0) == inf
    assert elo(0.0) == -inf
    assert elo_estimate(Estimate(1.0, 0.5, 1.0)) == Estimate(inf, 0.0, inf)


def test_nothing_is_known_before_the_first_pair() -> None:
    assert share_estimate([0, 0, 0, 0, 0]) == Estimate(0.5, 0.0, 1.0)


def test_rounds_without_a_seal_count_half() -> None:
    assert share_estimate([0, 4, 0, 0, 0]).value == 0.25
    assert share_estimate([1, 1, 1, 1, 1]).value == 0.5


def test_independent_rounds_give_the_interval_of_wilson() -> None:
    # 1,000 pairs as two independent rounds give them: Wilson has 1,000 of 2,000 at 47.81 – 52.19 %.
    share = share_estimate([250, 0, 500, 0, 250])
    assert share.value == 0.5
    assert isclose(share.low, 0.4781, abs_tol=2e-4)
    assert isclose(share.high, 0.5219, abs_tol=2e-4)


def test_pairs_that_vary_less_prove_more() -> None:
    mirrored, independent, alike = (
        share_estimate(pairs)
        for pairs in ([10, 0, 80, 0, 10], [25, 0, 50, 0, 25], [50, 0, 0, 0, 50])
    )
    assert mirrored.low > independent.low > alike.low


@pytest.mark.parametrize("pairs", [[0, 0, 0, 0, 50], [50, 0, 0, 0, 0], [0, 0, 50, 0, 0]])
def test_pairs_that_are_all_alike_do_not_prove_everything(pairs: list[int]) -> None:
    share = share_estimate(pairs)
    assert 0.02 < share.high - share.low < 0.1
    assert 0 <= share.low <= share.value <= share.high <= 1


@pytest.mark.parametrize("count", [1, 3, 10, 500, 1000, 12345])
def test_who_has_won_everything_has_no_upper_bound(count: int) -> None:
    assert share_estimate([0, 0, 0, 0, count]).high == 1.0
    assert share_estimate([count, 0, 0, 0, 0]).low == 0.0


def test_fifty_pairs_won_out_of_fifty() -> None:
    # Wilson for 50 of 50: z²/(n + z²) is missing at the lower end.
    assert isclose(share_estimate([0, 0, 0, 0, 50]).low, 50 / (50 + 1.959964**2), abs_tol=1e-3)


def test_turning_the_players_round_turns_the_interval_round() -> None:
    one, other = share_estimate([3, 2, 20, 5, 30]), share_estimate([30, 5, 20, 2, 3])
    assert isclose(one.low, 1 - other.high)
    assert isclose(one.high, 1 - other.low)


@pytest.mark.parametrize("count", [20, 200])
@pytest.mark.parametrize(
    ("share", "alike"),
    [(0.5, -0.4), (0.5, 0.4), (0.8, -0.15), (0.8, 0.3), (0.97, 0.0), (0.97, 0.3)],
)
def test_an_interval_of_95_percent_holds_the_truth_that_often(
    share: float, alike: float, count: int
) -> None:
    rng, chances, tries = Random(1), pairs_of(share, alike), 1000
    found = [share_estimate(drawn(rng, chances, count)) for _ in range(tries)]
    held = sum(one.low <= share <= one.high for one in found) / tries
    assert 0.935 <= held <= 0.99
    # Both ends hold, above all the lower one, by which strength is claimed.
    assert sum(one.low > share for one in found) / tries <= 0.035
