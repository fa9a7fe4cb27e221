"""Reviewers for tests of the server: with few samples, counted, and one move for each permit."""

from __future__ import annotations

import threading
from collections import Counter

from jaipur import Match
from jaipur.coach.reviewed_move import ReviewedMove
from jaipur.coach.reviewer import Reviewer

FEW_SAMPLES = 4


def quick_reviewer(match: Match) -> Reviewer:
    return Reviewer(match, samples=FEW_SAMPLES)


class CountingReviewers:
    """Makes reviewers that count the moves they judge, and wait for a permit before each."""

    def __init__(self, permits: int = 10**6) -> None:
        self.permits = threading.Semaphore(permits)
        self.judged: Counter[tuple[str, int | None, int]] = Counter()

    def __call__(self, match: Match) -> Reviewer:
        return _CountingReviewer(match, self)


class _CountingReviewer(Reviewer):
    def __init__(self, match: Match, counting: CountingReviewers) -> None:
        super().__init__(match, samples=FEW_SAMPLES)
        self._counting = counting

    def judge(self, number: int) -> ReviewedMove:
        assert self._counting.permits.acquire(timeout=60)
        view, _ = self.decisions[number]
        assert view.you is not None
        self._counting.judged[str(view.you.hand), view.round, view.ply] += 1
        return super().judge(number)
