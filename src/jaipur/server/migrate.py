"""Migrations: bring a database to the current schema, at every start.

Alembic does the work. On PostgreSQL a lock lets only one process do it at a time.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text

from jaipur.server.database import database_url, is_sqlite, open_engine

__all__ = ["is_older", "migrate", "upgrade"]

_LOCK: Final = 0x6A616970  # an arbitrary number for our lock
_CONNECT_SECONDS: Final = 10


def migrate(url: str) -> None:
    """Create or upgrade the tables."""
    address = database_url(url)
    if is_sqlite(address):
        engine = open_engine(address, connections=1, lock_timeout=10, writes=True)
    else:
        engine = create_engine(address, connect_args={"connect_timeout": _CONNECT_SECONDS})
    try:
        with engine.begin() as connection:
            if not is_sqlite(address):
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            upgrade(connection)
    finally:
        engine.dispose()


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Bring the tables to a revision, in the connection's transaction."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def is_older(revision: str | None) -> bool:
    """Whether `upgrade` would change tables of this revision; it does not know newer ones."""
    _, *older = ScriptDirectory.from_config(_config()).walk_revisions()
    return revision in [each.revision for each in older]


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config
