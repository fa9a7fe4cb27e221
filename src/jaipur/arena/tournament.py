"""A round-robin tournament, and a rating for each entrant.

Every two entrants play the same deals, so the duel of any two is one cell of the tournament:
`jaipur duel A B` with the same seed plays the same rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from jaipur.arena.duel import split_into_tasks
from jaipur.arena.entrant import Entrant, check_entrants
from jaipur.arena.pair import Pair, PairSpec
from jaipur.arena.ratings import rate
from jaipur.arena.statistics import Estimate
from jaipur.arena.tally import Tally
from jaipur.arena.workers import BotHosting, PairTask, Worker, play_here
from jaipur.rules.rulesets import get_ruleset
from jaipur.rules.whole_numbers import is_whole

__all__ = ["Standings", "Tournament", "play_tournament"]


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is to be played: `rounds` for every two entrants, two for each deal."""

    entrants: tuple[Entrant, ...]
    rounds: int
    seed: str | int = "1"
    ruleset: str = "standard"
    anchor: int | None = None
    """The entrant whose rating is 0; without one the mean is 0."""

    def __post_init__(self) -> None:
        check_entrants(self.entrants, self.seed)
        get_ruleset(self.ruleset)
        if not is_whole(self.rounds, 2) or self.rounds % 2:
            raise ValueError(f"rounds must be at least 2 and even, got {self.rounds!r}")
        if len(self.entrants) < 2:
            raise ValueError(f"entrants must be at least 2, got {len(self.entrants)}")
        if len(set(self.entrants)) < len(self.entrants):
            names = ", ".join(str(entrant) for entrant in self.entrants)
            raise ValueError(f"entrants must all differ, got {names}")
        last = len(self.entrants) - 1
        if self.anchor is not None and not is_whole(self.anchor, 0, last):
            raise ValueError(f"anchor must be 0 to {last} or None, got {self.anchor!r}")

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """Every two entrants, by their indexes."""
        return list(combinations(range(len(self.entrants)), 2))


@dataclass(frozen=True, slots=True)
class Standings:
    """A tournament that has been played, to its end or to an interruption."""

    tournament: Tournament
    tallies: dict[tuple[int, int], Tally]

    @property
    def ratings(self) -> list[Estimate]:
        """The rating of each entrant."""
        points = {pairing: tally.points for pairing, tally in self.tallies.items()}
        return rate(points, len(self.tournament.entrants), self.tournament.anchor)

    @property
    def adjusted_ratings(self) -> list[Estimate]:
        """The same from pairs that are adjusted for luck."""
        points = {
            pairing: [4 * score for score in tally.adjustment.scores]
            for pairing, tally in self.tallies.items()
        }
        return rate(points, len(self.tournament.entrants), self.tournament.anchor)

    @property
    def labels(self) -> list[str]:
        """Names for a table: as typed, but bots by the names in their hellos."""
        typed = [str(entrant) for entrant in self.tournament.entrants]
        called = [
            self._name(player) or typed[player] if entrant.command is not None else typed[player]
            for player, entrant in enumerate(self.tournament.entrants)
        ]
        often = Counter(called)
        return [
            call if often[call] == 1 else text for call, text in zip(called, typed, strict=True)
        ]

    def share(self, one: int, other: int) -> Estimate:
        """The share of rounds that one has won against the other."""
        if one < other:
            return self.tallies[one, other].share
        share = self.tallies[other, one].share
        return Estimate(1 - share.value, 1 - share.high, 1 - share.low)

    def milliseconds(self, player: int) -> tuple[float, float]:
        """Milliseconds a move: the mean and the maximum."""
        spent = [tally.thinking[side] for tally, side in self._of(player)]
        moves = sum(thinking.moves for thinking in spent)
        seconds = sum(thinking.seconds for thinking in spent)
        return 1000 * seconds / max(1, moves), 1000 * max(each.slowest for each in spent)

    def forfeits(self, player: int) -> Counter[str]:
        """How often it forfeited a round, by cause."""
        return sum((tally.forfeits[side] for tally, side in self._of(player)), Counter[str]())

    def details(self, player: int) -> dict[str, str]:
        """By cause, the detail of its first forfeit of this kind."""
        return {
            cause: detail
            for tally, side in reversed(self._of(player))
            for cause, detail in tally.details[side].items()
        }

    def summary(self) -> dict[str, Any]:
        """All of it as plain data."""
        tournament, anchor = self.tournament, self.tournament.anchor
        return {
            "ruleset": tournament.ruleset,
            "seed": tournament.seed,
            "anchor": None if anchor is None else str(tournament.entrants[anchor]),
            "players": [
                self._row(player, rating, adjusted)
                for player, (rating, adjusted) in enumerate(
                    zip(self.ratings, self.adjusted_ratings, strict=True)
                )
            ],
            "duels": [tally.summary() for tally in self.tallies.values()],
        }

    def _row(self, player: int, rating: Estimate, adjusted: Estimate) -> dict[str, Any]:
        mean, slowest = self.milliseconds(player)
        return {
            "player": str(self.tournament.entrants[player]),
            "name": self._name(player),
            "elo": round(rating.value, 2),
            "elo_95": [round(rating.low, 2), round(rating.high, 2)],
            "adjusted": {
                "elo": round(adjusted.value, 2),
                "elo_95": [round(adjusted.low, 2), round(adjusted.high, 2)],
            },
            "milliseconds": {"mean": round(mean, 3), "max": round(slowest, 3)},
            "forfeits": dict(sorted(self.forfeits(player).items())),
        }

    def _of(self, player: int) -> list[tuple[Tally, int]]:
        """The player's tallies, and its side in each."""
        found = self.tallies.items()
        return [(tally, pairing.index(player)) for pairing, tally in found if player in pairing]

    def _name(self, player: int) -> str:
        return next((tally.names[side] for tally, side in self._of(player)), "")


def play_tournament(
    tournament: Tournament,
    *,
    worker: Worker = play_here,
    hosting: BotHosting | None = None,
    on_pair: Callable[[Pair], bool | None] = lambda _pair: None,
) -> Standings:
    """Play a tournament. `on_pair` gets every pair; if it returns True, the tournament ends."""
    entrants = tournament.entrants
    tallies = {
        (one, other): Tally((entrants[one], entrants[other])) for one, other in tournament.pairings
    }
    tasks = list(_tasks(tournament))
    with closing(worker((task for _, task in tasks), hosting or BotHosting())) as results:
        for (pairing, _), pairs in zip(tasks, results, strict=False):
            ends = False
            for pair in pairs:
                tallies[pairing].add(pair)
                ends = bool(on_pair(pair)) or ends
            if ends:
                break
    return Standings(tournament, tallies)


def _tasks(tournament: Tournament) -> Iterator[tuple[tuple[int, int], PairTask]]:
    """Deal by deal, so that all have played about as much whenever it is interrupted."""
    by_pairing = [
        [
            (pairing, task)
            for task in split_into_tasks(_spec(tournament, pairing), tournament.rounds // 2)
        ]
        for pairing in tournament.pairings
    ]
    for same_deals in zip(*by_pairing, strict=True):
        yield from same_deals


def _spec(tournament: Tournament, pairing: tuple[int, int]) -> PairSpec:
    one, other = (tournament.entrants[player] for player in pairing)
    return PairSpec((one, other), str(tournament.seed), tournament.ruleset)
