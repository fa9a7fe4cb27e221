"""Reviews of finished matches: each computed once, in the background, and stored.

There is one job for a match, however many ask for it: in this process by `_jobs`, in others by the
row, which the process that has the job renews every few seconds. Jobs share one thread, move by
move, by address and user. A job goes on while somebody asks for it; after that it stops at the next
move, and what it has found is kept for the next one who asks.

A review knows both hands, so only `app` imports this module: what serves running games must not
load the coach. Names are not stored; `Reviews.with_names` adds them to an answer.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, select

from jaipur import Match
from jaipur.coach.ledger import reviewed_rounds
from jaipur.coach.reviewer import Reviewer
from jaipur.engine.grades import Grade
from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.fair_threads import Client, FairThreads
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.rate_limits import too_many
from jaipur.server.review_job import ReviewJob
from jaipur.server.review_positions import describe_lines, try_move
from jaipur.server.settings import Settings
from jaipur.server.store import Store

__all__ = ["MakeReviewer", "Reviews", "default_reviewer", "unpack_review"]

_LOG: Final = logging.getLogger("jaipur.server")
MAX_MOVES: Final = 1_000  # matches of people have 100 to 250, which take 6 to 12 s in all
_RETRY_SECONDS: Final = 10.0
_PROGRESS_MS: Final = 5_000  # between two writes of the progress
_ABANDONED_MS: Final = 30_000  # without progress for so long, a review is started again
_UNWANTED_MS: Final = 20_000  # a page asks every second

Body = dict[str, Any]
MakeReviewer = Callable[[Match], Reviewer]


def default_reviewer(settings: Settings) -> MakeReviewer | None:
    """What makes the reviewer of a match by these settings; None where there is no engine."""
    if not settings.engine:
        return None
    return lambda match: Reviewer(match, samples=settings.review_samples)


class Reviews:
    """All reviews, stored and running."""

    def __init__(
        self, store: Store, make: MakeReviewer | None, clock: Clock, settings: Settings
    ) -> None:
        self._make = make
        self._store = store
        self._clock = clock
        self._settings = settings
        self._jobs: dict[str, ReviewJob] = {}
        # One thread, behind all others: games that are being played come first.
        self._threads = FairThreads(1, "jaipur-review", background=True)

    async def get(self, game: str) -> Body | None:
        """The review of a match, or the progress of its job in any process; None if neither."""
        job = self._jobs.get(game)
        if job is not None:
            job.wanted_at = self._clock.monotonic()
            return job.progress
        row = await self._store.find(schema.reviews, game=game)
        if row is None:
            return None
        if row["body"] is not None:
            return unpack_review(row["body"])
        return _progress(row["done"], row["steps"]) if self._is_alive(row["made_at"]) else None

    def reviewer(self, match: Match) -> Reviewer:
        """The reviewer of a match; it blocks for some milliseconds. Problem without an engine."""
        if self._make is None:
            raise Problem.of(ProblemCode.NO_ENGINE)
        if not reviewed_rounds(match):
            raise Problem.of(ProblemCode.ROUND_RUNNING)
        return self._make(match)

    async def finished(self, game: str) -> Body:
        """The review of a match; Problem if it is not finished."""
        found = None if game in self._jobs else await self.get(game)
        if found is None or "format" not in found:
            raise Problem.of(ProblemCode.NOT_FOUND)
        return found

    def try_move(self, match: Match, round: int, ply: int, move: str) -> Body:
        """Another move in the place of one that was played, judged; it blocks for half a second."""
        return try_move(self.reviewer(match), round, ply, move)

    def lines(self, match: Match, review: Body, round: int, ply: int) -> Body:
        """How a decision may go on after the played and the best move; it blocks for a moment."""
        return describe_lines(self.reviewer(match), review, round, ply)

    @staticmethod
    def with_names(review: Body, names: Sequence[str]) -> Body:
        """A review with the names that the players have now."""
        summaries = [
            {**summary, "name": name}
            for summary, name in zip(review["summaries"], names, strict=True)
        ]
        return {**review, "players": list(names), "summaries": summaries}

    def check(self, game: str, match: Match, client: Client) -> None:
        """Problem if there is no review of this match and none can be started for this client."""
        if game in self._jobs:
            return
        if self._make is None:
            raise Problem.of(ProblemCode.NO_ENGINE)
        if not reviewed_rounds(match):  # a record of a match that was not finished
            raise Problem.of(ProblemCode.ROUND_RUNNING)
        if _count_moves(match) > MAX_MOVES:
            raise Problem.of(ProblemCode.TOO_LARGE, most_moves=MAX_MOVES)
        settings, jobs = self._settings, [job.client for job in self._jobs.values()]
        mine = sum(1 for other in jobs if other == client)
        here = sum(1 for other in jobs if other.address == client.address)
        for per, running, most in (
            ("user", mine, settings.reviews_per_user),
            ("address", here, settings.reviews_per_address),
            ("server", len(jobs), settings.reviews_running),
        ):
            if running >= most:
                raise too_many("reviews", per, most, 0, _RETRY_SECONDS)

    async def start(self, game: str, match: Match, client: Client) -> Body:
        """Start a review in the background, unless there is one; its progress, or the result."""
        if (found := self._jobs.get(game)) is not None:  # another request was faster
            return found.progress
        self.check(game, match, client)
        job = ReviewJob(_count_moves(match), client, wanted_at=self._clock.monotonic())
        self._jobs[game] = job  # before anything is awaited: it counts, and nobody starts another
        try:
            body = await self._store.write(lambda connection: self._claim(connection, game, job))
        except BaseException:
            del self._jobs[game]
            raise
        if body is not None:
            del self._jobs[game]
            return await self.get(game) or body
        job.task = asyncio.create_task(self._run(game, match, job))
        return job.progress

    def close(self) -> None:
        """Cancel all jobs; an unfinished review goes on at the next request."""
        for job in self._jobs.values():
            if job.task is not None:
                job.task.cancel()
        self._threads.close()

    def _claim(self, connection: Connection, game: str, job: ReviewJob) -> Body | None:
        """Take the row of a match for this process; if another one has it, its progress."""
        table = schema.reviews
        empty = {"game": game, "made_at": 0, "done": 0, "steps": job.of}
        self._store.insert_missing(connection, table, empty)
        this = select(table).where(table.c.game == game).with_for_update()
        row = connection.execute(this).one()
        if row.body is not None or self._is_alive(row.made_at):
            return _progress(row.done, row.steps)
        if row.state is not None:
            job.restore(row.state)
        self._store.upsert(connection, table, [self._row(game, job)], ["game"])
        return None

    def _is_alive(self, made_at: int) -> bool:
        """Whether a process other than this one still has the job of a row."""
        return self._store.shared and made_at > self._clock.now() - _ABANDONED_MS

    def _row(self, game: str, job: ReviewJob, *, released: bool = False) -> Body:
        made_at = 0 if released else self._clock.now()
        counts = {"done": job.done, "steps": job.of}
        return {"game": game, "made_at": made_at, **counts, "state": job.saved()}

    async def _run(self, game: str, match: Match, job: ReviewJob) -> None:
        clock, threads = self._clock, self._threads
        job.written_at = clock.monotonic()
        try:
            job.reviewer = await threads.run(job.client, self.reviewer, match)
            while job.done < job.of:
                if clock.monotonic() - job.wanted_at > _UNWANTED_MS:
                    await self._put(self._row(game, job, released=True))
                    return
                await threads.run(job.client, job.step)
                if clock.monotonic() - job.written_at > _PROGRESS_MS:
                    job.written_at = clock.monotonic()
                    await self._put(self._row(game, job))
            review = await threads.run(job.client, job.finish)
            await self._put(_finished_row(game, job, review, clock.now()))
        except Exception:
            _LOG.exception("a review failed")
        finally:
            del self._jobs[game]

    async def _put(self, row: Body) -> None:
        await self._store.put(schema.reviews, [row], ["game"])


def unpack_review(body: bytes) -> Body:
    """A stored review, `jaipur-review/1` without the names of the players."""
    review: Body = msgspec.json.decode(gzip.decompress(body))
    return review


def _finished_row(game: str, job: ReviewJob, review: Body, now: int) -> Body:
    body = gzip.compress(msgspec.json.encode(Reviews.with_names(review, ("", ""))), 6, mtime=0)
    counts = {"done": job.of, "steps": job.of}
    lost = msgspec.json.encode(_mistakes(review)).decode()
    return {"game": game, "made_at": now, **counts, "state": None, "body": body, "mistakes": lost}


def _mistakes(review: Body) -> list[list[Any]]:
    """The moves that lost, without the rest of the review: round, ply, seat, grade and loss."""
    names = ("round", "ply", "seat", "grade", "lost")
    lost = (move for move in review["moves"] if move["grade"] != Grade.FINE)
    return [[move[name] for name in names] for move in lost]


def _count_moves(match: Match) -> int:
    return sum(len(round.history) for round in reviewed_rounds(match))


def _progress(done: int, of: int) -> Body:
    return {"status": "working", "done": done, "of": of}
