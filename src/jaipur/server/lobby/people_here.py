"""Who is here: everybody who has a page open, which is a stream of the lobby or of a game.

Each process writes the users of its own streams into one row, and reads those of the others. Who
changes from one page to another has no stream for a moment, and stays here some seconds.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import msgspec
from sqlalchemy import delete, select

from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.game import GameStatus
from jaipur.server.live_games import LiveGames
from jaipur.server.problems import Problem
from jaipur.server.settings import Settings
from jaipur.server.store import Store

__all__ = ["Here", "PeopleHere"]

_STAYS_SECONDS: Final = 5.0
_MISSED_WRITES: Final = 3  # after so many a process counts as gone
_PLAYING: Final = (GameStatus.SHUFFLING, GameStatus.PLAYING, GameStatus.BETWEEN)
_decode: Final = msgspec.json.Decoder(dict[str, bool]).decode


@dataclass(frozen=True, slots=True)
class Here:
    """For each user online, by id, whether they are playing; and how many visitors there are."""

    users: dict[str, bool] = field(default_factory=dict)
    visitors: int = 0

    def __or__(self, other: Here) -> Here:
        users = {**self.users}
        for user, plays in other.users.items():
            users[user] = plays or users.get(user, False)
        return Here(users, self.visitors + other.visitors)


class PeopleHere:
    """The people with streams of this process, and of the others."""

    def __init__(
        self, live_games: LiveGames, store: Store, settings: Settings, clock: Clock, worker: str
    ) -> None:
        """`worker` is the name of this process among the others."""
        self._live_games = live_games
        self._store = store
        self._clock = clock
        self.worker = worker
        self._write_ms = 1000 * settings.presence_interval
        self._streams: Counter[tuple[str, str | None]] = Counter()  # by user and game
        self._users: Counter[str] = Counter()  # with those who have just left
        self._visitors = 0
        self._written: tuple[Here, int] = Here(), 0
        self._elsewhere = Here()
        self.on_change: Callable[[], None] = lambda: None
        """Called when somebody has come, or has been gone for some seconds."""

    def opened(self, user: str | None, game: str | None = None) -> None:
        """Count a stream: of a user, or of a visitor; of a game, or of the lobby."""
        if user is None:
            self._visitors += 1
        else:
            self._streams[user, game] += 1
            self._users[user] += 1
        if user is None or game is not None or self._users[user] == 1:
            self.on_change()

    def closed(self, user: str | None, game: str | None = None) -> None:
        """Count a stream that has ended."""
        if user is None:
            self._visitors -= 1
            self.on_change()
            return
        self._streams[user, game] -= 1
        if self._streams[user, game] <= 0:
            del self._streams[user, game]
        asyncio.get_running_loop().call_later(_STAYS_SECONDS, self._leave, user)

    def _leave(self, user: str) -> None:
        self._users[user] -= 1
        if self._users[user] <= 0:
            del self._users[user]
        self.on_change()

    def here(self) -> Here:
        """Everybody online, as far as this process knows."""
        return self._of_this_process() | self._elsewhere

    def _of_this_process(self) -> Here:
        users = dict.fromkeys(self._users, False)
        for user, game in self._streams:
            users[user] = users[user] or self._plays(user, game)
        return Here(users, self._visitors)

    def _plays(self, user: str, game: str | None) -> bool:
        live = None if game is None else self._live_games.get_cached(game)
        if live is None or live.game.status not in _PLAYING:
            return False
        return bool(live.game.seats_of(user))

    async def write(self) -> bool:
        """Write who is online for other processes, if it has changed or is old; True if it did."""
        if not self._store.shared:
            return False
        here, now = self._of_this_process(), self._clock.now()
        before, at = self._written
        if here == before and now - at < self._write_ms:
            return False
        row = {
            "worker": self.worker,
            "at": now,
            "users": msgspec.json.encode(here.users).decode(),
            "visitors": here.visitors,
        }
        await self._store.put(schema.people_here, [row], ["worker"])
        self._written = here, now
        return here != before

    async def read(self) -> bool:
        """Read who is connected to other processes; whether that has changed."""
        if not self._store.shared:
            return False
        table = schema.people_here.c
        alive = self._clock.now() - _MISSED_WRITES * self._write_ms
        query = select(schema.people_here).where(table.worker != self.worker, table.at > alive)
        found = Here()
        for row in await self._store.rows(query.order_by(table.worker)):
            found |= Here(_decode(row["users"]), row["visitors"])
        changed, self._elsewhere = found != self._elsewhere, found
        return changed

    async def close(self) -> None:
        """Take back what this process has written, and what others have left long ago."""
        if self._store.shared:
            table = schema.people_here
            old = table.c.at < self._clock.now() - 10 * _MISSED_WRITES * self._write_ms
            gone = delete(table).where((table.c.worker == self.worker) | old)
            with suppress(Problem):
                await self._store.write(lambda connection: connection.execute(gone) and None)
