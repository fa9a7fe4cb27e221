"""Many rounds inside the core: they are reproducible, and played by the same rules."""

import pytest

from jaipur.cli.bench_kernels import random_redeals, random_rounds
from tests.builders import ALL, a_round, played_out


@pytest.mark.parametrize("ruleset", ALL)
def test_random_rounds_are_as_long_as_rounds_played_from_outside(ruleset: str) -> None:
    lengths = [played_out(ruleset, seed).ply for seed in range(400)]
    mean = sum(lengths) / len(lengths)
    spread = (sum((length - mean) ** 2 for length in lengths) / len(lengths)) ** 0.5
    inside = random_rounds(20_000, 3, ruleset) / 20_000
    assert abs(inside - mean) < 5 * spread / len(lengths) ** 0.5


def test_random_rounds_are_reproducible() -> None:
    assert random_rounds(0, 1, "standard") == 0
    moves = random_rounds(50, 1, "standard")
    assert random_rounds(50, 1, "standard") == moves
    assert random_rounds(50, 2, "standard") != moves


def test_random_redeals_are_reproducible() -> None:
    view = a_round(hand="GGS").view(0)
    assert random_redeals(view, 100, 1) == random_redeals(view, 100, 1)
    assert random_redeals(view, 100, 1) != random_redeals(view, 100, 2)
