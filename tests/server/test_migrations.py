"""The migrations lead to the tables that the code expects, on both databases."""

from __future__ import annotations

import hashlib
from typing import Any

import httpx
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text

from jaipur.server.database import database_url
from jaipur.server.migrate import migrate, upgrade
from jaipur.server.schema import metadata
from tests.server.games import a_server, roomy


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def old_game(id: str, key: str | None) -> dict[str, Any]:
    texts = {
        "format": "jaipur-log/1",
        "maker": "u1",
        "terms": "{}",
        "secret": "00",
        "status": "over",
    }
    numbers = dict.fromkeys(("created_at", "seq", "waits_for", "updated_at"), 1)
    flags = dict.fromkeys(("watchable", "listed", "level_turn"), False)
    return {"id": id, "key": key, **texts, **numbers, **flags}


OLD_ROWS: list[tuple[str, dict[str, Any]]] = [
    ("users", {"id": "u1", "name": "Anna", "created_at": 1_500_000_000_000}),
    (
        "sessions",
        {"hash": digest("old-token"), "user_id": "u1", "created_at": 1_500_000_000_000},
    ),
    (
        "links",
        {
            "hash": digest("old-recovery-link"),
            "user_id": "u1",
            "kind": "recovery",
            "expires_at": None,
        },
    ),
    *[("games", old_game(id, key)) for id, key in (("g1", None), ("g2", "record/1"))],
    (
        "events",
        {
            "game": "g1",
            "seq": 1,
            "kind": "joined",
            "at": 1_500_000_000_000,
            "data": '{"seat": 0, "user": "u1", "name": "Anna", "nonce": "00"}',
        },
    ),
    (
        "events",
        {
            "game": "g1",
            "seq": 2,
            "kind": "joined",
            "at": 1_500_000_000_000,
            "data": '{"seat": 1, "level": "kite", "name": "kite", "nonce": "00"}',
        },
    ),
]


def test_the_migrations_make_the_tables_of_the_schema(database: str) -> None:
    for _ in range(2):  # the second start changes nothing
        migrate(database)
    engine = create_engine(database_url(database))
    # Alembic does not ask whether an index is for this database only.
    others = set() if engine.dialect.name == "postgresql" else {"games_updated"}

    def is_compared(_: object, name: str | None, *__: object) -> bool:
        return name not in others

    with engine.connect() as connection:
        options = {"compare_type": True, "include_object": is_compared}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_an_older_database_keeps_its_users_and_games(database: str) -> None:
    """Sessions and links from before they expired still work, and have an end now."""
    engine = create_engine(database_url(database))
    with engine.begin() as connection:
        upgrade(connection, "0001")
        for table, row in OLD_ROWS:
            columns = ", ".join(row)
            values = ", ".join(f":{name}" for name in row)
            connection.execute(text(f"INSERT INTO {table} ({columns}) VALUES ({values})"), row)
    engine.dispose()
    with a_server(roomy(database)) as server, httpx.Client(base_url=server.url) as browser:
        browser.headers["Authorization"] = "Bearer old-token"
        me = browser.get("/api/me").json()
        assert me == {"id": "u1", "name": "Anna", "account": False, "token": None}
        del browser.headers["Authorization"]
        answer = browser.post("/api/session", json={"link": "old-recovery-link"})
        assert answer.json()["id"] == "u1"
    engine = create_engine(database_url(database))
    with engine.connect() as connection:
        for table in ("sessions", "links"):
            ends = connection.execute(text(f"SELECT expires_at FROM {table}")).scalars().all()
            assert ends
            assert None not in ends
        participants = connection.execute(text("SELECT user_id, game FROM participants"))
        assert [tuple(row) for row in participants] == [("u1", "g1")]
        imports = connection.execute(text("SELECT game, user_id, record FROM imports"))
        assert [tuple(row) for row in imports] == [("g2", "u1", None)]
    engine.dispose()


def test_a_database_is_a_file_or_postgresql() -> None:
    assert database_url("games.db").database == "games.db"
    assert database_url("/x/games.db").drivername == "sqlite+pysqlite"
    assert database_url("postgresql://a@b/c").drivername == "postgresql+psycopg"
    for wrong in ("mysql://a/b", "sqlite://", "sqlite:///:memory:"):
        with pytest.raises(ValueError, match="SQLite file or a PostgreSQL URL"):
            database_url(wrong)
