"""The games in memory, by id: read when they are asked for, dropped when nobody uses them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from jaipur.server.clock import Clock
from jaipur.server.game import Game
from jaipur.server.game_cache import GameCache
from jaipur.server.imported_log import ImportedEvent, imported_log
from jaipur.server.live_game import GameLogs, LiveGame
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.settings import Settings
from jaipur.server.store import Store

__all__ = ["LiveGames"]

_SWEEP_SECONDS: Final = 15.0


class LiveGames:
    """The games in memory, by id."""

    def __init__(self, store: Store, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self.logs = GameLogs(store=store, clock=clock)
        self._games: GameCache[LiveGame] = GameCache(most=settings.live_games_kept)
        self._sweeping: asyncio.Task[None] | None = None
        self.replaying = asyncio.Lock()
        """Held while a part of a long history is made, so that only one is made at a time."""
        self.on_append = self.logs.on_append
        """Called when this process has written to a game."""
        self.on_load: list[Callable[[LiveGame], None]] = []
        """Called when a game was read into memory."""
        self._loading: dict[str, asyncio.Task[LiveGame]] = {}

    def open(self) -> None:
        """Start to drop idle games from memory."""
        self._sweeping = asyncio.create_task(self._keep_sweeping())

    def close(self) -> None:
        """Stop."""
        if self._sweeping is not None:
            self._sweeping.cancel()

    async def _keep_sweeping(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            self._games.drop_idle(self._clock.now())

    async def get(self, game: str) -> LiveGame:
        """The game with this id; Problem if there is none."""
        live = self._games.use(game, self._clock.now())
        return await asyncio.shield(self._load_once(game)) if live is None else live

    def get_cached(self, game: str) -> LiveGame | None:
        """The game with this id, if it is in memory."""
        return self._games.get(game)

    def cached(self) -> dict[str, LiveGame]:
        """All games in memory."""
        return self._games.all()

    def _load_once(self, game: str) -> asyncio.Task[LiveGame]:
        """Load a game, or wait for the task that is loading it."""
        task = self._loading.get(game)
        if task is None:
            task = self._loading[game] = asyncio.create_task(self._load(game))
            task.add_done_callback(lambda done: self._end_loading(game, done))
        return task

    def _end_loading(self, game: str, task: asyncio.Task[LiveGame]) -> None:
        del self._loading[game]
        if not task.cancelled():
            task.exception()  # it is not logged if whoever waited for the game is gone

    async def _load(self, game: str) -> LiveGame:
        # PostgreSQL accepts no text with a NUL, so no id has one.
        opened = None if "\0" in game else await self._store.game(game)
        if opened is None:
            raise Problem.of(ProblemCode.NOT_FOUND)
        live = await self._read(opened)
        self._games.keep(game, live, self._clock.now())
        for callback in self.on_load:
            callback(live)
        return live

    async def _read(self, opened: Game) -> LiveGame:
        live = LiveGame(opened, self.logs)
        await live.fold()
        if live.game.seq == 0 and opened.terms.against == "record":
            live.apply_import(await asyncio.to_thread(imported_log, opened))
        return live

    def add_import(self, opened: Game, events: list[ImportedEvent]) -> None:
        """Keep a record that was just imported in memory."""
        live = LiveGame(opened, self.logs)
        live.apply_import(events)
        self._games.keep(opened.id, live, self._clock.now())

    async def forget_user(self, user: str) -> None:
        """Read the games of a user again, whose name was removed from the logs."""
        for game, live in self.cached().items():
            now = live.game
            users = {seat.user for seat in now.seats if seat} | {now.maker, *now.former_users}
            if user not in users:
                continue
            self.evict(game)
            if self._games.get(game) is live:
                async with live.lock:
                    opened = await self._store.game(game)
                    if opened is not None:
                        live.read_again(await self._read(opened))

    def evict(self, game: str) -> None:
        """Drop a game that is not in use, so that it is read again."""
        live = self._games.get(game)
        if live is not None and live.is_idle:
            self._games.forget(game)
