"""A player that chooses uniformly among its legal moves."""

from __future__ import annotations

import random

from jaipur.players.player import in_turn
from jaipur.rules.moves import Move
from jaipur.rules.view import View

__all__ = ["RandomPlayer"]


class RandomPlayer:
    """Every legal move is equally likely; the same seed makes the same choices."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    @in_turn
    def choose(self, view: View) -> Move:
        """One of the view's moves."""
        return view.moves[self._rng.randrange(len(view.moves))]
