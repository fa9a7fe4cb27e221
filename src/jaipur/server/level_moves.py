"""The moves of levels: chosen off the event loop, submitted like anybody's.

Games share the threads by address and user, so that nobody waits for the many games of another.
A chosen move carries the sequence number of its position, and is dropped when that has changed. A
game whose process died while a level was thinking is resumed at the next start, or by another
process that has a client listening to it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import Final

from jaipur.server import levels
from jaipur.server.clock import Clock
from jaipur.server.commands import Play
from jaipur.server.fair_threads import FairThreads
from jaipur.server.game import Game, GameStatus, PlayingGame
from jaipur.server.live_game import LiveGame
from jaipur.server.live_games import LiveGames
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.rate_limits import RateLimits, check_queue
from jaipur.server.settings import Settings
from jaipur.server.store import Store

__all__ = ["LevelRunner"]

_LOG: Final = logging.getLogger("jaipur.server")
_RETRY_SECONDS: Final = 1.0


class LevelRunner:
    """Makes levels move when it is their turn."""

    def __init__(
        self,
        live_games: LiveGames,
        store: Store,
        settings: Settings,
        clock: Clock,
        limits: RateLimits,
    ) -> None:
        self._live_games = live_games
        self._store = store
        self._settings = settings
        self._clock = clock
        self._limits = limits
        self._threads = FairThreads(settings.level_threads, "jaipur-level")
        self._tasks: set[asyncio.Task[None]] = set()
        live_games.on_append.append(self.start)
        if not store.shared:
            live_games.on_load.append(self.start)

    async def resume(self) -> None:
        """Resume the games in which the previous process has left a level to move."""
        for game in await self._store.waiting_for_level():
            self.start(await self._live_games.get(game))

    def start(self, live: LiveGame) -> None:
        """Let a level think, if it is its turn and it is not thinking already."""
        game = live.game
        if game.status is not GameStatus.PLAYING or game.level_to_move is None:
            return
        if live.level_thinks_at == game.position_seq:
            return
        live.level_thinks_at = game.position_seq
        task = asyncio.get_running_loop().create_task(self._run(live, game))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def waiting(self) -> int:
        """How many thoughts wait for a thread."""
        return self._threads.waiting

    def check_queue(self) -> None:
        """Problem if too many moves of levels wait for a new game against a level to begin."""
        check_queue("thoughts", self.waiting, self._settings.thoughts_queued)

    def take_over(self, live: LiveGame) -> None:
        """Move in place of another process that should have done so by now."""
        overdue_ms = 1000 * self._settings.level_takeover_after
        if self._clock.now() - live.game.updated_at > overdue_ms:
            self.start(live)

    def close(self) -> None:
        """Cancel everything."""
        for task in self._tasks:
            task.cancel()
        self._threads.close()

    async def _run(self, live: LiveGame, game: PlayingGame) -> None:
        try:
            await self._move(live, game)
        except Problem as problem:
            if problem.code not in (ProblemCode.STALE, ProblemCode.MATCH_OVER):
                _LOG.error("the move of a level was refused: %s", problem.code)
        except Exception:
            _LOG.exception("a level failed to move")
        finally:
            if live.level_thinks_at == game.position_seq:
                live.level_thinks_at = None

    async def _move(self, live: LiveGame, game: PlayingGame) -> None:
        (seat,) = game.waits_for
        level, view = game.level_to_move, game.match.view(seat)
        user = next((player.user for player in game.seats if player.user), game.maker)
        move = await self._threads.run(
            self._limits.client(user), levels.choose, level, view, seed_of(game)
        )
        while True:
            try:
                await live.submit(Play(seat, str(move), game.position_seq))
                return
            except Problem as problem:
                if problem.code != ProblemCode.UNAVAILABLE:
                    raise
            await asyncio.sleep(_RETRY_SECONDS)


def seed_of(game: Game) -> int:
    """The seed for a level's choice: the same in every process, and unknown to the players."""
    digest = hashlib.sha256(game.secret + b"level" + game.position_seq.to_bytes(4, "big")).digest()
    return int.from_bytes(digest[:8], "big")
