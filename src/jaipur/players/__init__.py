"""Who can sit at a table: players by name, and a table to sit them at.

A player is anything with a name that chooses a move from a View. `make_player` knows the ones in
`NAMES`; `play_match` plays two of them, or two of your own, against each other.
"""

from __future__ import annotations

from typing import Final

from jaipur.errors import UnknownPlayer
from jaipur.players.baselines import FlatPlayer, OnePlyPlayer, ReferencePlayer
from jaipur.players.bot import BOT_PREFIX, BotPlayer
from jaipur.players.budget import Budget
from jaipur.players.greedy import GreedyPlayer
from jaipur.players.levels import LEVELS as _LEVELS
from jaipur.players.levels import Level, LevelPlayer, find_level
from jaipur.players.player import Player
from jaipur.players.random import RandomPlayer
from jaipur.players.table import ROUND_LIMIT, play_match, play_move

__all__ = [
    "NAMES",
    "ROUND_LIMIT",
    "BotPlayer",
    "Budget",
    "FlatPlayer",
    "GreedyPlayer",
    "Level",
    "LevelPlayer",
    "OnePlyPlayer",
    "Player",
    "RandomPlayer",
    "ReferencePlayer",
    "make_player",
    "play_match",
    "play_move",
]

NAMES: Final = (
    "random",
    "greedy",
    *(level.name for level in _LEVELS),
    "one-ply",
    "reference",
    "flat",
)


def make_player(name: str, seed: int = 0, budget: Budget | None = None) -> Player:
    """The player of that name, or the program behind `bot:COMMAND`.

    The seed decides its chances, where it takes any, and the budget how long it thinks.
    """
    if name.startswith(BOT_PREFIX):
        return BotPlayer(name.removeprefix(BOT_PREFIX), budget=budget)
    level = find_level(name)
    if level is not None:
        return LevelPlayer(level, seed, budget)
    match name:
        case "random":
            return RandomPlayer(seed)
        case "greedy":
            return GreedyPlayer()
        case "one-ply":
            return OnePlyPlayer()
        case "reference":
            return ReferencePlayer(seed)
        case "flat":
            return FlatPlayer(seed, budget)
        case _:
            known = ", ".join(NAMES)
            raise UnknownPlayer(f"There is no player {name!r}; known are {known}.")
