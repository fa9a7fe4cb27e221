"""A tournament: everybody against everybody, and a rating for each.

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

from jaipur.arena.duel import tasks_of
from jaipur.arena.entrant import Entrant
from jaipur.arena.pair import Pair, Setup
from jaipur.arena.ratings import rate
from jaipur.arena.statistics import Estimate
from jaipur.arena.tally import Tally
from jaipur.arena.work import House, Task, Worker, play_here
from jaipur.rules.rulesets import get_ruleset

__all__ = ["Standings", "Tournament", "play_tournament"]


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is to be played: `rounds` for every two entrants, two for each deal."""

    entrants: tuple[Entrant, ...]
    rounds: int
    seed: str = "1"
    ruleset: str = "standard"
    anchor: int | None = None
    """The entrant whose rating is 0; without one the mean is 0."""

    def __post_init__(self) -> None:
        get_ruleset(self.ruleset)
        if self.rounds < 2 or self.rounds % 2:
            raise ValueError(f"There are two rounds for each deal, so {self.rounds} cannot be.")
        if len(self.entrants) < 2:
            raise ValueError("A tournament needs two players at least.")
        if len(set(self.entrants)) < len(self.entrants):
            raise ValueError("A player takes part once only.")
        if self.anchor is not None and not 0 <= self.anchor < len(self.entrants):
            raise ValueError("The anchor is none of the players.")

    @property
    def meetings(self) -> list[tuple[int, int]]:
        """Who meets whom."""
        return list(combinations(range(len(self.entrants)), 2))


@dataclass(frozen=True, slots=True)
class Standings:
    """A tournament that has been played, to its end or to an interruption."""

    tournament: Tournament
    tallies: dict[tuple[int, int], Tally]

    @property
    def ratings(self) -> list[Estimate]:
        """The rating of each entrant."""
        points = {meeting: tally.points for meeting, tally in self.tallies.items()}
        return rate(points, len(self.tournament.entrants), self.tournament.anchor)

    @property
    def labels(self) -> list[str]:
        """What to call the entrants: as typed, but bots as they call themselves."""
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
        """Milliseconds a move: the mean and the most."""
        thought = [tally.thinking[side] for tally, side in self._of(player)]
        moves = sum(thinking.moves for thinking in thought)
        seconds = sum(thinking.seconds for thinking in thought)
        return 1000 * seconds / max(1, moves), 1000 * max(each.slowest for each in thought)

    def forfeits(self, player: int) -> Counter[str]:
        """How often it forfeited a round, by cause."""
        return sum((tally.forfeits[side] for tally, side in self._of(player)), Counter[str]())

    def details(self, player: int) -> dict[str, str]:
        """By cause, what was said about its first forfeit of this kind."""
        return {
            cause: detail
            for tally, side in reversed(self._of(player))
            for cause, detail in tally.details[side].items()
        }

    def summary(self) -> dict[str, Any]:
        """All of it as plain data."""
        what = self.tournament
        return {
            "ruleset": what.ruleset,
            "seed": what.seed,
            "anchor": None if what.anchor is None else str(what.entrants[what.anchor]),
            "players": [self._row(player, rating) for player, rating in enumerate(self.ratings)],
            "duels": [tally.summary() for tally in self.tallies.values()],
        }

    def _row(self, player: int, rating: Estimate) -> dict[str, Any]:
        mean, most = self.milliseconds(player)
        return {
            "player": str(self.tournament.entrants[player]),
            "name": self._name(player),
            "elo": round(rating.value, 2),
            "elo_95": [round(rating.low, 2), round(rating.high, 2)],
            "milliseconds": {"mean": round(mean, 3), "max": round(most, 3)},
            "forfeits": dict(sorted(self.forfeits(player).items())),
        }

    def _of(self, player: int) -> list[tuple[Tally, int]]:
        """The player's tallies, and its side in each."""
        found = self.tallies.items()
        return [(tally, meeting.index(player)) for meeting, tally in found if player in meeting]

    def _name(self, player: int) -> str:
        return next((tally.names[side] for tally, side in self._of(player)), "")


def play_tournament(
    what: Tournament,
    *,
    worker: Worker = play_here,
    house: House | None = None,
    each: Callable[[Pair], bool | None] = lambda _pair: None,
) -> Standings:
    """Play a tournament. `each` is told every pair; if it returns True, the tournament ends."""
    entrants = what.entrants
    tallies = {
        (one, other): Tally((entrants[one], entrants[other])) for one, other in what.meetings
    }
    tasks = list(_tasks(what))
    with closing(worker((task for _, task in tasks), house or House())) as results:
        for (meeting, _), pairs in zip(tasks, results, strict=False):
            ends = False
            for pair in pairs:
                tallies[meeting].add(pair)
                ends = bool(each(pair)) or ends
            if ends:
                break
    return Standings(what, tallies)


def _tasks(what: Tournament) -> Iterator[tuple[tuple[int, int], Task]]:
    """Deal by deal, so that everybody has played about as much whenever it ends."""
    by_meeting = [
        [(meeting, task) for task in tasks_of(_setup(what, meeting), what.rounds // 2)]
        for meeting in what.meetings
    ]
    for same_deals in zip(*by_meeting, strict=True):
        yield from same_deals


def _setup(what: Tournament, meeting: tuple[int, int]) -> Setup:
    one, other = (what.entrants[player] for player in meeting)
    return Setup((one, other), what.seed, what.ruleset)
