"""Levels' moves: thought out off the event loop, played through the same door as anybody's.

A thought carries the number of its position, and is dropped when it was overtaken. A game whose
process died while a level was thinking is found at the next start, or by whoever listens to it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from jaipur.rules.view import view_of
from jaipur.server import levels
from jaipur.server.commands import play
from jaipur.server.game import Game
from jaipur.server.lanes import Lane, Lanes
from jaipur.server.problems import Problem, Trouble
from jaipur.server.settings import Settings, World
from jaipur.server.store import Store

__all__ = ["Thinking"]

_LOG: Final = logging.getLogger("jaipur.server")
_PAUSE: Final = 1.0


class Thinking:
    """Sees to it that levels move."""

    def __init__(self, lanes: Lanes, store: Store, settings: Settings, world: World) -> None:
        self._lanes = lanes
        self._store = store
        self._settings = settings
        self._world = world
        self._threads = ThreadPoolExecutor(settings.thinkers, thread_name_prefix="jaipur-level")
        self._tasks: set[asyncio.Task[None]] = set()
        lanes.appended.append(self.start)
        if not store.shared:
            lanes.loaded.append(self.start)

    async def resume(self) -> None:
        """Think on in the games that the last process has left."""
        for game in await self._store.waiting_for_level():
            self.start(await self._lanes.lane(game))

    def start(self, lane: Lane) -> None:
        """Let a level think, if it is its turn and it does not think yet."""
        game = lane.game
        if game.level_to_move is None or lane.thinking == game.position:
            return
        lane.thinking = game.position
        task = asyncio.get_running_loop().create_task(self._think(lane, game))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def nudge(self, lane: Lane) -> None:
        """Think for another process that should have moved by now."""
        if self._world.now() - lane.game.clock > 1000 * self._settings.think_again:
            self.start(lane)

    def close(self) -> None:
        """Think no more."""
        for task in self._tasks:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _think(self, lane: Lane, game: Game) -> None:
        try:
            await self._move(lane, game)
        except Problem as problem:
            if problem.code != Trouble.STALE and problem.code != Trouble.MATCH_OVER:
                _LOG.error("a level's move was not taken: %s", problem.code)
        except Exception:
            _LOG.exception("a level could not move")
        finally:
            if lane.thinking == game.position:
                lane.thinking = None

    async def _move(self, lane: Lane, game: Game) -> None:
        level, seat = game.level_to_move, game.turn
        assert level is not None
        assert seat is not None
        assert game.round is not None
        assert game.match is not None
        view = view_of(game.round, seat, game.round_number, game.match.seals)
        loop = asyncio.get_running_loop()
        move = await loop.run_in_executor(self._threads, levels.choose, level, view, seed_of(game))
        while True:
            try:
                await self._lanes.act(lane, lambda now: play(now, seat, str(move), game.position))
                return
            except Problem as problem:
                if problem.code != Trouble.UNAVAILABLE:
                    raise
            await asyncio.sleep(_PAUSE)


def seed_of(game: Game) -> int:
    """What a level draws its chances from: the same in every process, and known to no player."""
    digest = hashlib.sha256(game.secret + b"level" + game.position.to_bytes(4, "big")).digest()
    return int.from_bytes(digest[:8], "big")
