"""The deletion of users: their games are left, and their names removed from every log and process.

The name goes out of the `joined` entries, the only change that is ever made to an entry, and the
names of two at one screen out of the game's terms. Other processes read from the table `deletions`
whom they must forget.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from sqlalchemy import Connection, delete, or_, select, union, update

from jaipur.server import schema
from jaipur.server.accounts.account_names import reserve_deleted
from jaipur.server.clock import Clock
from jaipur.server.commands import Leave
from jaipur.server.event_log import decode_data, encode_data
from jaipur.server.game_rows import delete_games
from jaipur.server.live_games import LiveGames
from jaipur.server.notices import tables
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.store import Store
from jaipur.server.users import Users

__all__ = ["DELETIONS_KEPT_MS", "Deletion"]

DELETIONS_KEPT_MS: Final = 24 * 3_600_000
_GAMES_AT_ONCE: Final = 100  # in one transaction
_OVERLAP_MS: Final = 60_000  # clocks of other processes may differ by this


class Deletion:
    """Deletes users, and notices whom other processes have deleted."""

    def __init__(self, live_games: LiveGames, store: Store, users: Users, clock: Clock) -> None:
        self._live_games = live_games
        self._store = store
        self._users = users
        self._clock = clock
        self._forgotten: dict[str, int] = {}
        self._started = clock.now()
        # Whether SQLite's write-ahead log may still hold a name that was removed.
        self._wal_is_due = False

    async def delete(self, user: str) -> None:
        """Delete a user with account, sessions, imports, puzzles and name; finished games stay.

        `truncate_wal` is to be called afterwards.
        """
        await self._leave_games(user)
        await self._remove_names(user)
        await self._remove_imports(user)
        now = self._clock.now()
        await self._store.write(lambda connection: _delete_rows(connection, user, now))
        # What a request of the user has done meanwhile; from now on none is accepted.
        self._users.forget(user)
        await self._leave_games(user)
        await self._remove_names(user)
        await self._store.put(
            schema.deletions, [{"user_id": user, "at": self._clock.now()}], ["user_id"]
        )
        await self._live_games.forget_user(user)
        self._wal_is_due = True

    async def truncate_wal(self) -> None:
        """Overwrite older versions of rows in SQLite's write-ahead log, if that is due."""
        if self._wal_is_due:
            self._wal_is_due = not await self._store.truncate_wal()

    async def catch_up(self) -> None:
        """Forget the users whom other processes have deleted lately."""
        now, deletions = self._clock.now(), schema.deletions.c
        since = max(self._started, now - DELETIONS_KEPT_MS) - _OVERLAP_MS
        if self._forgotten:
            since = max(since, max(self._forgotten.values()) - _OVERLAP_MS)
        rows = await self._store.rows(select(schema.deletions).where(deletions.at > since))
        for row in rows:
            if row["user_id"] not in self._forgotten:
                self._users.forget(row["user_id"])
                await self._live_games.forget_user(row["user_id"])
        self._forgotten |= {row["user_id"]: row["at"] for row in rows}
        old = [user for user, at in self._forgotten.items() if at < now - DELETIONS_KEPT_MS]
        for user in old:
            del self._forgotten[user]

    async def _leave_games(self, user: str) -> None:
        """Withdraw a user's open games and abandon the running ones."""
        games, last = schema.games.c, ""
        mine = or_(games.user0 == user, games.user1 == user, games.maker == user)
        unfinished = select(games.id).where(mine, games.status != "over").order_by(games.id)
        while rows := await self._store.rows(
            unfinished.where(games.id > last).limit(_GAMES_AT_ONCE)
        ):
            for row in rows:
                await self._leave(row["id"], user)
            last = rows[-1]["id"]

    async def _leave(self, game: str, user: str) -> None:
        live = await self._live_games.get(game)
        try:
            await live.submit(Leave(), by=user)
        except Problem as problem:
            if problem.code == ProblemCode.UNAVAILABLE:
                raise
            # It has ended meanwhile, or the user has no seat in it.

    async def _remove_names(self, user: str) -> None:
        games, participants, last = schema.games.c, schema.participants.c, ""
        # The maker of a game that was never played is not among its participants.
        mine = union(
            select(participants.game).where(participants.user_id == user),
            select(games.id.label("game")).where(games.maker == user),
        ).subquery()
        while rows := await self._store.rows(
            select(mine.c.game)
            .where(mine.c.game > last)
            .order_by(mine.c.game)
            .limit(_GAMES_AT_ONCE)
        ):
            found = [row["game"] for row in rows]
            await self._store.write(partial(_remove_names, user=user, games=found))
            last = found[-1]

    async def _remove_imports(self, user: str) -> None:
        imports = schema.imports.c
        mine = select(imports.game).where(imports.user_id == user).limit(_GAMES_AT_ONCE)
        while rows := await self._store.rows(mine):
            games = [row["game"] for row in rows]
            await self._store.write(partial(delete_games, games=games))
            for game in games:
                self._live_games.evict(game)


_OWNED: Final = (
    schema.pairing_tickets,
    *(schema.sessions, schema.links, schema.match_facts, schema.mistake_answers),
    *(schema.puzzle_attempts, schema.puzzle_scores),
    *(schema.passwords, schema.passkeys, schema.recovery_codes),
    *(schema.challenges, schema.known_browsers),
    *(tables.notices, tables.devices, tables.notice_settings),
)


def _delete_rows(connection: Connection, user: str, now: int) -> None:
    reserve_deleted(connection, user, now)
    for table in _OWNED:
        connection.execute(delete(table).where(table.c.user_id == user))
    reports = schema.reports.c
    connection.execute(delete(schema.reports).where(or_(reports.by == user, reports.about == user)))
    blocks = schema.blocks.c
    mine = or_(blocks.user_id == user, blocks.blocked_id == user)
    connection.execute(delete(schema.blocks).where(mine))
    connection.execute(delete(schema.users).where(schema.users.c.id == user))


def _remove_names(connection: Connection, user: str, games: list[str]) -> None:
    """Remove a user's name from the logs and the rows of these games."""
    events, table = schema.events, schema.games
    joined = select(events).where(events.c.kind == "joined", events.c.game.in_(games))
    for row in connection.execute(joined).mappings().all():
        data = decode_data(row["data"])
        if data.get("user") == user and data["name"] != "":
            this = (events.c.game == row["game"]) & (events.c.seq == row["seq"])
            change = update(events).where(this).values(data=encode_data({**data, "name": ""}))
            connection.execute(change)
    for seat in ("0", "1"):
        mine = table.c.id.in_(games), table.c[f"user{seat}"] == user
        named = table.c[f"name{seat}"].is_not(None)
        connection.execute(update(table).where(*mine, named).values({f"name{seat}": ""}))
    # Only a user with both seats names them in the terms.
    made = select(table.c.id, table.c.terms).where(table.c.id.in_(games), table.c.maker == user)
    for row in connection.execute(made).mappings().all():
        terms = decode_data(row["terms"])
        if terms.get("names") is not None:
            change = update(table).where(table.c.id == row["id"])
            connection.execute(change.values(terms=encode_data({**terms, "names": None})))
