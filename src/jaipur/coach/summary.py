"""What a review says about one player: luck and skill, error per decision, the costliest moves.

No difference is called one below two standard errors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import isqrt
from typing import Final

from jaipur.coach.accuracy import Accuracy, accuracy_of
from jaipur.coach.ledger import Ledger, LedgerLine, LineKind, Share, sum_of
from jaipur.coach.level_errors import Placement, place
from jaipur.coach.reviewed_move import Phase, ReviewedMove
from jaipur.engine.grades import Grade

__all__ = ["COSTLIEST", "Part", "PartSum", "PlayerSummary", "costliest_of", "parts_of", "summarise"]

COSTLIEST: Final = 3


class Part(StrEnum):
    """What the result of a match is made of, for one player."""

    START = "start"
    """Who begins, and the deals."""
    DRAWS = "draws"
    BONUS = "bonus"
    UNSEEN = "unseen"
    DECISIONS = "decisions"
    """What the player's own decisions lost; never positive."""
    OPPONENT = "opponent"
    """What the other player's decisions lost; never negative."""
    ENDED = "ended"


LUCK: Final = (Part.START, Part.DRAWS, Part.BONUS)
MOVES: Final = (LineKind.DECISION, LineKind.UNSEEN)


@dataclass(frozen=True, slots=True)
class PartSum:
    """The sum of the lines of a part, for one player, and its standard error."""

    share: Share
    error: Share


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSummary:
    """One player's match."""

    seat: int
    name: str
    parts: Mapping[Part, PartSum]
    """Every part; their shares add up exactly to the player's result minus one half."""
    moves_rupees: int
    """What the player's own moves changed in its expected lead in rupees, in 1/RUPEE_ONE. Hidden
    cards that they met are in it: the search judges by the seal, so it does not part them."""
    accuracy: Accuracy
    """What a decision lost on average; forced and trivial ones are left out."""
    phases: Mapping[Phase, Accuracy]
    grades: Mapping[Grade, int]
    forced: int
    """How many decisions were forced or trivial."""
    placement: Placement | None
    """The levels that play like this; None where nothing was measured."""

    @property
    def luck(self) -> PartSum:
        """Who begins, the deals, draws and bonus tokens."""
        return _added(self.parts[part] for part in LUCK)


def summarise(
    seat: int, name: str, moves: Sequence[ReviewedMove], ledger: Ledger, ruleset: str
) -> PlayerSummary:
    """The summary of one player."""
    own = [move for move in moves if move.seat == seat]
    accuracy = accuracy_of(own)
    grades = Counter(move.grade for move in own)
    return PlayerSummary(
        seat=seat,
        name=name,
        parts=parts_of(ledger.lines, seat),
        moves_rupees=_of_own_moves(ledger.lines, seat).rupees,
        accuracy=accuracy,
        phases={phase: accuracy_of(move for move in own if move.phase is phase) for phase in Phase},
        grades={grade: grades[grade] for grade in Grade},
        forced=sum(move.trivial for move in own),
        placement=place(accuracy, ruleset),
    )


def parts_of(lines: Iterable[LedgerLine], seat: int) -> dict[Part, PartSum]:
    """The sums of the parts of some lines, for a seat; every part, in their order."""
    found: dict[Part, list[LedgerLine]] = {part: [] for part in Part}
    for line in lines:
        found[_part_of(line, seat)].append(line)
    return {part: _sum_of_part(part, own, seat) for part, own in found.items()}


def costliest_of(
    moves: Iterable[ReviewedMove], ledger: Ledger, seat: int, count: int = COSTLIEST
) -> list[ReviewedMove]:
    """The moves of a seat that cost most of the match, of those that are not graded fine."""
    stakes = {round.number: round.stake for round in ledger.rounds}
    costly = [move for move in moves if move.seat == seat and move.grade is not Grade.FINE]
    return sorted(costly, key=lambda move: -move.lost * stakes[move.round])[:count]


def _of_own_moves(lines: Iterable[LedgerLine], seat: int) -> Share:
    """What the moves of a seat changed, for that seat."""
    own = (line for line in lines if line.kind in MOVES and line.seat == seat)
    return sum_of(line.share for line in own).seen_from(seat)


def _part_of(line: LedgerLine, seat: int) -> Part:
    match line.kind:
        case LineKind.STARTER | LineKind.DEAL:
            return Part.START
        case LineKind.DECISION:
            return Part.DECISIONS if line.seat == seat else Part.OPPONENT
        case LineKind.UNSEEN:
            return Part.UNSEEN
        case LineKind.DRAW:
            return Part.DRAWS
        case LineKind.BONUS:
            return Part.BONUS
        case LineKind.ENDED:
            return Part.ENDED


def _sum_of_part(part: Part, lines: Sequence[LedgerLine], seat: int) -> PartSum:
    share = sum_of(line.share for line in lines).seen_from(seat)
    # Who begins and the deal err against each other: together they are exact.
    errors = [] if part is Part.START else [line.error for line in lines]
    return PartSum(share, _combined(errors))


def _added(sums: Iterable[PartSum]) -> PartSum:
    found = list(sums)
    return PartSum(sum_of(one.share for one in found), _combined(one.error for one in found))


def _combined(errors: Iterable[Share]) -> Share:
    """The standard error of a sum of independent shares."""
    squares = [0, 0, 0]
    for error in errors:
        for scale, value in enumerate(error):
            squares[scale] += value * value
    return Share(*map(isqrt, squares))
