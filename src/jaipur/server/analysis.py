"""The analysis of a finished match: worked out once, in the background, and kept.

For every move: how likely it won the match, how likely the best one would have. Each position is
judged from the mover's view, so an analysis knows no more than the player could.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from math import comb, fsum
from typing import Any, Final

from jaipur import Match, Move, Round, View
from jaipur.rules.view import view_of
from jaipur.server import schema
from jaipur.server.event_log import decode_data, encode_data
from jaipur.server.levels import Analyst
from jaipur.server.problems import Problem, Trouble
from jaipur.server.settings import World
from jaipur.server.store import Store

__all__ = ["ANALYSIS_FORMAT", "Analyses", "Job", "match_probability", "positions_of"]

_LOG: Final = logging.getLogger("jaipur.server")
ANALYSIS_FORMAT: Final = "jaipur-analysis/1"
_MOST: Final = 16  # under way at once; one takes the engine many seconds
_RETRY: Final = 30
_TELL: Final = 5.0  # seconds between signs of life of an analysis under way
_SILENCE: Final = 30_000  # milliseconds after which it is begun anew


@dataclass(slots=True)
class Job:
    """An analysis under way."""

    of: int
    done: int = 0
    task: asyncio.Task[None] | None = None


class Analyses:
    """The analyses of this server."""

    def __init__(self, store: Store, analyst: Analyst | None, world: World) -> None:
        self.analyst = analyst
        self._store = store
        self._world = world
        self._jobs: dict[str, Job] = {}
        # One at a time: people who play come first.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="jaipur-analysis")

    async def kept(self, game: str) -> dict[str, Any] | Job | None:
        """The analysis of a match, or the job that makes it, here or in another process."""
        if game in self._jobs:
            return self._jobs[game]
        row = await self._store.find(schema.analyses, game=game)
        if row is None:
            return None
        body = decode_data(row["body"])
        if "moves" in body:
            return body
        # Somebody has begun it; whoever is alive says so every few seconds.
        fresh = self._store.shared and row["made_at"] > self._world.now() - _SILENCE
        return Job(**body) if fresh else None

    async def begin(self, game: str, match: Match) -> Job:
        """Work an analysis out in the background."""
        if self.analyst is None:
            raise Problem.of(Trouble.NO_ENGINE)
        if len(self._jobs) >= _MOST:
            raise Problem.of(
                Trouble.TOO_MANY,
                headers={"Retry-After": str(_RETRY)},
                limit="analyses",
                per="server",
                retry_after=_RETRY,
            )
        job = self._jobs[game] = Job(of=sum(1 for _ in positions_of(match)))
        job.task = asyncio.create_task(self._work(game, match, job))
        await self._keep(game, {"of": job.of, "done": 0})
        return job

    async def _keep(self, game: str, body: dict[str, Any]) -> None:
        row = {"game": game, "body": encode_data(body), "made_at": self._world.now()}
        await self._store.put(schema.analyses, [row], ["game"])

    def close(self) -> None:
        """Stop; what is not finished is begun anew when it is asked for."""
        for job in self._jobs.values():
            if job.task is not None:
                job.task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _work(self, game: str, match: Match, job: Job) -> None:
        loop, moves, to_win = asyncio.get_running_loop(), [], match.seals_to_win
        told = loop.time()
        try:
            for view, move in positions_of(match):
                judged = loop.run_in_executor(self._thread, self._judge, view, move, to_win)
                moves.append(await judged)
                job.done += 1
                if loop.time() > told + _TELL:
                    told = loop.time()
                    await self._keep(game, {"of": job.of, "done": job.done})
            await self._keep(game, {"format": ANALYSIS_FORMAT, "game": game, "moves": moves})
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


def match_probability(seal: float, seals: tuple[int, int], to_win: int = 2) -> float:
    """How likely seat 0 wins the match, if this round's seal has this probability.

    The rounds to come are counted as even.
    """
    north, south = to_win - seals[0], to_win - seals[1]
    return seal * _even(north - 1, south) + (1 - seal) * _even(north, south - 1)


def _even(mine: int, theirs: int) -> float:
    """How likely so many even rounds are won before the other side has won so many."""
    if mine == 0 or theirs == 0:
        return float(mine == 0)
    # The last one wins it; before, the other has won 0, 1, … but not enough.
    return fsum(comb(mine - 1 + lost, lost) / 2 ** (mine + lost) for lost in range(theirs))


def positions_of(match: Match) -> Iterator[tuple[View, Move]]:
    """Every decision of a match: the mover's view, and what was played."""
    rounds = match.rounds if match.round.is_over else (*match.rounds, match.round)
    seals = [0, 0]
    for number, finished in enumerate(rounds, 1):
        assert finished.opening is not None
        deck, bonus = finished.opening.deck, finished.opening.bonus
        round = Round.start(deck, bonus, finished.first, match.ruleset)
        for move, _ in finished.history:
            yield view_of(round, round.turn, number, (seals[0], seals[1])), move
            round = round.play(move)
        if finished.seal is not None:
            seals[finished.seal] += 1
