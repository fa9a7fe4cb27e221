"""Imported records: stored once and compressed, and only so many for each user.

The log of such a game is not stored: it follows from the record.
"""

from __future__ import annotations

import asyncio
import hashlib
import zlib
from typing import Final

import msgspec
from sqlalchemy import Connection, insert, select, update

from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.entropy import Entropy
from jaipur.server.event_log import encode_data
from jaipur.server.game import Game, OpenGame
from jaipur.server.game_rows import delete_games, new_game_row
from jaipur.server.game_terms import GameTerms
from jaipur.server.imported_log import imported_log
from jaipur.server.live_game import LiveGame
from jaipur.server.live_games import LiveGames
from jaipur.server.problems import Problem, WriteConflict
from jaipur.server.settings import Settings
from jaipur.server.store import DatabaseRow, Store

__all__ = ["Imports"]

_SEEN_EVERY_MS: Final = 24 * 3_600_000  # at most one write a day for each import
_MOST_REMOVED: Final = 20  # by one import


class Imports:
    """The imported records of a server."""

    def __init__(
        self,
        live_games: LiveGames,
        store: Store,
        settings: Settings,
        clock: Clock,
        entropy: Entropy,
    ) -> None:
        self._live_games = live_games
        self._store = store
        self._settings = settings
        self._clock = clock
        self._entropy = entropy
        self._tasks: set[asyncio.Task[None]] = set()
        live_games.on_load.append(self._note_seen)

    async def add(self, user: str, terms: GameTerms) -> DatabaseRow:
        """Store a record as a finished game; the row of that game, or of the same record before.

        If the user has too many, those that were looked at longest ago are removed.
        """
        now = self._clock.now()
        game = OpenGame(
            id=self._entropy.token(),
            maker=user,
            terms=terms,
            secret=self._entropy.secret(),
            updated_at=now,
        )
        events = await asyncio.to_thread(imported_log, game)
        row, record = _rows(game, events[-1].after, now)
        try:
            removed = await self._store.write(lambda c: self._insert(c, row, record))
        except WriteConflict:
            found = await self._store.find(schema.games, maker=user, key=row["key"])
            if found is None:
                raise
            return found
        for old in removed:
            self._live_games.evict(old)
        self._live_games.add_import(game, events)
        return row

    def _insert(self, connection: Connection, row: DatabaseRow, record: DatabaseRow) -> list[str]:
        """Insert an import; returns the games of those that were removed for it."""
        connection.execute(insert(schema.games).values(row))
        connection.execute(insert(schema.imports).values(record))
        imports = schema.imports.c
        mine = select(imports.game).where(imports.user_id == record["user_id"])
        beyond = mine.order_by(imports.seen_at.desc()).offset(self._settings.imports_per_user)
        old = list(connection.execute(beyond.limit(_MOST_REMOVED)).scalars())
        old = [game for game in old if game != row["id"]]
        delete_games(connection, old)
        return old

    def _note_seen(self, live: LiveGame) -> None:
        if live.game.terms.against == "record":
            task = asyncio.create_task(self._write_seen(live.game.id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _write_seen(self, game: str) -> None:
        now, imports = self._clock.now(), schema.imports
        is_due = (imports.c.game == game) & (imports.c.seen_at < now - _SEEN_EVERY_MS)
        change = update(imports).where(is_due).values(seen_at=now)
        try:
            await self._store.write(lambda c: c.execute(change) and None)
        except Problem:
            return  # the database cannot be written now: the next look counts


def _rows(game: Game, finished: Game, now: int) -> tuple[DatabaseRow, DatabaseRow]:
    """The rows of an import in `games` and in `imports`."""
    terms = game.terms.to_data()
    # The same record has the same key.
    digest = hashlib.sha256(msgspec.json.encode(terms, order="sorted")).hexdigest()
    row = new_game_row(finished, now=now, invitation=None, key=f"record/{digest}")
    script = terms.pop("script")
    record = zlib.compress(encode_data(script).encode(), 9)
    imported = {"game": game.id, "user_id": game.maker, "seen_at": now, "record": record}
    return {**row, "terms": encode_data(terms)}, imported
