"""Who finds the best move of a puzzle: levels, yardsticks, the network; and its first rating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from jaipur.engine.one_ply import choose_one_ply
from jaipur.players.levels import LEVELS, LevelPlayer, ratings
from jaipur.rules.moves import Move
from jaipur.rules.view import View
from training.puzzle_rounds import PEOPLE

__all__ = ["SEARCHING", "answers", "first_rating", "some_level_fails"]

SEEDS: Final = 8
SEARCHING: Final = LEVELS[-1].name
_HANDICAPPED: Final = LEVELS[:-1]
# A puzzle is thought of as one more player at first: in the middle, and no surer than that.
_PRIOR_MEAN: Final = 1500.0
_PRIOR_DEVIATION: Final = 350.0
_SCALE: Final = 400.0


def answers(view: View) -> dict[str, Counter[Move]]:
    """What each player that does not search chooses, as often as it was asked."""
    found = {
        level.name: Counter(LevelPlayer(level, seed).choose(view) for seed in range(SEEDS))
        for level in _HANDICAPPED
    }
    found |= {player.name: Counter([player.choose(view)]) for player in PEOPLE}
    found["one-ply"] = Counter([choose_one_ply(view)[0]])
    return found


def some_level_fails(found: Mapping[str, Counter[Move]], best: Move) -> bool:
    """Whether a level misses the best move at least as often as it finds it."""
    return any(2 * found[level.name][best] <= SEEDS for level in _HANDICAPPED)


def first_rating(shares: Mapping[str, float], ruleset: str) -> int:
    """The rating at which the players of known rating would find the best move as often as they do.

    `shares` has how often each finds it. As in Elo's formula, a player of the puzzle's own rating
    finds it in half of all cases; the prior keeps a puzzle that all or none find within bounds.
    """
    known = ratings()[ruleset]
    low, high = 0.0, 4000.0
    for _ in range(40):
        rating = (low + high) / 2
        surprise = sum(
            share - 1 / (1 + 10 ** ((rating - known[name]) / _SCALE))
            for name, share in shares.items()
        )
        # Where players do better than this rating says, the puzzle is easier.
        pull = (_PRIOR_MEAN - rating) / _PRIOR_DEVIATION**2 * _SCALE / 2.302585
        if surprise < pull:
            low = rating
        else:
            high = rating
    return round((low + high) / 2)
