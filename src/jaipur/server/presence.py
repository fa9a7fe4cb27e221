"""Presence: when each seat was last seen, and which seats are away.

There is no timer. A listener's heartbeat, or a claim, checks the other seat, and an absence is
logged as an event. When each seat was last seen is written to the database every few seconds, so
that it survives the process and other processes know it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

from sqlalchemy import delete

from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.game import Game, GameStatus
from jaipur.server.live_game import LiveGame
from jaipur.server.live_games import LiveGames
from jaipur.server.outages import Outages
from jaipur.server.problems import Problem
from jaipur.server.server_commands import NoteAway, NoteBack, seats_to_watch
from jaipur.server.settings import Settings
from jaipur.server.store import Store

__all__ = ["Presence"]

_SEEN_KEPT_MS: Final = 24 * 3_600_000  # a seat that was seen earlier counts as seen then

GameSeat = tuple[str, int]


class Presence:
    """What this process knows about who is present."""

    def __init__(
        self,
        live_games: LiveGames,
        store: Store,
        settings: Settings,
        clock: Clock,
        outages: Outages,
    ) -> None:
        self._live_games = live_games
        self._store = store
        self._settings = settings
        self._clock = clock
        self._outages = outages
        self._started = clock.now()
        self._streams: Counter[tuple[str, str]] = Counter()  # by game and user
        self._seen: dict[GameSeat, int] = {}
        self._seen_elsewhere: dict[GameSeat, int] = {}  # what other processes have written
        self._task: asyncio.Task[None] | None = None
        live_games.logs.on_over.append(self._forget)

    async def open(self) -> None:
        """Start writing to the database which users were seen."""
        await self._outages.sync()
        now = self._started = self._clock.now()
        old = delete(schema.presence).where(schema.presence.c.seen < now - _SEEN_KEPT_MS)
        await self._store.write(lambda connection: connection.execute(old) and None)
        self._task = asyncio.create_task(self._keep_writing())

    async def close(self) -> None:
        """Write for the last time."""
        if self._task is not None:
            self._task.cancel()
            with suppress(Problem):
                await self._write()

    def stream_opened(self, live: LiveGame, user: str) -> None:
        """Count a stream: while it lasts, the seats that its user has by then are present."""
        self._streams[live.game.id, user] += 1

    def stream_closed(self, live: LiveGame, user: str) -> None:
        """Count a stream that has ended."""
        this = live.game.id, user
        self._streams[this] -= 1
        if self._streams[this] <= 0:
            del self._streams[this]
        self.note_seen(live, live.game.seats_of(user))

    def note_seen(self, live: LiveGame, seats: Iterable[int]) -> None:
        """Seats that have sent a request, or had a stream, are present."""
        if live.game.status is GameStatus.OVER:
            return  # nobody waits for them
        for seat in seats:
            self._seen[live.game.id, seat] = self._clock.now()

    def _forget(self, live: LiveGame) -> None:
        """Forget the seats of a game that is over."""
        for seats in (self._seen, self._seen_elsewhere):
            for seat in (0, 1):
                seats.pop((live.game.id, seat), None)

    async def note_back(self, live: LiveGame, seats: Iterable[int]) -> None:
        """Log that seats are back, if they were away."""
        for seat in seats:
            if live.game.away[seat] is not None:
                with suppress(Problem):
                    await live.submit(NoteBack(seat))

    def may_be_away(self, game: Game) -> bool:
        """Whether a seat that counts has no stream open here."""
        users = [seat.user for seat in game.seats if seat is not None]
        if all((game.id, user) in self._streams for user in users if user is not None):
            return False
        return bool(seats_to_watch(game))

    async def check_absence(self, live: LiveGame) -> None:
        """Log which seats are away."""
        for seat in seats_to_watch(live.game):
            since = await self._last_seen(live.game, seat)
            if self._clock.now() - since > 1000 * self._settings.away_after:
                with suppress(Problem):
                    await live.submit(NoteAway(seat, since))

    async def _last_seen(self, game: Game, seat: int) -> int:
        now, player, this = self._clock.now(), game.seats[seat], (game.id, seat)
        if (
            player is not None
            and player.user is not None
            and (game.id, player.user) in self._streams
        ):
            return now
        here, elsewhere = self._seen.get(this, 0), self._seen_elsewhere.get(this, 0)
        # Nobody could be seen during an outage.
        start = max(self._started, self._outages.last_end, now - _SEEN_KEPT_MS)
        known = max(start, game.joined_at[seat], here, elsewhere)
        if now - known <= 1000 * self._settings.away_after or not self._store.shared:
            return known
        row = await self._store.find(schema.presence, game=game.id, seat=seat)
        self._seen_elsewhere[this] = max(known, row["seen"]) if row else known
        return self._seen_elsewhere[this]

    async def _keep_writing(self) -> None:
        while True:
            await asyncio.sleep(self._settings.presence_interval)
            with suppress(Problem):  # the status of the database has logged it
                await self._write()

    async def _write(self) -> None:
        await self._outages.sync()
        now = self._clock.now()
        self._drop_old(now)
        if not self._store.shared:
            return  # nobody else would read it
        seen, self._seen = self._seen, {}
        seen.update(dict.fromkeys(self._seats_with_streams(), now))
        rows = [
            {"game": game, "seat": seat, "seen": at} for (game, seat), at in sorted(seen.items())
        ]
        try:
            await self._store.put(schema.presence, rows, ["game", "seat"])
        except Problem:
            self._seen = {**seen, **self._seen}
            raise

    def _seats_with_streams(self) -> Iterator[GameSeat]:
        for game, user in self._streams:
            live = self._live_games.get_cached(game)  # in memory as long as it has streams
            if live is not None:
                yield from ((game, seat) for seat in live.game.seats_of(user))

    def _drop_old(self, now: int) -> None:
        """Drop seats that were last seen long ago."""
        for seen in (self._seen, self._seen_elsewhere):
            for seat in [seat for seat, at in seen.items() if at < now - _SEEN_KEPT_MS]:
                del seen[seat]
