"""Players do not peek: rounds that differ only in what a seat cannot see get the same move."""

from typing import Any

import pytest

from jaipur import Move, View
from jaipur.arena.fairness import peeks, twins
from jaipur.players import NAMES, Budget, make_player


def test_twins_differ_and_look_the_same(ruleset: str) -> None:
    found = list(twins(100, seed=1, ruleset=ruleset))
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
def test_a_player_gives_1000_pairs_of_twins_the_same_moves(name: str) -> None:
    budget = Budget(samples=16)
    # The reference takes no budget and is slow; the levels play the full number.
    pairs = 50 if name == "reference" else 1000
    assert peeks(lambda seed: make_player(name, seed, budget), pairs=pairs) == []


def test_a_player_that_peeks_is_caught() -> None:
    class Peeking:
        """It is shown views, but somebody whispers."""

        name = "peeking"

        def __init__(self, whispers: Any) -> None:
            self._whispers = whispers

        def choose(self, view: View) -> Move:
            whisper: int = next(self._whispers)
            return view.moves[whisper % len(view.moves)]

    whispers = iter(range(1000))
    found = peeks(lambda _: Peeking(whispers), pairs=50)
    assert len(found) > 25
    assert all(peek.moves[0] != peek.moves[1] for peek in found)
