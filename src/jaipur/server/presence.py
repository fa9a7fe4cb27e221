"""Who is there: seats that were seen, seats that are away, and time that the server has lost.

No clock runs for it. Whoever listens to a game, or claims something in it, has the other seat
looked for; what is found goes into the log. When each seat was last seen is kept in the database
every few seconds, so that it survives the process and is known to the others.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select

from jaipur.server import schema
from jaipur.server.event_log import EventDraft, EventKind
from jaipur.server.game import Game, Status
from jaipur.server.lanes import Lane, Lanes
from jaipur.server.problems import Problem
from jaipur.server.settings import Settings, World
from jaipur.server.store import Store

__all__ = ["Presence"]

_LOG: Final = logging.getLogger("jaipur.server")
_KEPT_OUTAGES: Final = 30 * 24 * 3_600_000
_OTHERS_MAY_RUN: Final = 15_000  # with several processes, a shorter silence is no outage
_KEPT: Final = 24 * 3_600_000  # who was not seen for so long was not seen since then

Place = tuple[str, int]


class Presence:
    """What this process knows of who is there."""

    def __init__(self, lanes: Lanes, store: Store, settings: Settings, world: World) -> None:
        self._lanes = lanes
        self._store = store
        self._settings = settings
        self._world = world
        self._started = world.now()
        self._outages: list[tuple[int, int]] = []
        self._streams: Counter[Place] = Counter()
        self._seen: dict[Place, int] = {}
        self._told: dict[Place, int] = {}  # what other processes have written
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Note how long nobody was here to serve, and begin to write who is seen."""
        now = self._started = self._world.now()
        gap = _OTHERS_MAY_RUN if self._store.shared else 0
        await self._store.write(lambda connection: _note_outage(connection, now, gap))
        old = delete(schema.presence).where(schema.presence.c.seen < now - _KEPT)
        await self._store.write(lambda connection: connection.execute(old) and None)
        await self._store.put(schema.alive, [{"id": 1, "at": now}], ["id"])
        recent = schema.outages.c.until > now - _KEPT_OUTAGES
        rows = await self._store.rows(select(schema.outages).where(recent))
        self._outages = sorted((row["since"], row["until"]) for row in rows)
        self._task = asyncio.create_task(self._keep_writing())

    async def close(self) -> None:
        """Write a last time."""
        if self._task is not None:
            self._task.cancel()
            with suppress(Problem):
                await self._write()

    # Being seen

    def came(self, game: str, seats: Iterable[int]) -> None:
        """A stream was opened."""
        self._streams.update((game, seat) for seat in seats)

    def went(self, game: str, seats: Iterable[int]) -> None:
        """A stream has ended."""
        for seat in seats:
            self._streams[game, seat] -= 1
            self._seen[game, seat] = self._world.now()
            if self._streams[game, seat] <= 0:
                del self._streams[game, seat]

    async def saw(self, lane: Lane, seats: Iterable[int]) -> None:
        """A seat has asked for something: it is there, and back if it was away."""
        for seat in seats:
            self._seen[lane.game.id, seat] = self._world.now()
            if lane.game.away[seat] is not None:
                with suppress(Problem):
                    await self._lanes.act(lane, partial(_come_back, seat=seat))

    # Looking for others

    async def look(self, lane: Lane) -> None:
        """Write into the log which seats are away, and time that must be credited."""
        await self.credit(lane)
        for seat in _people_to_look_for(lane.game):
            since = await self._last_seen(lane.game, seat)
            if self._world.now() - since > 1000 * self._settings.away_after:
                with suppress(Problem):
                    await self._lanes.act(lane, partial(_go_away, seat=seat, since=since))

    async def credit(self, lane: Lane) -> None:
        """Give back the time in which the server was down."""
        if self._outages and _pending(lane.game, self._outages):
            with suppress(Problem):
                await self._lanes.act(lane, lambda game: _give_back(game, self._outages))

    async def _last_seen(self, game: Game, seat: int) -> int:
        now = self._world.now()
        if self._streams[game.id, seat] > 0:
            return now
        place = game.id, seat
        known = max(self._started, now - _KEPT, self._seen.get(place, 0), self._told.get(place, 0))
        if now - known <= 1000 * self._settings.away_after or not self._store.shared:
            return known
        row = await self._store.find(schema.presence, game=game.id, seat=seat)
        self._told[place] = max(known, row["seen"]) if row else known
        return self._told[place]

    # Writing

    async def _keep_writing(self) -> None:
        while True:
            await asyncio.sleep(self._settings.presence_interval)
            try:
                await self._write()
            except Problem as problem:
                _LOG.warning("presence was not written: %s", problem.code)

    async def _write(self) -> None:
        now = self._world.now()
        await self._store.put(schema.alive, [{"id": 1, "at": now}], ["id"])
        self._forget(now)
        if not self._store.shared:
            return  # nobody else would read it
        seen, self._seen = self._seen, {}
        seen.update(dict.fromkeys(self._streams, now))
        rows = [
            {"game": game, "seat": seat, "seen": at} for (game, seat), at in sorted(seen.items())
        ]
        await self._store.put(schema.presence, rows, ["game", "seat"])

    def _forget(self, now: int) -> None:
        """Seats that were seen long ago are as good as never seen."""
        for places in (self._seen, self._told):
            for place in [place for place, at in places.items() if at < now - _KEPT]:
                del places[place]


def _note_outage(connection: Connection, now: int, gap: int) -> None:
    last = connection.execute(select(schema.alive.c.at).where(schema.alive.c.id == 1)).scalar()
    if last is not None and now - last > gap:
        connection.execute(insert(schema.outages).values(since=last, until=now))


def _people_to_look_for(game: Game) -> list[int]:
    """Seats of people with people across, that are not known to be away."""
    if game.status not in (Status.PLAYING, Status.BETWEEN):
        return []
    users = [seat.user if seat else None for seat in game.seats]
    if None in users or users[0] == users[1]:
        return []
    return [seat for seat in (0, 1) if game.away[seat] is None]


def _go_away(game: Game, seat: int, since: int) -> EventDraft | None:
    if seat not in _people_to_look_for(game):
        return None
    return EventDraft(EventKind.AWAY, {"seat": seat, "since": since})


def _come_back(game: Game, seat: int) -> EventDraft | None:
    return None if game.away[seat] is None else EventDraft(EventKind.BACK, {"seat": seat})


def _pending(game: Game, outages: list[tuple[int, int]]) -> tuple[int, int] | None:
    """The first outage that somebody's time ran through and that was not credited."""
    starts: list[Any] = [since for since in game.away if since is not None]
    if game.deadline is not None:
        starts.append(game.deadline - 1000 * (game.terms.time or 0))
    if not starts or game.status is Status.OVER:
        return None
    for outage in outages:
        if outage[1] > max(min(starts), game.credited):
            return outage
    return None


def _give_back(game: Game, outages: list[tuple[int, int]]) -> EventDraft | None:
    outage = _pending(game, outages)
    if outage is None:
        return None
    since, until = outage
    return EventDraft(EventKind.BACK, {"seat": None, "since": since, "until": until})
