"""Indexes of the games: those that queries need are used, and a move changes none."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, create_engine, event

from jaipur.server.database import database_url
from jaipur.server.migrate import migrate
from jaipur.server.store import Store

CHANGED_BY_MOVES = {"seq", "waits_for", "level_turn", "deadline", "updated_at"}
Query = Callable[[Store], Awaitable[object]]


def plan_of(query: Query, path: str) -> str:
    """How SQLite runs a query of the store.

    Servers of other tests may run in this process: only what goes to this database counts.
    """
    statements: list[tuple[str, object]] = []

    async def run() -> None:
        store = Store(path)
        try:
            await query(store)
        finally:
            store.close()

    @event.listens_for(Engine, "before_cursor_execute")
    def note(to: Connection, _: object, statement: str, values: object, *__: object) -> None:
        if to.engine.url.database == path:
            statements.append((statement, values))

    try:
        asyncio.run(run())
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    statement, values = next(each for each in statements if each[0].startswith("SELECT"))
    with create_engine(database_url(path)).connect() as connection:
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)  # type: ignore[arg-type]
        return " ".join(row[-1] for row in rows)


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (lambda store: store.games_for_lobby(status=["open"], flag="listed"), "games_listed"),
        (
            lambda store: store.games_for_lobby(status=["playing", "between"], flag="watchable"),
            "games_watchable",
        ),
        (lambda store: store.waiting_for_level(), "games_running"),
        (lambda store: store.games_of("somebody"), "games_of_user1"),
    ],
)
def test_a_query_uses_its_index(query: Query, index: str, tmp_path: Path) -> None:
    path = str(tmp_path / "games.db")
    migrate(path)
    assert f"INDEX {index}" in plan_of(query, path)


def test_a_move_changes_no_index(tmp_path: Path) -> None:
    path = str(tmp_path / "games.db")
    migrate(path)
    with create_engine(database_url(path)).connect() as connection:
        rows = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE type = 'index'")
        made = [row[0] for row in rows if row[0] is not None and " ON games " in row[0]]
    whole = [sql for sql in made if " WHERE " not in sql]
    assert whole
    for sql in whole:
        assert not [name for name in CHANGED_BY_MOVES if name in sql], sql
