"""Players: what chooses moves, by name, and matches between two of them.

A player is anything with a name that chooses a move from a View. `make_player` knows the ones in
`NAMES`; `play_match` plays two of them, or two of your own, against each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from jaipur.errors import UnknownPlayer
from jaipur.players.attacker import ATTACKER_PREFIX, AttackerPlayer
from jaipur.players.baselines import (
    NETWORK_PREFIX,
    SEARCH_PREFIX,
    UNIFORM_PREFIX,
    WHOLE_PREFIX,
    FlatPlayer,
    OnePlyPlayer,
    ReferencePlayer,
    SearchPlayer,
    load_network,
)
from jaipur.players.bot import BOT_PREFIX, BotPlayer
from jaipur.players.budget import Budget
from jaipur.players.dial import DIAL_PREFIX, DialPlayer, read_dial
from jaipur.players.greedy import GreedyPlayer
from jaipur.players.levels import LEVELS as _LEVELS
from jaipur.players.levels import Level, LevelPlayer, find_level
from jaipur.players.people import BeginnerPlayer, CasualPlayer, ChildPlayer, ClubPlayer
from jaipur.players.play_match import ROUND_LIMIT, play_match, play_move, tell_round_end
from jaipur.players.player import Player, RoundEndListener
from jaipur.players.random import RandomPlayer
from jaipur.players.stalling import ExchangePlayer, PatientPlayer, UndoPlayer

__all__ = [
    "NAMES",
    "PREFIXES",
    "ROUND_LIMIT",
    "AttackerPlayer",
    "BeginnerPlayer",
    "BotPlayer",
    "Budget",
    "CasualPlayer",
    "ChildPlayer",
    "ClubPlayer",
    "DialPlayer",
    "ExchangePlayer",
    "FlatPlayer",
    "GreedyPlayer",
    "Level",
    "LevelPlayer",
    "OnePlyPlayer",
    "PatientPlayer",
    "Player",
    "RandomPlayer",
    "ReferencePlayer",
    "RoundEndListener",
    "SearchPlayer",
    "UndoPlayer",
    "make_player",
    "play_match",
    "play_move",
    "tell_round_end",
]

NAMES: Final = (
    "random",
    "greedy",
    *(level.name for level in _LEVELS),
    "one-ply",
    "reference",
    "flat",
    "child",
    "beginner",
    "casual",
    "club",
    "exchanger",
    "undoer",
    "patient",
)


PREFIXES: Final = (
    BOT_PREFIX,
    NETWORK_PREFIX,
    SEARCH_PREFIX,
    UNIFORM_PREFIX,
    WHOLE_PREFIX,
    ATTACKER_PREFIX,
    DIAL_PREFIX,
)
"""What stands before a command, a file, a victim or a rating, where a player is not in NAMES."""

_PLAIN: Final[dict[str, Callable[[], Player]]] = {
    "greedy": GreedyPlayer,
    "one-ply": OnePlyPlayer,
    "child": ChildPlayer,
    "beginner": BeginnerPlayer,
    "casual": CasualPlayer,
    "club": ClubPlayer,
    "exchanger": ExchangePlayer,
    "undoer": UndoPlayer,
    "patient": PatientPlayer,
}
"""Players without a seed or a budget."""


def make_player(name: str, seed: int = 0, budget: Budget | None = None) -> Player:
    """The player of that name or rating (`level:1240`), or of a prefix and what follows it.

    Prefixes are `bot:COMMAND`, `network:FILE`, `search:FILE`, `whole:FILE` (a search that never
    stops early), `uniform:FILE` (one that does not read the other hand) and `attacker:VICTIM`.
    The seed decides its random choices, if it makes any, and the budget how long it thinks.
    """
    if name.startswith(BOT_PREFIX):
        return BotPlayer(name.removeprefix(BOT_PREFIX), budget=budget)
    if name.startswith(NETWORK_PREFIX):
        return OnePlyPlayer(load_network(name.removeprefix(NETWORK_PREFIX)), name)
    if name.startswith(SEARCH_PREFIX):
        network = load_network(name.removeprefix(SEARCH_PREFIX))
        return SearchPlayer(network, name, seed, budget)
    if name.startswith(UNIFORM_PREFIX):
        network = load_network(name.removeprefix(UNIFORM_PREFIX))
        return SearchPlayer(network, name, seed, budget, read_hand=False)
    if name.startswith(WHOLE_PREFIX):
        network = load_network(name.removeprefix(WHOLE_PREFIX))
        return SearchPlayer(network, name, seed, budget, stop_early=False)
    if name.startswith(ATTACKER_PREFIX):
        return AttackerPlayer(name.removeprefix(ATTACKER_PREFIX), seed, budget)
    if name.startswith(DIAL_PREFIX):
        return DialPlayer(read_dial(name), seed)
    level = find_level(name)
    if level is not None:
        return LevelPlayer(level, seed, budget)
    if name in _PLAIN:
        return _PLAIN[name]()
    match name:
        case "random":
            return RandomPlayer(seed)
        case "reference":
            return ReferencePlayer(seed)
        case "flat":
            return FlatPlayer(seed, budget)
        case _:
            known = ", ".join(NAMES)
            raise UnknownPlayer(
                f"There is no player {name!r}; known are {known}, level:RATING, bot:COMMAND, "
                "network:FILE, search:FILE, uniform:FILE, whole:FILE and attacker:VICTIM."
            )
