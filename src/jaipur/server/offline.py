"""The use of a database by commands: the lock of a SQLite file, engines, errors as one sentence."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import Engine, create_engine
from sqlalchemy.exc import SQLAlchemyError

from jaipur.errors import JaipurError, MissingPackage
from jaipur.server.database import (
    create_private_file,
    database_file,
    database_url,
    is_sqlite,
    open_engine,
)

__all__ = ["UnusableDatabase", "check_exists", "exclusive_lock", "explained", "open_offline"]


class UnusableDatabase(JaipurError):
    """A database that cannot be used."""

    code = "database"


@contextmanager
def exclusive_lock(database: str) -> Iterator[None]:
    """Lock a SQLite file for this server; the lock ends with the process."""
    url = database_url(database)
    if not is_sqlite(url):
        yield
        return
    # By its real path: a symbolic link leads to the same file.
    path = Path(f"{database_file(url)}.lock")
    create_private_file(path)
    with path.open("w") as file:
        try:
            _lock(file.fileno())
        except OSError:
            message = f"The database {url.database} is in use by another server."
            raise UnusableDatabase(message) from None
        yield


def _lock(file: int) -> None:
    """Lock an open file until it is closed; OSError if another process has it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def check_exists(database: str) -> None:
    """UnusableDatabase if there is no such SQLite file: opening it would create it."""
    url = database_url(database)
    if is_sqlite(url) and not database_file(url).exists():
        raise UnusableDatabase(f"There is no database {url.database}.")


@contextmanager
def open_offline(database: str) -> Iterator[Engine]:
    """The engine of a database, for one connection."""
    url = database_url(database)
    if is_sqlite(url):
        engine = open_engine(url, connections=1, lock_timeout=10, writes=False)
    elif find_spec("psycopg") is None:
        raise MissingPackage("psycopg", extra="postgres")
    else:
        engine = create_engine(url, connect_args={"connect_timeout": 10})
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def explained() -> Iterator[None]:
    """What a database refuses, as one sentence."""
    try:
        yield
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise UnusableDatabase(f"The database cannot be used: {reason}") from error
