"""Heartbeats: one timer for all streams, which also looks after what is overdue in their games.

Games take turns, a part of them at a time. All streams of a game are sent the same prepared
message, and so are those of the lobby; then, at most once a heartbeat, it is checked whether the
players are absent, whether an outage is to be credited, and whether the sessions of the streams
still last.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Final, Protocol

from jaipur.server.clock import Clock
from jaipur.server.event_stream import heartbeat
from jaipur.server.live_game import Listener, LiveGame
from jaipur.server.problems import Problem
from jaipur.server.settings import Settings

__all__ = ["Heartbeats"]

_LOG: Final = logging.getLogger("jaipur.server")
_PARTS: Final = 20
_SHORTEST_SECONDS: Final = 0.05
_CHECKED_AT_ONCE: Final = 50

IsDue = Callable[[LiveGame], bool]
Check = Callable[[LiveGame], Awaitable[None]]
CheckSessions = Callable[[Iterable[Listener]], Awaitable[None]]


class Thoughts(Protocol):
    """The thoughts of levels."""

    @property
    def waiting(self) -> int:
        """How many wait for a thread."""


class Heartbeats:
    """The games that have streams, in parts that take turns."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        thoughts: Thoughts,
        is_due: IsDue,
        check: Check,
        check_sessions: CheckSessions,
    ) -> None:
        self._thoughts = thoughts
        self._is_due = is_due
        self._clock = clock
        self._check = check
        self._check_sessions = check_sessions
        parts = max(1, min(_PARTS, int(settings.heartbeat / _SHORTEST_SECONDS)))
        self._pause = settings.heartbeat / parts
        self._parts: list[dict[str, LiveGame]] = [{} for _ in range(parts)]
        self._lobby: list[set[Listener]] = [set() for _ in range(parts)]
        self._checking: list[asyncio.Task[None] | None] = [None] * parts
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start."""
        self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        """Stop."""
        for task in (self._task, *self._checking):
            if task is not None:
                task.cancel()

    def add(self, live: LiveGame) -> None:
        """Count in a game that has a stream."""
        game = live.game.id
        self._parts[hash(game) % len(self._parts)][game] = live

    def add_lobby(self, stream: Listener) -> None:
        """Count in a stream of the lobby."""
        self._lobby[hash(stream) % len(self._lobby)].add(stream)

    def remove_lobby(self, stream: Listener) -> None:
        """Count out a stream of the lobby that has ended."""
        self._lobby[hash(stream) % len(self._lobby)].discard(stream)

    async def _run(self) -> None:
        number = 0
        while True:
            await asyncio.sleep(self._pause)
            number = (number + 1) % len(self._parts)
            part = self._parts[number]
            games = [live for live in part.values() if live.listeners]
            if len(games) < len(part):
                self._parts[number] = {live.game.id: live for live in games}
            self._beat(games)
            lobby = tuple(self._lobby[number])
            for stream in lobby:
                stream.beat(heartbeat(None, self._clock.now()))
            running = self._checking[number]
            if (games or lobby) and (running is None or running.done()):
                self._checking[number] = asyncio.create_task(self._check_all(games, lobby))

    def _beat(self, games: Iterable[LiveGame]) -> None:
        now, waiting = self._clock.now(), self._thoughts.waiting
        for live in games:
            is_thinking = live.level_thinks_at is not None
            message = heartbeat(live.game.seq, now, waiting if is_thinking else None)
            for stream in tuple(live.listeners):
                stream.beat(message)

    async def _check_all(self, games: list[LiveGame], lobby: Iterable[Listener]) -> None:
        """Without the database, the heartbeat is all that the clients get."""
        try:
            with suppress(Problem):
                streams = [stream for live in games for stream in live.listeners]
                await self._check_sessions([*streams, *lobby])
            due = [live for live in games if self._is_due(live)]
            for start in range(0, len(due), _CHECKED_AT_ONCE):
                some = due[start : start + _CHECKED_AT_ONCE]
                await asyncio.gather(*map(self._check_one, some))
        except Exception:
            _LOG.exception("games could not be checked")

    async def _check_one(self, live: LiveGame) -> None:
        with suppress(Problem):
            await self._check(live)
