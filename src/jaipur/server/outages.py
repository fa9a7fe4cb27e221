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
from jaipur.server.event_log import EventDraft, EventKind
from jaipur.server.game import REJOIN_MS, Game, GameStatus
from jaipur.server.live_games import LiveGame, LiveGames
from jaipur.server.problems import Problem
from jaipur.server.store import Store

__all__ = ["Outages"]

_KEPT_MS: Final = 30 * 24 * 3_600_000
_SHORTEST_MS: Final = 2_000
# At a start with several processes: another one may just be starting, and writes every few seconds.
_SHORTEST_AT_START_MS: Final = 15_000

Outage = tuple[int, int]


class Outages:
    """The outages that this process knows, in log time."""

    def __init__(self, live_games: LiveGames, store: Store, clock: Clock) -> None:
        self._live_games = live_games
        self._store = store
        self._clock = clock
        self._known: list[Outage] = []
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
        self._known, self._synced_at, self._failing = known, now, False

    @property
    def last_end(self) -> int:
        """When the last outage ended; 0 if there was none."""
        return self._known[-1][1] if self._known else 0

    async def credit(self, live: LiveGame) -> None:
        """Give back to a game the time of the outages that it has not been credited yet."""
        with suppress(Problem):
            while self._known and _uncredited(live.game, self._known):
                await self._live_games.submit(live, lambda game: _draft_credit(game, self._known))

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


def _uncredited(game: Game, outages: list[Outage]) -> Outage | None:
    """The first outage, or part of it, in which a time of this game was running uncredited."""
    if game.status is GameStatus.OVER:
        return None
    for since, until in outages:
        if until > game.credited_until and any(until > start for start in _running(game, since)):
            return max(since, game.credited_until), until
    return None


def _running(game: Game, at: int) -> list[int]:
    """Since when the deadline, the absences and the grace periods have run that `at` is part of."""
    starts = [since for since in game.away if since is not None]
    starts += [one.at for one in game.replacements if one is not None and at - one.at <= REJOIN_MS]
    if game.deadline is not None:
        starts.append(game.deadline - 1000 * (game.terms.time or 0))
    return starts


def _draft_credit(game: Game, outages: list[Outage]) -> EventDraft | None:
    outage = _uncredited(game, outages)
    if outage is None:
        return None
    since, until = outage
    return EventDraft(EventKind.BACK, {"seat": None, "since": since, "until": until})
