"""Rounds to mine puzzles from: mixed players, with some moves that nobody would recommend.

Levels, the dial between them and the yardsticks for people meet in any pairing, and a few moves are
drawn at random, so that positions are those that people reach.
"""

from __future__ import annotations

from random import Random
from typing import Final

from jaipur.players.dial import DialPlayer, dial_range
from jaipur.players.levels import LEVELS, LevelPlayer
from jaipur.players.people import BeginnerPlayer, CasualPlayer, ChildPlayer, ClubPlayer
from jaipur.players.player import Player
from jaipur.rules.round import Round

__all__ = ["PEOPLE", "played_round"]

PEOPLE: Final = (ChildPlayer(), BeginnerPlayer(), CasualPlayer(), ClubPlayer())
RANDOM_MOVES: Final = 0.04
_HIGHEST_DIAL: Final = 1850  # above it a player searches, which takes as long as the mining
_PLY_LIMIT: Final = 120


def played_round(ruleset: str, seed: str) -> Round:
    """A round that two players have played to its end, or for so long that none is like it."""
    rng = Random(f"puzzle round {seed}")
    players = [_player(rng), _player(rng)]
    round = Round.deal(seed=f"puzzle {seed}", ruleset=ruleset)
    while not round.is_over and round.ply < _PLY_LIMIT:
        assert round.turn is not None
        view = round.view(round.turn)
        noisy = rng.random() < RANDOM_MOVES
        round = round.play(rng.choice(view.moves) if noisy else players[round.turn].choose(view))
    return round


def _player(rng: Random) -> Player:
    seed, kind = rng.getrandbits(32), rng.random()
    if kind < 0.45:
        return LevelPlayer(rng.choice(LEVELS[:-1]), seed)
    if kind < 0.6:
        return rng.choice(PEOPLE)
    return DialPlayer(rng.randint(dial_range()[0], _HIGHEST_DIAL), seed)
