"""The store: reads and writes games and their logs, with SQLAlchemy Core.

Reads run in a few threads, writes in the writer's thread. Every method is one transaction.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, or_, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from jaipur.server import schema
from jaipur.server.compiled_statement import CompiledStatement
from jaipur.server.database import database_url, is_sqlite, open_engine
from jaipur.server.database_status import DatabaseStatus
from jaipur.server.event_log import EventKind, LogEntry
from jaipur.server.game import Game, OpenGame
from jaipur.server.game_rows import DatabaseRow, entry_of, game_of, state_columns
from jaipur.server.metrics import CommitTimes
from jaipur.server.notices import outbox
from jaipur.server.notices.drafts import OutboxChange, challenge_for, notices_for
from jaipur.server.problems import WriteConflict
from jaipur.server.writer import Writer

__all__ = ["DatabaseRow", "Store"]

T = TypeVar("T")
_GAMES_LISTED: Final = 50
_RUNNING_GAMES_LISTED: Final = 500
# The columns that change with every entry; `state_columns` gives the values.
_STATE_COLUMNS: Final = (
    *("seq", "status", "waits_for", "level_turn", "deadline", "updated_at"),
    *("winner", "seals0", "seals1"),
)
# Those that change when a seat is taken. At other times a game in memory may have names that were
# removed from the database since.
_SEAT_COLUMNS: Final = ("user0", "user1", "name0", "name1")
# Built once: building a statement takes longer than running it.
_THIS_GAME: Final = update(schema.games).where(
    schema.games.c.id == bindparam("this_game"), schema.games.c.seq == bindparam("this_seq")
)
_UPDATE_GAME: Final = _THIS_GAME.values({name: bindparam(name) for name in _STATE_COLUMNS})
_UPDATE_SEATS: Final = _THIS_GAME.values(
    {name: bindparam(name) for name in (*_STATE_COLUMNS, *_SEAT_COLUMNS)}
)
_INSERT_EVENTS: Final = insert(schema.events)
_ENTRIES: Final = (
    select(schema.events)
    .where(
        schema.events.c.game == bindparam("game"),
        schema.events.c.seq > bindparam("after"),
        schema.events.c.seq <= bindparam("until"),
    )
    .order_by(schema.events.c.seq)
)
_LAST_SEQ: Final = 2**31 - 1
_encode: Final = msgspec.json.Encoder().encode
_GAME: Final = (
    select(schema.games, schema.imports.c.record)
    .outerjoin(schema.imports, schema.imports.c.game == schema.games.c.id)
    .where(schema.games.c.id == bindparam("game"))
)


class Store:
    """The database of one server."""

    def __init__(self, url: str, *, lock_timeout: float = 2.0, notices: bool = False) -> None:
        self.url = database_url(url)
        self.shared = not is_sqlite(self.url)
        """Whether other processes may write to it."""
        self._notices = notices
        self.on_outbox: Callable[[], None] = lambda: None
        """Called when this process has written notices."""
        self._patience = 3 * lock_timeout
        self.status = DatabaseStatus(patience=self._patience)
        self._reader = open_engine(self.url, connections=4, lock_timeout=lock_timeout, writes=False)
        self._engine = open_engine(self.url, connections=1, lock_timeout=lock_timeout, writes=True)
        self._writer = Writer(self._engine, self.status, patience=self._patience)
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="jaipur-reader")
        dialect = sqlite if is_sqlite(self.url) else postgresql
        self._insert = dialect.insert
        self._update_game = CompiledStatement(_UPDATE_GAME, self._engine)
        self._update_seats = CompiledStatement(_UPDATE_SEATS, self._engine)
        self._insert_events = CompiledStatement(_INSERT_EVENTS, self._engine)

    def close(self) -> None:
        """Finish writing, and disconnect."""
        self._writer.close()
        self._threads.shutdown(wait=True)
        self._reader.dispose()
        self._engine.dispose()

    @property
    def commit_times(self) -> CommitTimes:
        """How long commits took."""
        return self._writer.times

    @property
    def commits(self) -> int:
        """The number of commits so far."""
        return self._writer.commits

    async def read(self, query: Callable[[Connection], T]) -> T:
        """The result of a query, which runs off the event loop."""

        def run() -> T:
            with self._reader.connect() as connection:
                return query(connection)

        self.status.check_readable()
        loop, begun = asyncio.get_running_loop(), monotonic()
        try:
            async with asyncio.timeout(self._patience):
                result = await loop.run_in_executor(self._threads, run)
        except (SQLAlchemyError, OSError) as error:  # a TimeoutError is an OSError
            raise self.status.failed("read", error, begun=begun) from error
        self.status.succeeded("read")
        return result

    async def write(self, work: Callable[[Connection], T], *, order: str = "") -> T:
        """The result of `work`, once it is committed; if it raises, nothing of it is written."""

        def undoable(connection: Connection) -> T:
            # Other jobs share the transaction. Moves go without: they refuse before they write.
            savepoint = connection.begin_nested()
            try:
                result = work(connection)
            except Exception:
                with suppress(SQLAlchemyError):  # a full disk has undone the whole transaction
                    savepoint.rollback()
                raise
            savepoint.commit()
            return result

        return await self._writer.write(undoable, order=order)

    async def truncate_wal(self) -> bool:
        """Move SQLite's write-ahead log, which holds older versions of rows, into the database.

        False if a reader is in the way.
        """
        if self.shared:
            return True

        def run(connection: Connection) -> bool:
            raw: Any = connection.connection.driver_connection
            busy, _, _ = raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return not busy

        return await self.read(run)

    async def find(self, table: Any, **equal: Any) -> DatabaseRow | None:
        """The row of a table with these values."""
        query = select(table).filter_by(**equal).limit(1)
        rows = await self.rows(query)
        return rows[0] if rows else None

    async def rows(self, query: Any, **values: Any) -> list[DatabaseRow]:
        """All rows of a query with these parameters."""
        return await self.read(lambda c: [dict(row) for row in c.execute(query, values).mappings()])

    async def add(self, table: Any, row: DatabaseRow) -> None:
        """Insert a row; WriteConflict if it exists."""
        await self.write(lambda c: c.execute(insert(table).values(row)) and None)

    async def remove(self, table: Any, **equal: Any) -> int:
        """Delete the rows with these values; returns how many there were."""
        return await self.write(lambda c: c.execute(delete(table).filter_by(**equal)).rowcount)

    async def put(self, table: Any, rows: Sequence[DatabaseRow], keys: Sequence[str]) -> None:
        """Insert rows, or overwrite those with the same keys."""
        if rows:
            await self.write(lambda connection: self.upsert(connection, table, rows, keys))

    def upsert(
        self, connection: Connection, table: Any, rows: Sequence[DatabaseRow], keys: Sequence[str]
    ) -> None:
        """Insert rows, or overwrite those with the same keys, as a part of a transaction."""
        statement = self._insert(table)
        changed = {name: statement.excluded[name] for name in rows[0] if name not in keys}
        statement = statement.on_conflict_do_update(index_elements=list(keys), set_=changed)
        connection.execute(statement, list(rows))

    def insert_missing(self, connection: Connection, table: Any, row: DatabaseRow) -> None:
        """Insert a row unless there is one with its key, as a part of a transaction."""
        connection.execute(self._insert(table).values(row).on_conflict_do_nothing())

    async def game(self, game: str) -> OpenGame | None:
        """A game before the first entry of its log."""
        rows = await self.rows(_GAME, game=game)
        return game_of(rows[0]) if rows else None

    async def entries(self, game: str, after: int = 0, until: int = _LAST_SEQ) -> list[LogEntry]:
        """The log of a game, from the entry after this one on and up to another one."""
        values = {"game": game, "after": after, "until": until}
        return await self.read(
            lambda c: [entry_of(row) for row in c.execute(_ENTRIES, values).mappings()]
        )

    async def append(self, before: Game, entries: Sequence[LogEntry], after: Game) -> None:
        """Write entries to a game's log; WriteConflict if the log has changed since it was read."""
        rows = [
            {
                "game": before.id,
                "seq": entry.seq,
                "kind": entry.kind._value_,  # `value` is ten times slower
                "at": entry.at,
                "key": entry.key,
                "data": _encode(entry.data).decode(),
            }
            for entry in entries
        ]
        columns = {**state_columns(after), "this_game": before.id, "this_seq": before.seq}
        seats = [entry for entry in entries if entry.kind is EventKind.JOINED]
        users = {entry.data["user"] for entry in seats if entry.data.get("user") is not None}
        joined = [{"user_id": user, "game": before.id} for user in sorted(users)]
        change = self._update_seats if seats else self._update_game
        notices = notices_for(before, entries, after) if self._notices else None

        def work(connection: Connection) -> None:
            if change.run(connection, [columns]) != 1:
                raise WriteConflict
            self._insert_events.run(connection, rows)
            if notices is not None:
                outbox.write(connection, notices)
            if joined:
                anew = self._insert(schema.participants).on_conflict_do_nothing()
                connection.execute(anew, joined)

        await self._writer.write(work, order=before.id)
        if notices is not None:
            self._announce(notices)

    async def add_game(
        self, row: DatabaseRow, check: Callable[[Connection], None] | None = None
    ) -> None:
        """Insert the row of a new game, once `check` has passed; WriteConflict if it exists."""
        notices = challenge_for(row) if self._notices else None

        def work(connection: Connection) -> None:
            if check is not None:
                check(connection)
            connection.execute(insert(schema.games).values(row))
            if notices is not None:
                outbox.write(connection, notices)

        await self.write(work)
        self._announce(notices)

    def _announce(self, notices: OutboxChange | None) -> None:
        if notices is not None and notices.drafts:
            self.on_outbox()

    async def seq_of_key(self, game: str, key: str) -> int | None:
        """The number of the entry that was written with this key."""
        row = await self.find(schema.events, game=game, key=key)
        return None if row is None else int(row["seq"])

    async def time_of(self, game: str, seq: int) -> int | None:
        """When an entry was written, in milliseconds."""
        row = await self.find(schema.events, game=game, seq=seq)
        return None if row is None else int(row["at"])

    async def sequences(self, games: Iterable[str]) -> dict[str, int]:
        """The number of the last entry in the log of each of these games."""
        table = schema.games.c
        query = select(table.id, table.seq).where(table.id.in_(list(games)))
        return {row["id"]: row["seq"] for row in await self.rows(query)}

    async def waiting_for_level(self) -> list[str]:
        """The games in which a level is to move."""
        table = schema.games.c
        running = text("status != 'over'")  # as in the condition of the index
        query = select(table.id).where(running, table.status == "playing", table.level_turn)
        return [row["id"] for row in await self.rows(query)]

    async def games_of(self, user: str) -> list[DatabaseRow]:
        """A user's games that are not over, and the latest that were played."""
        table = schema.games.c
        mine = select(schema.games).where(or_(table.user0 == user, table.user1 == user))
        running = mine.where(table.status != "over").order_by(table.updated_at.desc())
        played = table.name0.is_not(None) & table.name1.is_not(None)
        over = mine.where(table.status == "over", played).order_by(table.updated_at.desc())
        return [
            *await self.rows(running.limit(_RUNNING_GAMES_LISTED)),
            *await self.rows(over.limit(_GAMES_LISTED)),
        ]

    async def names_of(self, users: Iterable[str]) -> dict[str, str]:
        """The names of these users."""
        table = schema.users.c
        query = select(table.id, table.name).where(table.id.in_(list(users)))
        return {row["id"]: row["name"] for row in await self.rows(query)}

    async def games_for_lobby(self, *, status: Sequence[str], flag: str) -> list[DatabaseRow]:
        """The latest games with one of these statuses and this flag."""
        table = schema.games.c
        query = select(schema.games).where(table.status.in_(status), table[flag])
        return await self.rows(query.order_by(table.updated_at.desc()).limit(_GAMES_LISTED))
