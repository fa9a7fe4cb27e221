"""The migrations lead to the tables that the code expects, on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from jaipur.server.database import database_url
from jaipur.server.migrate import migrate
from jaipur.server.schema import metadata
from tests.server.processes import postgresql


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "games.db")
    else:
        with postgresql() as address:
            yield address


def test_the_migrations_make_the_tables_of_the_schema(database: str) -> None:
    for _ in range(2):  # the second start changes nothing
        migrate(database)
    engine = create_engine(database_url(database))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_a_database_is_a_file_or_postgresql() -> None:
    assert database_url("games.db").database == "games.db"
    assert database_url("/x/games.db").drivername == "sqlite+pysqlite"
    assert database_url("postgresql://a@b/c").drivername == "postgresql+psycopg"
    for wrong in ("mysql://a/b", "sqlite://", "sqlite:///:memory:"):
        with pytest.raises(ValueError, match="SQLite file or a PostgreSQL URL"):
            database_url(wrong)
