"""Synchronisation with other processes: notifications over Redis, and polling of the database.

A notification may get lost; polling finds everything. So without Redis there is only more delay.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec

from jaipur.server.deletion import Deletion
from jaipur.server.event_log import EventKind, LogEntry
from jaipur.server.live_game import LiveGame
from jaipur.server.live_games import LiveGames
from jaipur.server.problems import Problem
from jaipur.server.settings import Settings
from jaipur.server.store import Store

__all__ = ["Notification", "NotifiedEntry", "PeerSync", "notification"]

_LOG: Final = logging.getLogger("jaipur.server")
_CHANNEL: Final = "jaipur:events"
_LOBBY: Final = "jaipur:lobby"
_NOT_TOLD: Final = frozenset({EventKind.JOINED, EventKind.REVEALED})  # names and nonces
_POLL_FACTOR_WITH_REDIS: Final = 10  # the database is polled so much less often
_RETRY_SECONDS: Final = 2.0
_QUEUE_SIZE: Final = 10_000
_PUBLISHED_TOGETHER: Final = 100  # Redis and its client take as long over one as over many


class NotifiedEntry(msgspec.Struct, frozen=True):
    """An entry of a log, without the key of its sender."""

    seq: int
    kind: EventKind
    at: int
    data: dict[str, Any]

    @property
    def entry(self) -> LogEntry:
        """The entry of the log."""
        return LogEntry(seq=self.seq, kind=self.kind, at=self.at, data=self.data)


class Notification(msgspec.Struct, frozen=True):
    """A game has been written to."""

    game: str
    seq: int
    entries: list[NotifiedEntry]
    """The latest ones, so that they need not be read; none if there are names or nonces in them."""


_decode: Final = msgspec.json.Decoder(list[Notification]).decode


class PeerSync:
    """Keeps the games in memory in sync with what other processes write."""

    def __init__(
        self, live_games: LiveGames, store: Store, settings: Settings, deletion: Deletion
    ) -> None:
        self._live_games = live_games
        self._store = store
        self._settings = settings
        self._deletion = deletion
        self._outgoing: asyncio.Queue[Notification | bytes] = asyncio.Queue(maxsize=_QUEUE_SIZE)
        """What games have written, and messages about the lobby."""
        self._tasks: list[asyncio.Task[None]] = []
        self._redis: Any = None
        self._redis_fails = False
        self._catching_up: set[asyncio.Task[None]] = set()
        self.received = 0
        """How many notifications of other processes brought something new."""
        self.publishes = False
        """Whether notifications are sent to other processes."""
        self.on_lobby: Callable[[bytes], None] = lambda _: None
        """Called with what any process, this one included, has published about the lobby."""

    @property
    def poll_seconds(self) -> float:
        """After how long the database is asked for what notifications may have missed."""
        factor = 1 if self._settings.redis is None else _POLL_FACTOR_WITH_REDIS
        return self._settings.poll_interval * factor

    async def open(self) -> None:
        """Start, if there can be other processes."""
        if not self._store.shared:
            return
        if self._settings.redis is not None:
            from redis.asyncio import Redis

            self._redis = Redis.from_url(self._settings.redis, socket_connect_timeout=2)
            self._live_games.on_append.append(self._enqueue)
            self.publishes = True
            self._tasks = [
                asyncio.create_task(self._publish()),
                asyncio.create_task(self._subscribe()),
            ]
        self._tasks.append(asyncio.create_task(self._keep_polling()))

    async def close(self) -> None:
        """Stop."""
        tasks = [*self._tasks, *self._catching_up]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._redis is not None:
            await self._redis.aclose()

    def _enqueue(self, live: LiveGame) -> None:
        with suppress(asyncio.QueueFull):
            self._outgoing.put_nowait(notification(live))

    def publish_lobby(self, message: bytes) -> None:
        """Tell other processes what has changed in the lobby."""
        if self.publishes:
            with suppress(asyncio.QueueFull):
                self._outgoing.put_nowait(message)

    async def _publish(self) -> None:
        while True:
            together = [await self._outgoing.get()]
            while not self._outgoing.empty() and len(together) < _PUBLISHED_TOGETHER:
                together.append(self._outgoing.get_nowait())
            written = [each for each in together if isinstance(each, Notification)]
            try:
                if written:
                    await self._redis.publish(_CHANNEL, msgspec.json.encode(written))
                for message in together:
                    if isinstance(message, bytes):
                        await self._redis.publish(_LOBBY, message)
                self._redis_works()
            except Exception as error:
                self._redis_failed(error)
                await asyncio.sleep(_RETRY_SECONDS)

    async def _subscribe(self) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(_CHANNEL, _LOBBY)
                    self._redis_works()
                    async for message in channel.listen():
                        if message["type"] != "message":
                            continue
                        if message["channel"] == _LOBBY.encode():
                            self.on_lobby(message["data"])
                        else:
                            self.receive(message["data"])
            except Exception as error:
                self._redis_failed(error)
                await asyncio.sleep(_RETRY_SECONDS)

    def _redis_failed(self, error: Exception) -> None:
        if not self._redis_fails:
            _LOG.warning("Redis cannot be used: %s; the database is polled", type(error).__name__)
        self._redis_fails = True

    def _redis_works(self) -> None:
        if self._redis_fails:
            _LOG.warning("Redis can be used again")
        self._redis_fails = False

    def receive(self, message: bytes) -> None:
        """Follow what another process has written, from the notification or else from the log."""
        try:
            notifications = _decode(message)
        except msgspec.DecodeError:  # of another version
            return
        for each in notifications:
            self._follow(each)

    def _follow(self, news: Notification) -> None:
        live = self._live_games.get_cached(news.game)
        if live is not None and live.game.seq < news.seq:
            self.received += 1
            if news.entries and live.follow([entry.entry for entry in news.entries]):
                return
            # Games are read concurrently: one after the other, a busy server would fall behind.
            task = asyncio.create_task(self._catch_up([live]))
            self._catching_up.add(task)
            task.add_done_callback(self._catching_up.discard)

    async def _keep_polling(self) -> None:
        while True:
            await asyncio.sleep(self.poll_seconds)
            with suppress(Problem):
                await self._poll()
                await self._deletion.catch_up()

    async def _poll(self) -> None:
        watched = {game: live for game, live in self._live_games.cached().items() if live.listeners}
        if watched:
            seqs = await self._store.sequences(watched)
            await self._catch_up(
                [watched[game] for game, seq in seqs.items() if watched[game].game.seq < seq]
            )

    async def _catch_up(self, games: list[LiveGame]) -> None:
        await asyncio.gather(*(live.refresh() for live in games), return_exceptions=True)


def notification(live: LiveGame) -> Notification:
    """The message to other processes: the number of the last event, and usually the events."""
    now = live.game
    latest = [each.entry for each in live.recent if each.entry.at == now.updated_at]
    if any(entry.kind in _NOT_TOLD for entry in latest):
        latest = []
    entries = [
        NotifiedEntry(seq=entry.seq, kind=entry.kind, at=entry.at, data=entry.data)
        for entry in latest
    ]
    return Notification(game=now.id, seq=now.seq, entries=entries)
