"""A backup holds everything, and can be restored on either kind of database."""

from __future__ import annotations

import gzip
import json
import random
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, text
from typer.testing import CliRunner

from jaipur import Match
from jaipur.cli import app
from jaipur.players import make_player, play_match
from jaipur.server import backup as backup_module
from jaipur.server.backup import UnusableBackup, restore_backup, write_backup
from jaipur.server.database import database_url
from jaipur.server.migrate import migrate, upgrade
from jaipur.server.offline import UnusableDatabase, exclusive_lock
from jaipur.server.serving import _migrate_or_explain
from tests.server.games import Person, Server, a_server, play_on, roomy, seated
from tests.server.processes import empty, postgresql
from tests.server.test_migrations import OLD_ROWS

Address = Callable[[str], str]


@pytest.fixture(scope="module")
def server_of_databases() -> Iterator[str]:
    with postgresql() as address:
        yield address


@pytest.fixture
def address(server_of_databases: str, tmp_path: Path) -> Address:
    """The address of an empty database of a kind."""

    def find(kind: str) -> str:
        if kind == "sqlite":
            return str(tmp_path / "games.db")
        empty(server_of_databases)
        return server_of_databases

    return find


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup of a server with one finished import and one user."""
    with a_server(roomy(tmp_path / "old.db")) as server, Person(server, "Анна 象"):
        write_backup(str(tmp_path / "old.db"), tmp_path / "backup.jsonl.gz")
    return tmp_path / "backup.jsonl.gz"


@pytest.mark.parametrize(("source", "target"), [("sqlite", "postgresql"), ("postgresql", "sqlite")])
def test_a_game_is_played_on_from_a_backup_of_a_running_server(
    source: str, target: str, address: Address, tmp_path: Path
) -> None:
    file, rng = tmp_path / "backup.jsonl.gz", random.Random(4)
    database = address(source)
    with a_server(roomy(database)) as server, seated(server) as (anna, bela, game):
        play_on((anna, bela), game, rng, plies=9)
        record = anna.http.post("/api/records", json=_record()).json()["id"]
        saved = [person.now(game) for person in (anna, bela)]
        write_backup(database, file)
        play_on((anna, bela), game, rng, plies=5)
    other = address(target)
    restore_backup(file, other)
    with a_server(roomy(other)) as server, visited(server, anna, bela):
        for person, before in zip((anna, bela), saved, strict=True):
            assert person.now(game)["view"] == before["view"]
        assert anna.http.get(f"/api/games/{record}/record").json()["rounds"] == _record()["rounds"]
        assert play_on((anna, bela), game, rng, plies=3)["seq"] > saved[0]["seq"]


@contextmanager
def visited(server: Server, *people: Person) -> Iterator[None]:
    """People ask another server, with the tokens that they have."""
    with ExitStack() as stack:
        for person in people:
            client = httpx.Client(base_url=server.url, headers=person.http.headers, timeout=30)
            person.http = stack.enter_context(client)
        yield


def _record() -> dict[str, Any]:
    players = [make_player("greedy", seed=1), make_player("random", seed=2)]
    return play_match(players, Match.deal(seed=5, seals=1)).record()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_move_during_a_backup_is_not_in_it(
    kind: str, address: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, file = address(kind), tmp_path / "backup.jsonl.gz"
    with a_server(roomy(database)) as server, seated(server) as (anna, bela, game):
        mover = anna if anna.view(game)["turn"] == 0 else bela
        before, moves = anna.now(game)["seq"], [mover.moves]
        packed = backup_module._packed

        def move_once(value: Any) -> Any:
            if moves:
                moves.pop()(game)
            return packed(value)

        monkeypatch.setattr(backup_module, "_packed", move_once)
        write_backup(database, file)
        assert anna.now(game)["seq"] == before + 1
    restored = str(tmp_path / "restored.db")
    restore_backup(file, restored)
    with a_server(roomy(restored)) as server, visited(server, anna):
        assert anna.now(game)["seq"] == before


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_database_in_use_is_not_overwritten(kind: str, address: Address, backup: Path) -> None:
    database = address(kind)
    migrate(database)
    refused = pytest.raises(UnusableDatabase, match="in use by")
    with a_server(roomy(database)), exclusive_lock(database), refused:
        restore_backup(backup, database, replace=True)
    assert restore_backup(backup, database) > 0


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_games_are_replaced_only_on_request(
    kind: str, address: Address, backup: Path, tmp_path: Path
) -> None:
    database = address(kind)
    with a_server(roomy(database)) as server, Person(server) as anna:
        game = anna.plays_against("kite")
    with pytest.raises(UnusableDatabase, match="has games: --replace deletes them"):
        restore_backup(backup, database)
    with a_server(roomy(database)) as server, visited(server, anna):
        assert anna.view(game)["seat"] == 0
    restore_backup(backup, database, replace=True)
    with (
        a_server(roomy(database)) as server,
        Person(server, "Bela") as bela,
        visited(server, anna),
    ):
        assert anna.http.get("/api/me").status_code == 401
        bela.plays_against("kite")
    assert sorted(each.name for each in tmp_path.glob("*.restoring*")) == []


def test_a_broken_sqlite_file_can_be_replaced(tmp_path: Path, backup: Path) -> None:
    broken = tmp_path / "games.db"
    for name in ("games.db", "games.db-wal"):
        (tmp_path / name).write_bytes(b"not a database" * 1000)
    with pytest.raises(UnusableDatabase, match="cannot be used: file is not a database"):
        restore_backup(backup, str(broken))
    assert restore_backup(backup, str(broken), replace=True) > 0
    with a_server(roomy(broken)) as server, Person(server) as anna:
        assert anna.http.get("/api/me").status_code == 200


def _lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def _pack(path: Path, lines: list[Any]) -> None:
    path.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_half_a_backup_changes_nothing(
    kind: str, address: Address, backup: Path, tmp_path: Path
) -> None:
    database = address(kind)
    with a_server(roomy(database)) as server, Person(server) as anna:
        game = anna.plays_against("kite")
    lines, data = _lines(backup), backup.read_bytes()
    backup.write_bytes(data[: len(data) // 2])
    with pytest.raises(UnusableBackup, match="cannot be read to its end"):
        restore_backup(backup, database, replace=True)
    _pack(backup, lines[:-1])
    with pytest.raises(UnusableBackup, match=r"is not whole: it ends after \d+ rows"):
        restore_backup(backup, database, replace=True)
    with a_server(roomy(database)) as server, visited(server, anna):
        assert anna.view(game)["seat"] == 0


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "is not a backup"),
        ("[1]", "is not a backup"),
        ("hello", "cannot be read to its end"),
        ('{"format": "jaipur-backup/2"}', "must name jaipur-backup/1"),
        ('{"format": "jaipur-backup/1", "revision": "9999"}', "newer version of jaipur"),
    ],
)
def test_other_files_are_refused(content: str, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(gzip.compress(content.encode()))
    with pytest.raises(UnusableBackup, match=sentence):
        restore_backup(file, str(tmp_path / "games.db"))
    assert not (tmp_path / "games.db").exists()


def test_a_backup_is_private_and_overwrites_nothing(backup: Path, tmp_path: Path) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    with pytest.raises(UnusableBackup, match="exists already"):
        write_backup(str(tmp_path / "old.db"), backup)
    with pytest.raises(UnusableDatabase, match="There is no database"):
        write_backup(str(tmp_path / "missing.db"), tmp_path / "other")
    assert not (tmp_path / "missing.db").exists()
    assert not list(tmp_path.glob("*.part"))


def test_a_migration_backs_up_the_file_first(tmp_path: Path) -> None:
    database = str(tmp_path / "games.db")
    engine = create_engine(database_url(database))
    with engine.begin() as connection:
        upgrade(connection, "0001")
        for table, row in OLD_ROWS:
            columns, values = ", ".join(row), ", ".join(f":{name}" for name in row)
            connection.execute(text(f"INSERT INTO {table} ({columns}) VALUES ({values})"), row)
    engine.dispose()
    for _ in range(2):  # the second start has nothing to migrate
        _migrate_or_explain(database)
        (file,) = tmp_path.glob("*.gz")
    assert file.name == "games.db.0001.jsonl.gz"
    assert _lines(file)[0]["revision"] == "0001"
    assert restore_backup(file, str(tmp_path / "again.db")) == len(OLD_ROWS)
    with a_server(roomy(tmp_path / "again.db")) as server, Person(server) as someone:
        someone.http.headers["Authorization"] = "Bearer old-token"
        assert someone.http.get("/api/me").json()["name"] == "Anna"


def test_the_commands_say_what_they_did(tmp_path: Path) -> None:
    run, database = CliRunner(), str(tmp_path / "games.db")
    file = str(tmp_path / "backup.gz")
    migrate(database)
    made = run.invoke(app, ["backup", file, "--database", database])
    assert (made.exit_code, made.stdout) == (0, f"{file}: 0 rows\n")
    again = run.invoke(app, ["backup", file, "--database", database])
    assert again.exit_code == 2
    assert "exists already" in again.stderr
    back = run.invoke(app, ["restore", file, "--database", database])
    assert (back.exit_code, back.stdout) == (0, f"{file}: 0 rows restored\n")
    missing = run.invoke(app, ["restore", "nothing.gz", "--database", database])
    assert missing.exit_code == 2
    assert "nothing.gz: No such file or directory." in missing.stderr
