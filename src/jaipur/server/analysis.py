"""The analysis of a finished match: computed once, in the background, and stored.

For every move it has the probability of winning with it, and with the best move. Each position is
judged from the mover's view, so an analysis knows no more than the player could.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from math import comb, fsum
from typing import Any, Final

from jaipur import Match, Move, View
from jaipur.engine.grades import Grade, grade_of
from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.event_log import decode_data, encode_data
from jaipur.server.levels import Analyst
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.store import Store

__all__ = ["ANALYSIS_FORMAT", "Analyses", "AnalysisJob", "match_probability"]

_LOG: Final = logging.getLogger("jaipur.server")
ANALYSIS_FORMAT: Final = "jaipur-analysis/1"
_MAX_RUNNING: Final = 16  # one takes the engine many seconds
_RETRY_SECONDS: Final = 30
_PROGRESS_SECONDS: Final = 5.0  # between two writes of the progress
_ABANDONED_MS: Final = 30_000  # without progress for so long, an analysis is started again


@dataclass(slots=True)
class AnalysisJob:
    """A running analysis: how many of the moves are done."""

    of: int
    done: int = 0
    task: asyncio.Task[None] | None = None


class Analyses:
    """All analyses, stored and running."""

    def __init__(self, store: Store, analyst: Analyst | None, clock: Clock) -> None:
        self.analyst = analyst
        self._store = store
        self._clock = clock
        self._jobs: dict[str, AnalysisJob] = {}
        # One thread: games that are being played come first.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="jaipur-analysis")

    async def get(self, game: str) -> dict[str, Any] | AnalysisJob | None:
        """The analysis of a match, or its job, in this process or another; None if neither."""
        if game in self._jobs:
            return self._jobs[game]
        row = await self._store.find(schema.analyses, game=game)
        if row is None:
            return None
        body = decode_data(row["body"])
        if "moves" in body:
            return {**body, "moves": [_with_grade(move) for move in body["moves"]]}
        # A process has started it; while it is alive it writes its progress every few seconds.
        alive = self._store.shared and row["made_at"] > self._clock.now() - _ABANDONED_MS
        return AnalysisJob(**body) if alive else None

    async def start(self, game: str, match: Match) -> AnalysisJob:
        """Start an analysis in the background; Problem if there are too many."""
        if self.analyst is None:
            raise Problem.of(ProblemCode.NO_ENGINE)
        if len(self._jobs) >= _MAX_RUNNING:
            raise Problem.of(
                ProblemCode.TOO_MANY,
                headers={"Retry-After": str(_RETRY_SECONDS)},
                limit="analyses",
                per="server",
                retry_after=_RETRY_SECONDS,
            )
        job = self._jobs[game] = AnalysisJob(of=sum(1 for _ in match.decisions()))
        job.task = asyncio.create_task(self._run(game, match, job))
        await self._write(game, {"of": job.of, "done": 0})
        return job

    async def _write(self, game: str, body: dict[str, Any]) -> None:
        row = {"game": game, "body": encode_data(body), "made_at": self._clock.now()}
        await self._store.put(schema.analyses, [row], ["game"])

    def close(self) -> None:
        """Cancel all jobs; an unfinished analysis starts again at the next request."""
        for job in self._jobs.values():
            if job.task is not None:
                job.task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _run(self, game: str, match: Match, job: AnalysisJob) -> None:
        loop, moves, to_win = asyncio.get_running_loop(), [], match.seals_to_win
        written_at = loop.time()
        try:
            for view, move in match.decisions():
                judged = loop.run_in_executor(self._thread, self._judge, view, move, to_win)
                moves.append(await judged)
                job.done += 1
                if loop.time() > written_at + _PROGRESS_SECONDS:
                    written_at = loop.time()
                    await self._write(game, {"of": job.of, "done": job.done})
            await self._write(game, {"format": ANALYSIS_FORMAT, "game": game, "moves": moves})
        except Exception:
            _LOG.exception("an analysis failed")
        finally:
            del self._jobs[game]

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
