"""Connections to SQLite or PostgreSQL, set up so that a commit is on the disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import QueuePool

__all__ = ["database_url", "is_sqlite", "open_engine"]

_NEITHER: Final = "A database is a SQLite file or a PostgreSQL URL, postgresql://user@host/name."


def database_url(text: str) -> URL:
    """The URL with the driver that is used here; a bare path is a SQLite file."""
    try:
        url = make_url(text if "://" in text else f"sqlite:///{text}")
    except (ArgumentError, ValueError):
        raise ValueError(_NEITHER) from None
    if url.get_backend_name() in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        raise ValueError(_NEITHER)
    return url.set(drivername="sqlite+pysqlite")


def is_sqlite(url: URL) -> bool:
    """Whether it is a file of this machine, with one process to write it."""
    return url.get_backend_name() == "sqlite"


def open_engine(url: URL, *, connections: int, patience: float, writes: bool) -> Engine:
    """An engine with so many connections; `patience` in seconds is how long it waits for a lock."""
    pool: dict[str, Any] = {"pool_size": connections, "max_overflow": 0, "poolclass": QueuePool}
    if not is_sqlite(url):
        options = (
            f"-c statement_timeout={int(patience * 5000)} -c lock_timeout={int(patience * 1000)}"
        )
        arguments = {"options": options, "connect_timeout": max(2, int(patience))}
        if not writes:
            pool["isolation_level"] = "AUTOCOMMIT"  # a read is one statement, and one round trip
        return create_engine(url, connect_args=arguments, pool_pre_ping=True, **pool)
    assert url.database is not None
    Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(
        url, connect_args={"timeout": patience, "check_same_thread": False}, **pool
    )
    _prepare_sqlite(engine, writes=writes)
    return engine


def _prepare_sqlite(engine: Engine, *, writes: bool) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin where SQLAlchemy says so
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        # A writer takes the lock at once: half-way it could be refused with work done.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
