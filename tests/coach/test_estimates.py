"""Proportions and averages with their intervals, against numbers from the literature."""

from math import inf

import pytest

from jaipur.coach.estimates import Average, Proportion


def test_a_proportion_has_the_interval_of_wilson() -> None:
    low, high = Proportion(1000, 2000).interval
    assert (round(low, 4), round(high, 4)) == (0.4781, 0.5219)
    low, high = Proportion(3, 10).interval
    assert (round(low, 4), round(high, 4)) == (0.1078, 0.6032)


def test_a_proportion_of_none_or_all_stays_within_0_and_1() -> None:
    assert Proportion(0, 5).interval[0] == 0.0
    assert Proportion(5, 5).interval[1] == 1.0
    assert Proportion().interval == (0.0, 1.0)
    assert Proportion().share is None


def test_a_proportion_is_never_of_fewer_than_its_count() -> None:
    with pytest.raises(ValueError, match="count must be from 0 to 2, got 3"):
        Proportion(3, 2)


def test_an_average_knows_its_error() -> None:
    average = Average.over([2, 4, 4, 4, 5, 5, 7, 9])
    assert average.mean == 5.0
    assert average.error == pytest.approx((32 / 7 / 8) ** 0.5)
    low, high = average.interval or (0, 0)
    assert (low + high) / 2 == pytest.approx(5.0)
    assert Average.over([3]).error == inf
    assert Average.over([3]).interval is None
    assert Average().mean is None


def test_sums_of_parts_are_sums_of_the_whole() -> None:
    assert Average.over([1, 2]) + Average.over([3]) == Average.over([1, 2, 3])
    assert Proportion.over([True, False]) + Proportion.over([True]) == Proportion(2, 3)
