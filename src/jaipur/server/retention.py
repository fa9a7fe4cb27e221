"""What is kept, and for how long: a periodic clean-up with a bounded amount of work each time.

- A session that has ended is removed after a week, an expired link at once. A guest who has neither
  a session nor a link left cannot come back, and is deleted as by their own request. Accounts stay.
- A game that nobody has started is removed 30 days after its last event: an invitation that was
  not accepted or was withdrawn, a rematch that was declined, a shuffle that was not completed.
- An imported record is removed when nobody has looked at it for 90 days, or when there are too many
  and it was looked at longest ago.
- The old name of an account is reserved for a year, a browser known for 400 days, a wrong password
  counted for a day.
- Games that were played are kept, whether they were finished or not; a match that nobody has
  looked after for 30 days since its deadline is settled first.
- A notice is removed 30 days after it was due.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import Final

from sqlalchemy import Connection, Delete, delete, func, or_, select

from jaipur.server import schema
from jaipur.server.accounts.known_browsers import KNOWN_MS
from jaipur.server.accounts.login_limits import FORGOTTEN_AFTER_MS
from jaipur.server.clock import Clock
from jaipur.server.deletion import DELETIONS_KEPT_MS, Deletion
from jaipur.server.game import GameStatus
from jaipur.server.game_rows import delete_games
from jaipur.server.live_games import LiveGames
from jaipur.server.notices import tables
from jaipur.server.overdue import OverdueMatches
from jaipur.server.problems import Problem, WriteConflict
from jaipur.server.settings import Settings
from jaipur.server.store import Store

__all__ = ["Retention"]

_LOG: Final = logging.getLogger("jaipur.server")
_DAY_MS: Final = 24 * 3_600_000
ENDED_SESSION_MS: Final = 7 * _DAY_MS
NOT_STARTED_MS: Final = 30 * _DAY_MS
UNSEEN_IMPORT_MS: Final = 90 * _DAY_MS
NOTICES_KEPT_MS: Final = 30 * _DAY_MS
_ROWS_AT_ONCE: Final = 200  # of each kind, in one clean-up
_USERS_AT_ONCE: Final = 100


class Retention:
    """Removes what is no longer kept."""

    def __init__(
        self,
        live_games: LiveGames,
        store: Store,
        deletion: Deletion,
        overdue: OverdueMatches,
        settings: Settings,
        clock: Clock,
    ) -> None:
        self._live_games = live_games
        self._store = store
        self._deletion = deletion
        self._overdue = overdue
        self._settings = settings
        self._clock = clock
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start cleaning up."""
        self._task = asyncio.create_task(self._keep_cleaning())

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _keep_cleaning(self) -> None:
        while True:
            await asyncio.sleep(self._settings.cleanup_interval)
            try:
                await self.clean_up()
            except (Problem, WriteConflict) as problem:
                _LOG.warning("the clean-up failed: %s", problem)
            except Exception:
                _LOG.exception("the clean-up failed")

    async def clean_up(self) -> None:
        """One clean-up; what is left over is for the next one."""
        now = self._clock.now()
        await self._overdue.clean_up()
        await self._end_sessions(now)
        await self._remove_games(await self._not_started(now - NOT_STARTED_MS))
        await self._remove_games(await self._unseen_imports(now - UNSEEN_IMPORT_MS))
        for expired in _expired(now):
            await self._store.write(partial(_execute, statement=expired))
        await self._remove_notices(now - NOTICES_KEPT_MS)
        await self._deletion.truncate_wal()

    async def _remove_notices(self, before: int) -> None:
        notices = tables.notices.c
        oldest = select(notices.id).where(notices.due_at < before).order_by(notices.due_at)
        rows = await self._store.rows(oldest.limit(_ROWS_AT_ONCE))
        gone = delete(tables.notices).where(notices.id.in_([row["id"] for row in rows]))
        if rows:
            await self._store.write(partial(_execute, statement=gone))

    async def _end_sessions(self, now: int) -> None:
        """Remove the oldest sessions and links, and the users who have none left."""
        kept_from = {schema.sessions: now - ENDED_SESSION_MS, schema.links: now}
        expired = {
            table: await self._store.rows(
                select(table.c.hash, table.c.user_id)
                .where(table.c.expires_at < at)
                .order_by(table.c.expires_at)
                .limit(_USERS_AT_ONCE)
            )
            for table, at in kept_from.items()
        }
        owners = {row["user_id"] for rows in expired.values() for row in rows}
        users = schema.users.c
        left = [
            select(table.c.hash).where(table.c.user_id == users.id, table.c.expires_at >= at)
            for table, at in kept_from.items()
        ]
        guests = select(users.id).where(users.id.in_(owners), users.registered_at.is_(None))
        lost = guests.where(*(~rows.exists() for rows in left))
        for row in await self._store.rows(lost):
            await self._deletion.delete(row["id"])
        # Only now: by them the users are found again if the process ends before.
        for table, rows in expired.items():
            gone = delete(table).where(table.c.hash.in_([row["hash"] for row in rows]))
            await self._store.write(partial(_execute, statement=gone))

    async def _not_started(self, before: int) -> list[str]:
        games = schema.games.c
        not_started = or_(
            games.name0.is_(None), games.name1.is_(None), games.status == GameStatus.SHUFFLING
        )
        query = select(games.id).where(not_started, games.updated_at < before)
        oldest = query.order_by(games.updated_at).limit(_ROWS_AT_ONCE)
        return [row["id"] for row in await self._store.rows(oldest)]

    async def _unseen_imports(self, before: int) -> list[str]:
        imports = schema.imports.c
        count = await self._store.rows(select(func.count(imports.game).label("all")))
        oldest = select(imports.game, imports.seen_at).order_by(imports.seen_at)
        rows = await self._store.rows(oldest.limit(_ROWS_AT_ONCE))
        too_many = count[0]["all"] - self._settings.imports_kept
        return [
            row["game"]
            for number, row in enumerate(rows)
            if number < too_many or row["seen_at"] < before
        ]

    async def _remove_games(self, games: Sequence[str]) -> None:
        """Remove games, except those that somebody listens to."""
        for game in games:
            self._live_games.evict(game)
        idle = [game for game in games if self._live_games.get_cached(game) is None]
        if idle:
            await self._store.write(partial(delete_games, games=idle))


def _expired(now: int) -> list[Delete]:
    """Removes what is of no use after a time that its own row tells."""
    names, browsers, logins = schema.account_names, schema.known_browsers, schema.failed_logins
    return [
        delete(schema.deletions).where(schema.deletions.c.at < now - DELETIONS_KEPT_MS),
        delete(schema.challenges).where(schema.challenges.c.expires_at < now),
        delete(schema.invitation_codes).where(schema.invitation_codes.c.expires_at < now),
        delete(names).where(names.c.until < now),
        delete(browsers).where(browsers.c.seen_at < now - KNOWN_MS),
        delete(logins).where(logins.c.at < now - FORGOTTEN_AFTER_MS),
    ]


def _execute(connection: Connection, statement: Delete) -> None:
    connection.execute(statement)
