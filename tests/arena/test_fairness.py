"""Players are fair: in rounds that differ only in what a seat cannot see, they play the same."""

from collections.abc import Iterator

import pytest

from jaipur import Move, View
from jaipur.arena.fairness import discrepancies, lookalike_rounds
from jaipur.players import NAMES, Budget, make_player


def test_lookalike_rounds_differ_and_look_the_same(ruleset: str) -> None:
    found = list(lookalike_rounds(100, seed=1, ruleset=ruleset))
    assert len(found) == 100
    for real, other in found:
        assert real != other
        assert real.view(real.turn) == other.view(other.turn)
    plies = {real.ply for real, _ in found}
    assert min(plies) <= 3
    assert max(plies) >= 30
    hands = [real.hands != other.hands for real, other in found]
    assert sum(hands) > 50


@pytest.mark.parametrize("name", NAMES)
def test_a_player_plays_the_same_in_1000_pairs_of_lookalike_rounds(name: str) -> None:
    budget = Budget(samples=16)
    # The reference takes no budget and is slow; the levels play the full number.
    pairs = 50 if name == "reference" else 1000
    assert discrepancies(lambda seed: make_player(name, seed, budget), pairs=pairs) == []


def test_a_player_that_uses_more_than_its_view_is_found() -> None:
    class Unfair:
        """Chooses by something that is not in the view."""

        name = "unfair"

        def __init__(self, numbers: Iterator[int]) -> None:
            self._numbers = numbers

        def choose(self, view: View) -> Move:
            return view.moves[next(self._numbers) % len(view.moves)]

    numbers = iter(range(1000))
    found = discrepancies(lambda _: Unfair(numbers), pairs=50)
    assert len(found) > 25
    assert all(one.moves[0] != one.moves[1] for one in found)
