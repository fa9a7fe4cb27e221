"""Players against players: duels, sequential tests, tournaments, ratings.

>>> from jaipur.arena import Duel, Entrant, play_duel
>>> result = play_duel(Duel((Entrant("greedy"), Entrant("random")), rounds=20, seed="7"))
>>> result.tally.wins
[20, 0]
"""

from __future__ import annotations

from jaipur.arena.duel import Duel, DuelResult, play_duel, worker_for
from jaipur.arena.entrant import Entrant
from jaipur.arena.pair import Pair, PairSpec, play_pair
from jaipur.arena.sprt import Sprt, SprtVerdict
from jaipur.arena.statistics import Estimate
from jaipur.arena.tally import Tally
from jaipur.arena.tournament import Standings, Tournament, play_tournament

__all__ = [
    "Duel",
    "DuelResult",
    "Entrant",
    "Estimate",
    "Pair",
    "PairSpec",
    "Sprt",
    "SprtVerdict",
    "Standings",
    "Tally",
    "Tournament",
    "play_duel",
    "play_pair",
    "play_tournament",
    "worker_for",
]
