"""The facts of a match for one seat: what a player did and what came of it, by its moves.

They follow from the match alone and judge nothing, so they can be computed again at any time. Moves
that were taken back are in no match, and so in no facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

from jaipur.rules.ends import MatchEnd, RoundEnd
from jaipur.rules.match import Match
from jaipur.rules.moves import Exchange, Move, Sell, Take, TakeCamels
from jaipur.rules.round import Round

__all__ = ["FACTS_VERSION", "MatchFacts", "PlayedRound", "match_facts"]

FACTS_VERSION: Final = 1
"""Of what is counted, reviews included: what another version has stored is computed again."""
_SCORED: Final = (RoundEnd.DECK, RoundEnd.TOKENS, RoundEnd.STOPPED)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRound:
    """One round of a match for one seat. In every pair of numbers its own comes first."""

    started: bool
    """Whether the seat made the first move."""
    end: RoundEnd | None
    """None for a round that was not finished."""
    won: bool | None
    """Whether the seat won the seal; None if nobody did."""
    rupees: tuple[int, int]
    plies: int
    """The moves of both seats."""
    takes: int
    """How often the seat took one good."""
    camels: int
    """How often it took the camels."""
    exchanges: int
    sales: tuple[int, ...]
    """The cards of each sale of the seat, in order."""
    bonus_tokens: int
    herds: tuple[int, int]

    @property
    def is_scored(self) -> bool:
        """Whether the round was played to its end."""
        return self.end in _SCORED

    @property
    def has_camel_token(self) -> bool:
        """Whether the seat has the larger herd."""
        return self.herds[0] > self.herds[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFacts:
    """A match for one seat."""

    seat: int
    ruleset: str
    won: bool | None
    """None for a match without a winner."""
    ended: MatchEnd | None
    gave_up: bool
    """Whether the seat resigned or left."""
    seals: tuple[int, int]
    rounds: tuple[PlayedRound, ...]

    def to_data(self) -> dict[str, Any]:
        """The facts as plain data, ready for JSON."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The facts that `to_data` wrote."""
        ended = data["ended"]
        return cls(
            seat=data["seat"],
            ruleset=data["ruleset"],
            won=data["won"],
            ended=None if ended is None else MatchEnd(ended),
            gave_up=data["gave_up"],
            seals=(data["seals"][0], data["seals"][1]),
            rounds=tuple(_round_from(line) for line in data["rounds"]),
        )


def match_facts(match: Match, seat: int) -> MatchFacts:
    """The facts of a match for a seat."""
    if seat not in (0, 1):
        raise ValueError(f"seat must be 0 or 1, got {seat!r}")
    return MatchFacts(
        seat=seat,
        ruleset=match.ruleset.name,
        won=None if match.winner is None else match.winner == seat,
        ended=match.ended,
        gave_up=match.by == seat,
        seals=_own_first(match.seals, seat),
        rounds=tuple(_played(round, seat) for round in match.rounds),
    )


def _played(round: Round, seat: int) -> PlayedRound:
    moves = [move for move, _ in round.history]
    own: list[Move] = moves[(round.first != seat) :: 2]
    kinds = Counter(map(type, own))
    return PlayedRound(
        started=round.first == seat,
        end=round.end,
        won=None if round.seal is None else round.seal == seat,
        rupees=_own_first(round.rupees, seat),
        plies=round.ply,
        takes=kinds[Take],
        camels=kinds[TakeCamels],
        exchanges=kinds[Exchange],
        sales=tuple(move.count for move in own if isinstance(move, Sell)),
        bonus_tokens=round.scores[seat].bonus_tokens,
        herds=_own_first(round.herds, seat),
    )


def _round_from(data: Mapping[str, Any]) -> PlayedRound:
    fields = dict(data)
    end, (mine, theirs), (herd, other) = fields["end"], fields["rupees"], fields["herds"]
    fields |= {
        "end": None if end is None else RoundEnd(end),
        "rupees": (mine, theirs),
        "herds": (herd, other),
        "sales": tuple(fields["sales"]),
    }
    return PlayedRound(**fields)


def _own_first(pair: tuple[int, int], seat: int) -> tuple[int, int]:
    return pair if seat == 0 else (pair[1], pair[0])
