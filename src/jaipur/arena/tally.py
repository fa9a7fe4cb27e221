"""The counts of a duel: points by pair, seals, ends, thinking time, forfeits."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from jaipur.arena.adjustment import Adjustment
from jaipur.arena.entrant import Entrant
from jaipur.arena.pair import Outcome, Pair, ThinkingTime
from jaipur.arena.statistics import Estimate, elo_estimate, share_estimate
from jaipur.rules.ends import RoundEnd

__all__ = ["Tally"]


@dataclass(slots=True)
class Tally:
    """Counts of a duel. What belongs to one side is a list of two, the first entrant first."""

    entrants: tuple[Entrant, Entrant]
    points: list[int] = field(default_factory=list)
    """Half points of the first entrant in each pair, in the order of the pairs."""
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    """How many pairs gave the first entrant 0, 1, 2, 3, 4 half points."""
    wins: list[int] = field(default_factory=lambda: [0, 0])
    """Games won."""
    seals: list[int] = field(default_factory=lambda: [0, 0])
    rounds: int = 0
    plies: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    thinking: list[ThinkingTime] = field(default_factory=lambda: [ThinkingTime(), ThinkingTime()])
    forfeits: list[Counter[str]] = field(default_factory=lambda: [Counter(), Counter()])
    details: list[dict[str, str]] = field(default_factory=lambda: [{}, {}])
    """By cause, the detail of the first forfeit of this kind."""
    names: list[str] = field(default_factory=lambda: ["", ""])
    """The players' own names."""
    adjustment: Adjustment = field(default_factory=Adjustment)
    """The pairs with their luck taken out."""

    def add(self, pair: Pair) -> None:
        """Count a pair."""
        self.points.append(pair.points)
        self.pairs[pair.points] += 1
        self.adjustment.add(pair.points / 4, pair.luck)
        for outcome in pair.outcomes:
            self._add_game(outcome)

    @property
    def games(self) -> int:
        """How many games have been played: rounds, or whole matches."""
        return 2 * len(self.points)

    @property
    def no_seal(self) -> int:
        """How many rounds ended without a seal."""
        return self.rounds - sum(self.seals)

    @property
    def stopped(self) -> int:
        """How many rounds were stopped at the ply limit, and scored (R10)."""
        return self.ends[RoundEnd.STOPPED]

    @property
    def share(self) -> Estimate:
        """The share of games that the first entrant has won."""
        return share_estimate(self.pairs)

    @property
    def adjusted_share(self) -> Estimate:
        """The same share, estimated with luck taken out."""
        return self.adjustment.sums.share

    @property
    def labels(self) -> tuple[str, str]:
        """Names for a table: as typed, but bots by the names in their hellos."""
        typed = [str(entrant) for entrant in self.entrants]
        called = [
            name if entrant.command is not None and name else text
            for entrant, name, text in zip(self.entrants, self.names, typed, strict=True)
        ]
        if typed[0] == typed[1]:
            return f"{called[0]} 1", f"{called[1]} 2"
        first, second = called if called[0] != called[1] else typed
        return first, second

    def milliseconds(self, side: int) -> tuple[float, float]:
        """Milliseconds a move: the mean and the maximum."""
        spent = self.thinking[side]
        return 1000 * spent.seconds / max(1, spent.moves), 1000 * spent.slowest

    def summary(self) -> dict[str, Any]:
        """All of it as plain data; an infinite Elo difference is None."""
        return {
            "players": [str(entrant) for entrant in self.entrants],
            "names": list(self.names),
            "rounds": self.rounds,
            "wins": list(self.wins),
            "no_seal": self.no_seal,
            "stopped": self.stopped,
            "pairs": list(self.pairs),
            **_estimates(self.share),
            "adjusted": self._adjusted(),
            "milliseconds": [self._times(side) for side in (0, 1)],
            "forfeits": [dict(sorted(causes.items())) for causes in self.forfeits],
            "ends": dict(sorted(self.ends.items())),
            "plies": self.plies,
        }

    def _adjusted(self) -> dict[str, Any]:
        ratio, fitted = self.adjustment.variance_ratio, self.adjustment.coefficients
        return {
            **_estimates(self.adjusted_share),
            "variance_ratio": None if ratio is None else round(ratio, 3),
            "coefficients": {part: round(c, 4) for part, c in fitted._asdict().items()},
        }

    def _times(self, side: int) -> dict[str, float]:
        mean, slowest = self.milliseconds(side)
        return {"mean": round(mean, 3), "max": round(slowest, 3)}

    def _add_game(self, outcome: Outcome) -> None:
        if outcome.points != 1:
            self.wins[0 if outcome.points == 2 else 1] += 1
        self.rounds += len(outcome.ends)
        self.plies += outcome.plies
        self.ends.update(outcome.ends)
        self.names = list(outcome.names)
        for side in (0, 1):
            self.seals[side] += outcome.seals[side]
            self.thinking[side] = _sum(self.thinking[side], outcome.thinking[side])
        for forfeit in outcome.forfeits:
            self.forfeits[forfeit.side][forfeit.cause] += 1
            self.details[forfeit.side].setdefault(forfeit.cause, forfeit.detail)


def _sum(one: ThinkingTime, other: ThinkingTime) -> ThinkingTime:
    slowest = max(one.slowest, other.slowest)
    return ThinkingTime(one.moves + other.moves, one.seconds + other.seconds, slowest)


def _estimates(share: Estimate) -> dict[str, Any]:
    elo = elo_estimate(share)
    return {
        "share": round(share.value, 5),
        "share_95": [round(share.low, 5), round(share.high, 5)],
        "elo": _finite(elo.value),
        "elo_95": [_finite(elo.low), _finite(elo.high)],
    }


def _finite(number: float) -> float | None:
    return round(number, 2) if isfinite(number) else None
