"""Outages: time in which no process served, or which a clock left out; games get it back.

Every process writes every few seconds that it is alive, with its log time. So the next start knows
how long the server was down, and a running process notices that the database was out of reach, that
its wall clock was set forward, or that another process is ahead of it. All of these are outages, in
one table.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.live_game import LiveGame
from jaipur.server.problems import Problem
from jaipur.server.server_commands import CreditOutage, Outage, uncredited_outage
from jaipur.server.store import Store

__all__ = ["Outages"]

_KEPT_MS: Final = 30 * 24 * 3_600_000
_SHORTEST_MS: Final = 2_000
# At a start with several processes: another one may just be starting, and writes every few seconds.
_SHORTEST_AT_START_MS: Final = 15_000


class Outages:
    """The outages that this process knows, in log time."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self.known: list[Outage] = []
        """The outages of the last month, in order."""
        self._synced_at: int | None = None  # before the first time: since the last process was
        self._failing = False

    async def sync(self) -> None:
        """Write that this process is alive, and record what has been left out since it last was."""
        try:
            skipped, now, known = await self._store.write(self._write)
        except Problem:
            self._failing = True
            raise
        # Together, so that nobody meets the new time without the outage that led to it.
        self._clock.skip(skipped)
        self.known, self._synced_at, self._failing = known, now, False

    @property
    def last_end(self) -> int:
        """When the last outage ended; 0 if there was none."""
        return self.known[-1][1] if self.known else 0

    async def credit(self, live: LiveGame) -> None:
        """Give back to a game the time of the outages that it has not been credited yet."""
        with suppress(Problem):
            while self.known and uncredited_outage(live.game, self.known):
                await live.submit(CreditOutage(tuple(self.known)))

    def _write(self, connection: Connection) -> tuple[int, int, list[Outage]]:
        """How far log time skips forward, what it is then, and the recent outages."""
        alive = select(schema.alive.c.at).where(schema.alive.c.id == 1).with_for_update()
        last, before = connection.execute(alive).scalar() or 0, self._clock.now()
        since, now, shortest = before, before, _SHORTEST_MS
        if self._synced_at is None:  # at the start
            since, now = last or now, max(now, last)
            shortest = _SHORTEST_AT_START_MS if self._store.shared else 0
        elif self._failing:
            since = self._synced_at
        until = max(now, last, now + self._clock.wall_ahead())
        if until - since > shortest:
            _record(connection, since, until)
            now = until
        alive_now = [{"id": 1, "at": max(now, last)}]
        self._store.upsert(connection, schema.alive, alive_now, ["id"])
        return now - before, now, _recent(connection, now)


def _record(connection: Connection, since: int, until: int) -> None:
    connection.execute(delete(schema.outages).where(schema.outages.c.since == since))
    connection.execute(insert(schema.outages).values(since=since, until=until))


def _recent(connection: Connection, now: int) -> list[Outage]:
    """The outages of the last month, in order; those that overlap are one."""
    table, found = schema.outages.c, list[Outage]()
    query = select(table.since, table.until).where(table.until > now - _KEPT_MS)
    for outage in sorted((row.since, row.until) for row in connection.execute(query)):
        if found and outage[0] <= found[-1][1]:
            before = found.pop()
            found.append((before[0], max(before[1], outage[1])))
        else:
            found.append(outage)
    return found
