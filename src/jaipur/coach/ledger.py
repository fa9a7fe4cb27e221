"""The ledger of a match: what each event of each round was worth, in integers that add up exactly.

Values are the referee's, for seat 0. A move changes them by what it lost against the best move, as
the search judged it from the mover's own view (`decision`), and by the rest (`unseen`): hidden
cards that the mover could not know, and the errors of both networks. In each round the lines add up
to result minus one half of the seal, and over all rounds to result minus one half of the match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from jaipur.coach.match_values import MATCH_ONE, MatchValues, match_values
from jaipur.engine.luck import RUPEE_ONE, SEAL_ONE, round_values, starter_value
from jaipur.engine.referee import Referee, default_referee
from jaipur.engine.round_values import PlyValues, RoundValues, Worth
from jaipur.rules.ends import MatchEnd, RoundEnd
from jaipur.rules.match import Match
from jaipur.rules.round import Round, starter_after

__all__ = [
    "STARTER_ERROR",
    "Ledger",
    "LedgerLine",
    "LineKind",
    "Loss",
    "RoundLedger",
    "Share",
    "ledger_of",
    "reviewed_rounds",
    "sum_of",
]

# What the mean over 16,384 deals is off by, as a standard error: 0.1 %.
STARTER_ERROR = SEAL_ONE // 1000


class LineKind(StrEnum):
    """What an event was."""

    STARTER = "starter"
    """Who begins. In later rounds it follows from the round before, and is a rounding of 1e-6."""
    DEAL = "deal"
    DECISION = "decision"
    """What the choice lost against the best move; for its seat never positive."""
    UNSEEN = "unseen"
    """The rest of what the move changed."""
    DRAW = "draw"
    BONUS = "bonus"
    ENDED = "ended"
    """The rest to the result: given up, forfeited, stopped, or without a seal."""


class Share(NamedTuple):
    """What an event was worth for seat 0, on three scales."""

    seal: int
    """Probability of the seal, in 1/SEAL_ONE."""
    match: int
    """Probability of the match, in 1/(SEAL_ONE * MATCH_ONE)."""
    rupees: int
    """Expected lead in rupees at the end of the round, in 1/RUPEE_ONE; of a move, the whole change
    stands in its `unseen` line, since the search judges by the seal."""

    def seen_from(self, seat: int) -> Share:
        """The same for a seat."""
        return self if seat == 0 else Share(-self.seal, -self.match, -self.rupees)


class Loss(NamedTuple):
    """What a move lost against the best one, and the standard error of it, in 1/SEAL_ONE."""

    lost: int
    error: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    """One event of a round."""

    kind: LineKind
    round: int
    """The number of the round, from 1."""
    ply: int | None = None
    """The ply of the move that it belongs to; None for what no move brought."""
    seat: int | None = None
    """The seat that began, moved, or gave up."""
    share: Share
    error: Share
    """The standard error of the share; it does not cover the network's own errors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLedger:
    """The lines of one round."""

    number: int
    first: int
    ended: RoundEnd | MatchEnd
    """How it ended; in a match that was given up before its end, that."""
    stake: int
    """What winning the seal instead of losing it adds to the match, in 1/MATCH_ONE."""
    lines: tuple[LedgerLine, ...]
    total: Share
    """What the lines add up to: result minus one half; on the scale of the match, the change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """The lines of a match."""

    rounds: tuple[RoundLedger, ...]
    match: int
    """What the lines of all rounds add up to on the scale of the match, for seat 0: result minus
    one half; while the match is not over, its probability at the score minus one half."""

    @property
    def lines(self) -> Iterator[LedgerLine]:
        """The lines of all rounds."""
        return (line for round in self.rounds for line in round.lines)


def sum_of(shares: Iterable[Share]) -> Share:
    """The sum of shares, scale by scale."""
    seal = match = rupees = 0
    for share in shares:
        seal, match, rupees = seal + share.seal, match + share.match, rupees + share.rupees
    return Share(seal, match, rupees)


def reviewed_rounds(match: Match) -> tuple[Round, ...]:
    """The rounds that a review covers: all of a match that is over, else those that are over.

    So a round that is being played is never looked into.
    """
    return tuple(round for round in match.rounds if match.is_over or round.is_over)


def ledger_of(
    match: Match,
    losses: Mapping[tuple[int, int], Loss] | None = None,
    *,
    referee: Referee | None = None,
) -> Ledger:
    """The ledger of a match, given what moves lost, by number of the round and ply.

    A move without a loss is taken to have lost nothing.
    """
    judge = default_referee() if referee is None else referee
    values = match_values(match.seals_to_win, starter_value(match.ruleset, judge).seal)
    found: list[RoundLedger] = []
    score, before = (0, 0), SEAL_ONE * MATCH_ONE // 2
    for number, round in enumerate(reviewed_rounds(match), 1):
        book = _RoundBook(round, number, score, values, losses or {})
        last = number == len(match.rounds)
        after = _match_value_after(match, round, score, values, last=last)
        found.append(book.close(match, round_values(round, judge), before, after))
        score, before = _score_after(score, round), after
    return Ledger(rounds=tuple(found), match=before - SEAL_ONE * MATCH_ONE // 2)


def _score_after(score: tuple[int, int], round: Round) -> tuple[int, int]:
    return score[0] + (round.seal == 0), score[1] + (round.seal == 1)


def _match_value_after(
    match: Match, round: Round, score: tuple[int, int], values: MatchValues, *, last: bool
) -> int:
    """The value of the match after a round: its result, or its probability at the new score."""
    if last and match.winner is not None:
        return (1 - match.winner) * SEAL_ONE * MATCH_ONE
    next_first = round.next_first
    assert next_first is not None  # only the last round of a match that is over has no end
    return SEAL_ONE * values.at(_score_after(score, round), next_first)


class _RoundBook:
    """The lines of one round while they are written."""

    def __init__(
        self,
        round: Round,
        number: int,
        score: tuple[int, int],
        values: MatchValues,
        losses: Mapping[tuple[int, int], Loss],
    ) -> None:
        self._round, self._number, self._losses = round, number, losses
        mine, theirs = score
        self._lose = values.at((mine, theirs + 1), starter_after(round.first, 1))
        self._stake = values.stake(score, round.first)
        self._lines: list[LedgerLine] = []

    def close(self, match: Match, values: RoundValues, before: int, after: int) -> RoundLedger:
        """The ledger of the round, from the match's value before it to that after it."""
        begin = Share(
            values.starter.seal - SEAL_ONE // 2,
            self._match_value(values.starter.seal) - before,
            values.starter.rupees,
        )
        # Who begins and the deal are parted by an estimate; together they are exact.
        # In later rounds who begins is in the match's value already: there is nothing to err in.
        known = 0 if self._number > 1 else None
        self._add(
            LineKind.STARTER, begin, seat=self._round.first, error=STARTER_ERROR, match_error=known
        )
        self._add(LineKind.DEAL, self._share(values.deal_luck), error=STARTER_ERROR)
        for ply, found in enumerate(values.plies):
            self._add_ply(ply, found)
        last = values.plies[-1].after if values.plies else values.dealt
        given_up = match.by if len(match.rounds) == self._number else None
        result = self._result(given_up)
        rupees = last.rupees if self._round.end in (None, RoundEnd.FORFEIT) else self._lead()
        rest = Share(result - last.seal, after - self._match_value(last.seal), rupees - last.rupees)
        if any(rest):
            self._add(LineKind.ENDED, rest, seat=self._round.by if given_up is None else given_up)
        ended = self._round.end if given_up is None else match.ended
        assert ended is not None
        return RoundLedger(
            number=self._number,
            first=self._round.first,
            ended=ended,
            stake=self._stake,
            lines=tuple(self._lines),
            total=Share(result - SEAL_ONE // 2, after - before, rupees),
        )

    def _add_ply(self, ply: int, found: PlyValues) -> None:
        loss = self._losses.get((self._number, ply), Loss(0, 0))
        lost = -loss.lost if found.seat == 0 else loss.lost
        decision = Worth(lost, 0)
        mine = {"ply": ply, "seat": found.seat}
        self._add(LineKind.DECISION, self._share(decision), error=loss.error, **mine)
        unseen = found.choice - decision
        self._add(LineKind.UNSEEN, self._share(unseen), error=loss.error, **mine)
        if found.chance is not None:
            self._add(LineKind(found.chance), self._share(found.luck), **mine)

    def _add(
        self,
        kind: LineKind,
        share: Share,
        *,
        ply: int | None = None,
        seat: int | None = None,
        error: int = 0,
        match_error: int | None = None,
    ) -> None:
        """Add a line; its error in the match is that of the seal by the stake, unless given."""
        spread = Share(error, error * self._stake if match_error is None else match_error, 0)
        self._lines.append(
            LedgerLine(kind=kind, round=self._number, ply=ply, seat=seat, share=share, error=spread)
        )

    def _share(self, worth: Worth) -> Share:
        return Share(worth.seal, worth.seal * self._stake, worth.rupees)

    def _match_value(self, seal: int) -> int:
        """The match's value at a probability of this round's seal."""
        return SEAL_ONE * self._lose + seal * self._stake

    def _result(self, given_up: int | None) -> int:
        """The round's result for seat 0; one in which the match was given up is lost by that."""
        if self._round.is_over:
            seal = self._round.seal
        else:
            seal = None if given_up is None else 1 - given_up
        return SEAL_ONE // 2 if seal is None else (1 - seal) * SEAL_ONE

    def _lead(self) -> int:
        mine, theirs = self._round.rupees
        return (mine - theirs) * RUPEE_ONE
