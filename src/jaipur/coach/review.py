"""Review a match that was played: the ledger of its luck and skill, and what each move lost.

`jaipur.review(match)` judges every move by the search, from its mover's own view, and puts the
losses into the ledger. It needs the whole record, both hands and the order of the deck, so of a
match that is not over it takes only the rounds that are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

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

__all__ = ["Review", "review"]

Progress = Callable[[int, int], None]
Decision = tuple[View, Move]
Item = TypeVar("Item")


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
        """The seat that lost less by a decision, or None where it may be chance."""
        north, south = (summary.accuracy for summary in self.summaries)
        if not north.differs_from(south):
            return None
        return 0 if north.mean < south.mean else 1


def review(
    match: Match,
    *,
    milliseconds: float | None = None,
    samples: int | None = None,
    seed: int = 0,
    threads: int = 1,
    on_progress: Progress | None = None,
) -> Review:
    """The ledger of a match, and what each of its moves lost.

    The budget of a move is in milliseconds or in samples; without either it is 4,000 samples, or
    fewer in a long match, so that the whole takes less than 20 s on one core. Unless it is in
    milliseconds the review is the same everywhere, on any number of threads. `on_progress` is
    called with the number of steps done so far and of all: two a move, the loss and its reasons.
    """
    is_shared = milliseconds is None and samples is None
    if not is_shared:
        check_budget(milliseconds, samples)
    if threads < 1:
        raise ValueError(f"threads must be at least 1, got {threads}")
    rounds = len(reviewed_rounds(match))
    if not rounds:
        raise ValueError("the match must be over or have a round that is over, got one that runs")
    decisions = [pair for pair in match.decisions() if (pair[0].round or 0) <= rounds]
    if is_shared:
        samples = shared_samples(len(decisions))
    budget = SampleBudget(milliseconds=milliseconds, samples=samples, seed=seed)
    steps = _Steps(2 * len(decisions), on_progress)
    judged = list(steps.count(_mapped(partial(_judge, budget), decisions, threads)))
    if is_shared:
        reason_samples = shared_reason_samples(sum(not _is_fine(move) for move in judged))
    else:
        reason_samples = min(MOST_REASON_SAMPLES, samples or MOST_REASON_SAMPLES)
    explain = partial(_explain, budget, reason_samples)
    pairs = [(view, move) for (view, _), move in zip(decisions, judged, strict=True)]
    moves = list(steps.count(_mapped(explain, pairs, threads)))
    ledger = ledger_of(match, {(move.round, move.ply): _loss_of(move) for move in moves})
    moves = _with_tables(moves, decisions, ledger, budget)
    return Review(
        players=match.players,
        ruleset=match.ruleset.name,
        seals_to_win=match.seals_to_win,
        winner=match.winner,
        ended=match.ended,
        budget=budget,
        ledger=ledger,
        moves=tuple(moves),
        summaries=(
            summarise(0, match.players[0], moves, ledger, match.ruleset.name),
            summarise(1, match.players[1], moves, ledger, match.ruleset.name),
        ),
    )


class _Steps:
    """The steps of a review, reported as they are done."""

    def __init__(self, total: int, report: Progress | None) -> None:
        self._done, self._total, self._report = 0, total, report

    def count(self, moves: Iterable[ReviewedMove]) -> Iterator[ReviewedMove]:
        """The moves as they come, each a step."""
        for move in moves:
            self._done += 1
            if self._report is not None:
                self._report(self._done, self._total)
            yield move


def _mapped(
    function: Callable[[Item], ReviewedMove], items: Sequence[Item], threads: int
) -> Iterator[ReviewedMove]:
    """The results in the order of the items, worked out one by one or several at a time."""
    if threads == 1:
        yield from map(function, items)
        return
    pool = ThreadPoolExecutor(threads, thread_name_prefix="jaipur-review")
    try:
        yield from pool.map(function, items)
    finally:
        pool.shutdown(cancel_futures=True)


def _judge(budget: SampleBudget, decision: Decision) -> ReviewedMove:
    return judge_move(*decision, budget)


def _explain(budget: SampleBudget, samples: int, judged: tuple[View, ReviewedMove]) -> ReviewedMove:
    view, move = judged
    if _is_fine(move):
        return move
    return replace(move, reasons=reasons_for(view, move, budget, samples))


def _is_fine(move: ReviewedMove) -> bool:
    return move.grade is Grade.FINE


def _loss_of(move: ReviewedMove) -> Loss:
    return Loss(round(move.lost * SEAL_ONE), round(move.error * SEAL_ONE))


def _with_tables(
    moves: list[ReviewedMove],
    decisions: Sequence[Decision],
    ledger: Ledger,
    budget: SampleBudget,
) -> list[ReviewedMove]:
    """The moves, the costliest of each seat with a table of what else could have been played."""
    costly = {id(move) for seat in (0, 1) for move in costliest_of(moves, ledger, seat)}
    return [
        replace(move, table=move_table(view, move, budget)) if id(move) in costly else move
        for (view, _), move in zip(decisions, moves, strict=True)
    ]
