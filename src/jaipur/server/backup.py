"""Backups: the whole database in one file, also of a running server, and back again.

A backup is gzip-compressed JSON lines: a header with the revision of the tables, then for each
table a line with its name and columns, and a line for each row; the last line counts the rows, so
that a file that was cut off is noticed. It does not depend on the kind of database: a backup of
SQLite can be restored into PostgreSQL, and the other way round.

All rows are read in one transaction, so they belong together although the server plays on. A
restored database is brought to the current revision.
"""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from alembic.migration import MigrationContext
from alembic.util import CommandError
from sqlalchemy import Connection, MetaData, insert, select, text

from jaipur.errors import JaipurError
from jaipur.server.database import create_private_file, database_file, database_url, is_sqlite
from jaipur.server.migrate import is_older, upgrade
from jaipur.server.offline import (
    UnusableDatabase,
    check_exists,
    exclusive_lock,
    explained,
    open_offline,
)

__all__ = ["BACKUP_FORMAT", "UnusableBackup", "back_up_before_migration", "restore_backup"]
__all__ += ["write_backup"]

BACKUP_FORMAT: Final = "jaipur-backup/1"
_BATCH_ROWS: Final = 1_000
_VERSION_TABLE: Final = "alembic_version"


class UnusableBackup(JaipurError):
    """A file that is not a whole backup, or cannot be restored here."""

    code = "backup"


def write_backup(database: str, path: Path) -> int:
    """Back up a database, which may be in use, into a new file; returns the number of rows."""
    if path.exists():
        raise UnusableBackup(f"{path} exists already: give the backup another name.")
    url = database_url(database)
    check_exists(database)
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    create_private_file(part)
    try:
        with explained(), open_offline(database) as engine, engine.connect() as connection:
            if not is_sqlite(url):
                connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin(), part.open("wb") as file:
                rows = _write_lines(connection, file)
                file.flush()
                os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return rows


def back_up_before_migration(database: str) -> Path | None:
    """Back up a SQLite file whose tables are about to be changed, beside it; the backup, if any.

    On PostgreSQL a migration is one transaction, and there is no place beside the database.
    """
    url = database_url(database)
    if not is_sqlite(url) or not database_file(url).exists():
        return None
    with open_offline(database) as engine, engine.begin() as connection:
        revision = MigrationContext.configure(connection).get_current_revision()
    if not is_older(revision):
        return None
    file = database_file(url)
    backup = file.with_name(f"{file.name}.{revision}.jsonl.gz")
    backup.unlink(missing_ok=True)  # of a migration that did not succeed
    write_backup(database, backup)
    return backup


def restore_backup(path: Path, database: str, *, replace: bool = False) -> int:
    """Restore a backup into a database that no server uses; returns the number of rows.

    A database that has games is refused, unless it is to be replaced. Either everything is
    restored, or the database is as before.
    """
    url = database_url(database)
    with exclusive_lock(database), explained():
        if not is_sqlite(url):
            with open_offline(database) as engine, engine.begin() as connection:
                _refuse_if_connected(connection)
                if not replace:
                    _refuse_if_played(connection, database)
                _reflected(connection, keep_version=True).drop_all(connection)
                return _read_lines(connection, path)
        file = database_file(url)
        if file.exists() and not replace:
            with open_offline(database) as engine, engine.begin() as connection:
                _refuse_if_played(connection, database)
        fresh = file.with_name(f"{file.name}.restoring")
        fresh.unlink(missing_ok=True)
        try:
            with open_offline(str(fresh)) as engine, engine.begin() as connection:
                rows = _read_lines(connection, path)
            _end_journal(fresh)
            with suppress(sqlite3.DatabaseError):  # whatever is there, it is to be replaced
                _end_journal(file)
            for rest in ("-wal", "-shm"):  # they would be applied to the new file
                file.with_name(file.name + rest).unlink(missing_ok=True)
            fresh.replace(file)
        finally:
            fresh.unlink(missing_ok=True)
    return rows


def _write_lines(connection: Connection, file: Any) -> int:
    count = 0
    with gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as packed:

        def write(line: Any) -> None:
            packed.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode())
            packed.write(b"\n")

        revision = MigrationContext.configure(connection).get_current_revision()
        if revision is None:
            raise UnusableDatabase("The database has no tables of jaipur.")
        write({"format": BACKUP_FORMAT, "revision": revision})
        for table in _reflected(connection).sorted_tables:
            write({"table": table.name, "columns": table.columns.keys()})
            query = select(table).order_by(*table.primary_key.columns)
            options = {"yield_per": _BATCH_ROWS}
            for row in connection.execute(query, execution_options=options):
                write([_packed(value) for value in row])
                count += 1
        write({"rows": count})
    return count


def _read_lines(connection: Connection, path: Path) -> int:
    """Create the tables of a backup, fill them, and bring them to the current revision."""
    lines = _lines(path)
    header = next(lines, None)
    if not isinstance(header, dict) or header.get("format") != BACKUP_FORMAT:
        raise UnusableBackup(f"{path} is not a backup: its first line must name {BACKUP_FORMAT}.")
    try:
        upgrade(connection, str(header["revision"]))
    except CommandError:
        sentence = f"{path} was written by a newer version of jaipur."
        raise UnusableBackup(sentence) from None
    tables = _reflected(connection).tables
    count, statement, columns = 0, None, list[str]()
    for batch in _batches(lines):
        first = batch[0]
        if isinstance(first, list):
            assert statement is not None
            rows = [dict(zip(columns, map(_unpacked, row), strict=True)) for row in batch]
            connection.execute(statement, rows)
            count += len(rows)
        elif "table" in first:
            statement, columns = insert(tables[first["table"]]), first["columns"]
        elif first.get("rows") == count:
            upgrade(connection)
            return count
    raise UnusableBackup(f"{path} is not whole: it ends after {count} rows.")


def _batches(lines: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """Rows that follow each other, together; every other line alone."""
    rows: list[Any] = []
    for line in lines:
        if isinstance(line, list) and len(rows) < _BATCH_ROWS:
            rows.append(line)
            continue
        if rows:
            yield tuple(rows)
        rows = [line] if isinstance(line, list) else []
        if not rows:
            yield (line,)
    if rows:
        yield tuple(rows)


def _lines(path: Path) -> Iterator[Any]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                yield json.loads(line)
    except (EOFError, gzip.BadGzipFile, UnicodeDecodeError, ValueError):
        raise UnusableBackup(
            f"{path} is not a whole backup: it cannot be read to its end."
        ) from None


def _packed(value: Any) -> Any:
    return {"base64": b64encode(value).decode()} if isinstance(value, bytes) else value


def _unpacked(value: Any) -> Any:
    return b64decode(value["base64"]) if isinstance(value, dict) else value


def _reflected(connection: Connection, *, keep_version: bool = False) -> MetaData:
    """The tables as they are in the database, which may have an older revision."""
    found = MetaData()
    found.reflect(connection)
    if not keep_version and _VERSION_TABLE in found.tables:
        found.remove(found.tables[_VERSION_TABLE])
    return found


def _refuse_if_played(connection: Connection, database: str) -> None:
    games = _reflected(connection).tables.get("games")
    if games is None or connection.execute(select(games).limit(1)).first() is None:
        return
    name = database_url(database).database
    raise UnusableDatabase(f"The database {name} has games: --replace deletes them for the backup.")


def _refuse_if_connected(connection: Connection) -> None:
    others = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    )
    if count := connection.execute(others).scalar_one():
        sentence = f"The database is in use by {count} other connections: stop the server first."
        raise UnusableDatabase(sentence)


def _end_journal(file: Path) -> None:
    """Write everything of a SQLite database into its one file."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
