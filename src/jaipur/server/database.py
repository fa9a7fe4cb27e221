"""Connections to SQLite or PostgreSQL, configured so that a commit is on the disk."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import QueuePool

__all__ = ["create_private_file", "database_file", "database_url", "is_sqlite", "open_engine"]

_SUPPORTED: Final = "the path of a SQLite file or a PostgreSQL URL, postgresql://user@host/name"


def database_url(text: str) -> URL:
    """The URL with the driver that the server uses; a plain path is a SQLite file."""
    try:
        url = make_url(text if "://" in text else f"sqlite:///{text}")
    except (ArgumentError, ValueError):
        raise ValueError(_unsupported(text)) from None
    if url.get_backend_name() in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        raise ValueError(_unsupported(text))
    return url.set(drivername="sqlite+pysqlite")


def _unsupported(text: str) -> str:
    # Only the scheme is quoted: the rest of a URL may hold a password.
    scheme, separator, _ = text.partition("://")
    got = f"{scheme}://…" if separator else text
    return f"the database must be {_SUPPORTED}, got {got!r}"


def is_sqlite(url: URL) -> bool:
    """Whether the database is a SQLite file, which only one process may use."""
    return url.get_backend_name() == "sqlite"


def database_file(url: URL) -> Path:
    """The SQLite file itself, whatever symbolic links lead to it."""
    assert url.database is not None
    return Path(url.database).resolve()


def create_private_file(path: Path) -> None:
    """Create a file that only its owner may read; it holds the secrets of running games.

    SQLite gives its other files the permissions of the database.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return


def open_engine(url: URL, *, connections: int, lock_timeout: float, writes: bool) -> Engine:
    """An SQLAlchemy engine; `lock_timeout` is in seconds, and a statement may take two of them."""
    pool: dict[str, Any] = {"pool_size": connections, "max_overflow": 0, "poolclass": QueuePool}
    if not is_sqlite(url):
        return _open_postgresql(url, pool, lock_timeout, writes=writes)
    create_private_file(database_file(url))
    engine = create_engine(
        url, connect_args={"timeout": lock_timeout, "check_same_thread": False}, **pool
    )
    _prepare_sqlite(engine, writes=writes)
    return engine


def _open_postgresql(
    url: URL, pool: dict[str, Any], lock_timeout: float, *, writes: bool
) -> Engine:
    from jaipur.server.postgres import connect_bounded

    lock_ms = int(lock_timeout * 1000)
    options = f"-c statement_timeout={2 * lock_ms} -c lock_timeout={lock_ms}"
    arguments = {"options": options, "connect_timeout": max(2, int(lock_timeout))}
    if not writes:
        pool["isolation_level"] = "AUTOCOMMIT"  # a read is one statement, and one round trip
    engine = create_engine(url, connect_args=arguments, pool_pre_ping=True, **pool)

    @event.listens_for(engine, "do_connect")
    def connect(_: object, __: object, given: Any, named: Any) -> Any:
        # A little longer than the server's own limit, whose error says more.
        return connect_bounded(2 * lock_timeout + 1, given, named)

    return engine


def _prepare_sqlite(engine: Engine, *, writes: bool) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin where SQLAlchemy says so
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # names that were removed are overwritten

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        # A writer takes the lock at once: later it could be refused, with work already done.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
