"""Review a match that was played: the ledger of its luck and skill, and what each move lost.

`jaipur.review(match)` judges every move by the search, from its mover's own view, and puts the
losses into the ledger. It needs the whole record, both hands and the order of the deck, so of a
match that is not over it takes only the rounds that are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from jaipur.coach.reviewed_move import ReviewedMove
from jaipur.coach.reviewer import Review, Reviewer
from jaipur.rules.match import Match

__all__ = ["Review", "review"]

Progress = Callable[[int, int], None]


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
    if threads < 1:
        raise ValueError(f"threads must be at least 1, got {threads}")
    reviewer = Reviewer(match, milliseconds=milliseconds, samples=samples, seed=seed)
    steps = _Steps(reviewer.steps, on_progress)
    count = len(reviewer.decisions)
    judged = list(steps.count(_mapped(reviewer.judge, count, threads)))
    reason_samples = reviewer.reason_samples(judged)
    explain = partial(_explain, reviewer, judged, reason_samples)
    return reviewer.finish(list(steps.count(_mapped(explain, count, threads))))


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
    step: Callable[[int], ReviewedMove], count: int, threads: int
) -> Iterator[ReviewedMove]:
    """The results of so many steps, in order, worked out one by one or several at a time."""
    if threads == 1:
        yield from map(step, range(count))
        return
    pool = ThreadPoolExecutor(threads, thread_name_prefix="jaipur-review")
    try:
        yield from pool.map(step, range(count))
    finally:
        pool.shutdown(cancel_futures=True)


def _explain(
    reviewer: Reviewer, judged: list[ReviewedMove], samples: int, number: int
) -> ReviewedMove:
    return reviewer.explain(number, judged[number], samples)
