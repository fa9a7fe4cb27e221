"""A review made step by step: it can be stopped after any step, and taken up again.

First every move is judged, then those that lost are explained, and in the end the ledger is made.
The steps of a kind depend on nothing but the match and the budget, so that they can be made in any
order, in any thread, and on another day.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from jaipur.coach.ledger import Ledger, Loss, ledger_of, reviewed_rounds
from jaipur.coach.reviewed_move import ReviewedMove, judge_move, move_table, reasons_for
from jaipur.coach.sample_budget import (
    MOST_REASON_SAMPLES,
    SampleBudget,
    shared_reason_samples,
    shared_samples,
)
from jaipur.coach.summary import PlayerSummary, costliest_of, summarise
from jaipur.engine.grades import Grade
from jaipur.engine.luck import SEAL_ONE
from jaipur.engine.search import check_budget
from jaipur.rules.ends import MatchEnd
from jaipur.rules.match import Match
from jaipur.rules.moves import Move
from jaipur.rules.view import View

__all__ = ["Decision", "Review", "Reviewer", "is_fine"]

Decision = tuple[View, Move]


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """What a review of a match found."""

    players: tuple[str, str]
    ruleset: str
    seals_to_win: int
    winner: int | None
    ended: MatchEnd | None
    budget: SampleBudget
    ledger: Ledger
    moves: tuple[ReviewedMove, ...]
    summaries: tuple[PlayerSummary, PlayerSummary]

    def costliest(self, seat: int) -> list[ReviewedMove]:
        """The costliest moves of a seat, at most three, the costliest first."""
        return costliest_of(self.moves, self.ledger, seat)

    @property
    def more_accurate(self) -> int | None:
        """The seat that lost less per decision, or None if the difference may be chance."""
        north, south = (summary.accuracy for summary in self.summaries)
        if not north.differs_from(south):
            return None
        return 0 if north.mean < south.mean else 1


class Reviewer:
    """The steps of the review of one match."""

    def __init__(
        self,
        match: Match,
        *,
        milliseconds: float | None = None,
        samples: int | None = None,
        seed: int = 0,
    ) -> None:
        self.match = match
        self._is_shared = milliseconds is None and samples is None
        if not self._is_shared:
            check_budget(milliseconds, samples)
        rounds = len(reviewed_rounds(match))
        if not rounds:
            raise ValueError(
                "the match must be over or have a round that is over, got one that runs"
            )
        self.decisions = tuple(pair for pair in match.decisions() if (pair[0].round or 0) <= rounds)
        if self._is_shared:
            samples = shared_samples(len(self.decisions))
        self.budget = SampleBudget(milliseconds=milliseconds, samples=samples, seed=seed)

    @property
    def steps(self) -> int:
        """How many steps there are: two for each move."""
        return 2 * len(self.decisions)

    def judge(self, number: int) -> ReviewedMove:
        """What a move lost, by its number in the match, from 0."""
        return judge_move(*self.decisions[number], self.budget)

    def reason_samples(self, judged: Sequence[ReviewedMove]) -> int:
        """How many samples each move that lost is explained with, once all are judged."""
        if self._is_shared:
            return shared_reason_samples(sum(not is_fine(move) for move in judged))
        return min(MOST_REASON_SAMPLES, self.budget.samples or MOST_REASON_SAMPLES)

    def explain(self, number: int, judged: ReviewedMove, samples: int) -> ReviewedMove:
        """A judged move with the reasons why it lost; one that is fine stays as it is."""
        if is_fine(judged):
            return judged
        view, _ = self.decisions[number]
        return replace(judged, reasons=reasons_for(view, judged, self.budget, samples))

    def finish(self, moves: Sequence[ReviewedMove]) -> Review:
        """The review, of all moves that were judged and explained."""
        match = self.match
        ledger = ledger_of(match, {(move.round, move.ply): _loss_of(move) for move in moves})
        found = self._with_tables(moves, ledger)
        name = match.ruleset.name
        return Review(
            players=match.players,
            ruleset=name,
            seals_to_win=match.seals_to_win,
            winner=match.winner,
            ended=match.ended,
            budget=self.budget,
            ledger=ledger,
            moves=tuple(found),
            summaries=(
                summarise(0, match.players[0], found, ledger, name),
                summarise(1, match.players[1], found, ledger, name),
            ),
        )

    def _with_tables(self, moves: Sequence[ReviewedMove], ledger: Ledger) -> list[ReviewedMove]:
        """The moves, the costliest of each seat with a table of what could have been played."""
        costly = {id(move) for seat in (0, 1) for move in costliest_of(moves, ledger, seat)}
        return [
            replace(move, table=move_table(view, move, self.budget)) if id(move) in costly else move
            for (view, _), move in zip(self.decisions, moves, strict=True)
        ]


def is_fine(move: ReviewedMove) -> bool:
    """Whether there is nothing to explain."""
    return move.grade is Grade.FINE


def _loss_of(move: ReviewedMove) -> Loss:
    return Loss(round(move.lost * SEAL_ONE), round(move.error * SEAL_ONE))
