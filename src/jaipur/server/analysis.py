"""The analysis of a finished match: computed once, in the background, and stored.

For every move it has the probability of winning with it, and with the best move. Each position is
judged from the mover's view, so an analysis knows no more than the player could.

There is one job for a match, however many ask for it: in this process by `_jobs`, in others by the
row, which the process that has the job renews every few seconds. Jobs share one thread, position by
position, by address and user. A job goes on while somebody asks for it; after that it stops at the
next position, and what it has found is kept for the next one who asks.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import asdict, dataclass, field
from itertools import islice
from math import comb, fsum
from typing import Any, Final

from sqlalchemy import Connection, select

from jaipur import Match, Move, View
from jaipur.engine.grades import Grade, grade_of
from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.event_log import decode_data, encode_data
from jaipur.server.fair_threads import Client, FairThreads
from jaipur.server.levels import Analyst, MoveEstimate
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.rate_limits import too_many
from jaipur.server.settings import Settings
from jaipur.server.store import Store

__all__ = ["ANALYSIS_FORMAT", "Analyses", "AnalysisJob", "match_probability"]

_LOG: Final = logging.getLogger("jaipur.server")
ANALYSIS_FORMAT: Final = "jaipur-analysis/1"
MAX_MOVES: Final = 1_000  # matches of people have 100 to 250; a move takes 0.05 to 0.2 s
_RETRY_SECONDS: Final = 10.0
_PROGRESS_MS: Final = 5_000  # between two writes of the progress
_ABANDONED_MS: Final = 30_000  # without progress for so long, an analysis is started again
_UNWANTED_MS: Final = 20_000  # a page asks every second


@dataclass(slots=True)
class AnalysisJob:
    """A running analysis: how many of the moves are done, and for whom it is."""

    of: int
    client: Client
    judged: list[dict[str, Any]] = field(default_factory=list)
    wanted_at: int = 0
    """When somebody last asked for it, by the monotonic clock."""
    written_at: int = 0
    task: asyncio.Task[None] | None = None

    @property
    def progress(self) -> dict[str, Any]:
        """The progress, as the API tells it."""
        return {"status": "working", "done": len(self.judged), "of": self.of}


Body = dict[str, Any]


class Analyses:
    """All analyses, stored and running, and hints."""

    def __init__(
        self, store: Store, analyst: Analyst | None, clock: Clock, settings: Settings
    ) -> None:
        self.analyst = analyst
        self._store = store
        self._clock = clock
        self._settings = settings
        self._jobs: dict[str, AnalysisJob] = {}
        # One thread, behind all others: games that are being played come first.
        self._threads = FairThreads(1, "jaipur-analysis", background=True)
        self._hint_threads = FairThreads(settings.level_threads, "jaipur-hint")

    async def hint(self, client: Client, view: View, count: int) -> list[MoveEstimate]:
        """The best moves of a view."""
        assert self.analyst is not None
        return await self._hint_threads.run(client, self.analyst.best, view, count)

    async def get(self, game: str) -> Body | None:
        """The analysis of a match, or the progress of its job in any process; None if neither."""
        job = self._jobs.get(game)
        if job is not None:
            job.wanted_at = self._clock.monotonic()
            return job.progress
        row = await self._store.find(schema.analyses, game=game)
        if row is None:
            return None
        body = decode_data(row["body"])
        if "moves" in body:
            return {**body, "moves": [_with_grade(move) for move in body["moves"]]}
        return _progress(body) if self._is_alive(row["made_at"]) else None

    def check(self, game: str, match: Match, client: Client) -> None:
        """Problem if there is no analysis of this match and none can be started for this client."""
        if game in self._jobs:
            return
        if self.analyst is None:
            raise Problem.of(ProblemCode.NO_ENGINE)
        if _count_moves(match) > MAX_MOVES:
            raise Problem.of(ProblemCode.TOO_LARGE, most_moves=MAX_MOVES)
        settings, jobs = self._settings, [job.client for job in self._jobs.values()]
        mine = sum(1 for other in jobs if other == client)
        here = sum(1 for other in jobs if other.address == client.address)
        for per, running, most in (
            ("user", mine, settings.analyses_per_user),
            ("address", here, settings.analyses_per_address),
            ("server", len(jobs), settings.analyses_running),
        ):
            if running >= most:
                raise too_many("analyses", per, most, 0, _RETRY_SECONDS)

    async def start(self, game: str, match: Match, client: Client) -> Body:
        """Start an analysis in the background, unless there is one; its progress, or the result."""
        if (found := self._jobs.get(game)) is not None:  # another request was faster
            return found.progress
        self.check(game, match, client)
        job = AnalysisJob(_count_moves(match), client, wanted_at=self._clock.monotonic())
        self._jobs[game] = job  # before anything is awaited: it counts, and nobody starts another
        try:
            body = await self._store.write(lambda connection: self._claim(connection, game, job))
        except BaseException:
            del self._jobs[game]
            raise
        if body is not None:
            del self._jobs[game]
            return await self.get(game) or _progress(body)
        job.task = asyncio.create_task(self._run(game, match, job))
        return job.progress

    def _claim(self, connection: Connection, game: str, job: AnalysisJob) -> Body | None:
        """Take the row of a match for this process; if another one has it, what it has written."""
        table = schema.analyses
        self._store.insert_missing(connection, table, {"game": game, "body": "{}", "made_at": 0})
        this = select(table.c.body, table.c.made_at).where(table.c.game == game).with_for_update()
        row = connection.execute(this).one()
        body = decode_data(row.body)
        if "moves" in body or self._is_alive(row.made_at):
            return body
        judged = body.get("judged", [])
        job.judged = judged if len(judged) <= job.of else []
        self._store.upsert(connection, table, [self._row(game, job)], ["game"])
        return None

    def _is_alive(self, made_at: int) -> bool:
        """Whether a process other than this one still has the job of a row."""
        return self._store.shared and made_at > self._clock.now() - _ABANDONED_MS

    def _row(self, game: str, job: AnalysisJob, *, released: bool = False) -> dict[str, Any]:
        body = {"of": job.of, "done": len(job.judged), "judged": job.judged}
        made_at = 0 if released else self._clock.now()
        return {"game": game, "body": encode_data(body), "made_at": made_at}

    def close(self) -> None:
        """Cancel all jobs; an unfinished analysis goes on at the next request."""
        for job in self._jobs.values():
            if job.task is not None:
                job.task.cancel()
        self._threads.close()
        self._hint_threads.close()

    async def _run(self, game: str, match: Match, job: AnalysisJob) -> None:
        clock, to_win = self._clock, match.seals_to_win
        job.written_at = clock.monotonic()
        try:
            for view, move in islice(match.decisions(), len(job.judged), None):
                if clock.monotonic() - job.wanted_at > _UNWANTED_MS:
                    await self._put(self._row(game, job, released=True))
                    return
                judged = await self._threads.run(job.client, self._judge, view, move, to_win)
                job.judged.append(judged)
                if clock.monotonic() - job.written_at > _PROGRESS_MS:
                    job.written_at = clock.monotonic()
                    await self._put(self._row(game, job))
            body = {"format": ANALYSIS_FORMAT, "game": game, "moves": job.judged}
            await self._put({"game": game, "body": encode_data(body), "made_at": clock.now()})
        except Exception:
            _LOG.exception("an analysis failed")
        finally:
            del self._jobs[game]

    async def _put(self, row: dict[str, Any]) -> None:
        await self._store.put(schema.analyses, [row], ["game"])

    def _judge(self, view: View, move: Move, to_win: int) -> dict[str, Any]:
        assert self.analyst is not None
        assert view.seals is not None
        found = self.analyst.judge(view, move)
        seal0 = found.played.win if view.seat == 0 else 1 - found.played.win
        return {
            "round": view.round,
            "ply": view.ply,
            "seat": view.seat,
            **asdict(found.played),
            "best": asdict(found.best),
            "lost": found.lost,
            "lost_error": found.lost_error,
            "mistake": found.mistake,
            "seal0": seal0,
            "match0": match_probability(seal0, view.seals, to_win),
        }


def _count_moves(match: Match) -> int:
    return sum(len(round.history) for round in match.rounds)


def _progress(body: Body) -> Body:
    return {"status": "working", "done": body.get("done", 0), "of": body.get("of", 0)}


def _with_grade(move: dict[str, Any]) -> dict[str, Any]:
    """A stored move with its grade, which follows from its loss and the table of grades."""
    grade = grade_of(move["lost"]) if move["mistake"] else Grade.FINE
    return {**move, "grade": grade.value}


def match_probability(seal: float, seals: tuple[int, int], to_win: int = 2) -> float:
    """The probability that seat 0 wins the match, given that of winning this round's seal.

    Later rounds count as even.
    """
    north, south = to_win - seals[0], to_win - seals[1]
    return seal * _even_rounds(north - 1, south) + (1 - seal) * _even_rounds(north, south - 1)


def _even_rounds(mine: int, theirs: int) -> float:
    """The probability of winning `mine` even rounds before the opponent wins `theirs`."""
    if mine == 0 or theirs == 0:
        return float(mine == 0)
    # The last round is a win; before it, the opponent has won 0, 1, … but not enough.
    return fsum(comb(mine - 1 + lost, lost) / 2 ** (mine + lost) for lost in range(theirs))
