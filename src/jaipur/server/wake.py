"""Hearing of what other processes have written: a hint from Redis, and a look at the database.

A hint may get lost; the look finds everything. So nothing depends on Redis but the delay.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

from jaipur.server.lanes import Lane, Lanes
from jaipur.server.problems import Problem
from jaipur.server.settings import Settings
from jaipur.server.store import Store

__all__ = ["Wake"]

_LOG: Final = logging.getLogger("jaipur.server")
_CHANNEL: Final = "jaipur:moved"
_WITH_REDIS: Final = 10  # how much less often the database is looked at
_RETRY: Final = 2.0


class Wake:
    """Keeps the lanes of this process in step with those of others."""

    def __init__(self, lanes: Lanes, store: Store, settings: Settings) -> None:
        self._lanes = lanes
        self._store = store
        self._settings = settings
        self._told: asyncio.Queue[str] = asyncio.Queue(maxsize=10_000)
        self._tasks: list[asyncio.Task[None]] = []
        self._redis: Any = None
        self._reading: set[asyncio.Task[None]] = set()
        self.heard = 0
        """How many hints came from other processes."""

    async def open(self) -> None:
        """Begin to listen, if there can be others."""
        if not self._store.shared:
            return
        if self._settings.redis is not None:
            from redis.asyncio import Redis

            self._redis = Redis.from_url(self._settings.redis, socket_connect_timeout=2)
            self._lanes.appended.append(self._tell)
            self._tasks = [
                asyncio.create_task(self._publish()),
                asyncio.create_task(self._listen()),
            ]
        self._tasks.append(asyncio.create_task(self._keep_looking()))

    async def close(self) -> None:
        """Listen no more."""
        tasks = [*self._tasks, *self._reading]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._redis is not None:
            await self._redis.aclose()

    def _tell(self, lane: Lane) -> None:
        with suppress(asyncio.QueueFull):
            self._told.put_nowait(f"{lane.game.id} {lane.game.seq}")

    async def _publish(self) -> None:
        while True:
            message = await self._told.get()
            try:
                await self._redis.publish(_CHANNEL, message)
            except Exception as error:
                _LOG.warning("Redis took no hint: %s", type(error).__name__)
                await asyncio.sleep(_RETRY)

    async def _listen(self) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(_CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            self._hear(message["data"].decode())
            except Exception as error:
                _LOG.warning("Redis gives no hints: %s", type(error).__name__)
                await asyncio.sleep(_RETRY)

    def _hear(self, message: str) -> None:
        game, _, seq = message.partition(" ")
        lane = self._lanes.in_use(game)
        if lane is not None and lane.game.seq < int(seq):
            self.heard += 1
            # Games are read side by side: one after the other, a busy server would fall behind.
            task = asyncio.create_task(self._catch_up([lane]))
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)

    async def _keep_looking(self) -> None:
        often = self._settings.poll * (1 if self._redis is None else _WITH_REDIS)
        while True:
            await asyncio.sleep(often)
            with suppress(Problem):
                await self._look()

    async def _look(self) -> None:
        watched = {game: lane for game, lane in self._lanes.cached().items() if lane.wakers}
        if watched:
            seqs = await self._store.sequences(watched)
            await self._catch_up(
                [watched[g] for g, seq in seqs.items() if watched[g].game.seq < seq]
            )

    async def _catch_up(self, lanes: list[Lane]) -> None:
        await asyncio.gather(*map(self._lanes.current, lanes), return_exceptions=True)
