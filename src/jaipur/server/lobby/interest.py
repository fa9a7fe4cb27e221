"""Which games are worth watching: those with most at stake first.

A game counts by what is at stake (a round that decides the match, a player one seal from winning
it), by how far its round has come, and by how many watch. One in which nothing has happened for
some minutes comes after all others, the latest first.
"""

from __future__ import annotations

import math
from typing import Final

from jaipur.server.live_game import LiveGame
from jaipur.server.store import DatabaseRow

__all__ = ["interest", "interest_of"]

_IDLE_MS: Final = 300_000
_DECIDER: Final = 3.0  # the next seal wins the match for either player
_NEAR: Final = 1.0  # it would for one of them
_MOST_FOR_SPECTATORS: Final = 2.0


def interest(row: DatabaseRow, live: LiveGame | None, now: int) -> tuple[bool, float, int]:
    """A key by which rows of games are sorted; `live` is the game if it is in memory."""
    seals = (row["seals0"] or 0, row["seals1"] or 0)
    idle = now - row["updated_at"] > _IDLE_MS
    score = interest_of(seals, played=_played(live), spectators=_spectators(live))
    return idle, 0.0 if idle else -score, -row["updated_at"]


def interest_of(seals: tuple[int, int], *, played: float, spectators: int) -> float:
    """How interesting a game is; `played` is the part of the round's deck that is used up."""
    stakes = _DECIDER if min(seals) >= 1 else _NEAR if max(seals) >= 1 else 0.0
    watched = min(_MOST_FOR_SPECTATORS, math.log2(1 + spectators) / 2)
    return stakes + played + watched


def _played(live: LiveGame | None) -> float:
    round = None if live is None else live.game.round
    if round is None:
        return 0.0
    dealt = sum(round.ruleset.cards) + round.ruleset.camels
    return 1 - len(round.deck) / dealt


def _spectators(live: LiveGame | None) -> int:
    """How many streams of the game are not its players'; those of this process only."""
    return 0 if live is None else max(0, len(live.listeners) - 2)
