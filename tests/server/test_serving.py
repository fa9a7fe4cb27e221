"""`jaipur serve`: its options and settings, and its errors."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from jaipur.server.migrate import migrate
from jaipur.server.settings import BadSettings, Settings
from tests.server.games import Person, roomy
from tests.server.processes import Process


def serve(*options: str) -> subprocess.CompletedProcess[str]:
    """`jaipur serve` that is expected to give up at once."""
    return subprocess.run(
        [sys.executable, "-c", "from jaipur.cli import main; main()", "serve", *options],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "COLUMNS": "400"},
    )


def is_refused(run: subprocess.CompletedProcess[str], sentence: str) -> bool:
    return (
        run.returncode == 2
        and sentence in run.stderr
        and "Traceback" not in run.stderr
        and "jaipur is at" not in run.stdout
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--workers", "2"], "must be 1 with SQLite, got 2"),
        (["--redis", "redis://localhost"], "is for several workers"),
        (["--database", "mysql://x/y"], "SQLite file or a PostgreSQL URL"),
        (["--database", "postgresql://a@b:port/c"], "SQLite file or a PostgreSQL URL"),
        (["--host", "203.0.113.1", "--port", "0"], "Cannot listen on 203.0.113.1"),
        (["--port", "70000"], "--port"),
        (["--port", "0", "--database", "postgresql://a:b@127.0.0.1:1/x"], "a:***@127.0.0.1:1/x"),
        (["--port", "0", "--database", "/proc/nothing/games.db"], "/proc/nothing"),
        (["--port", "0", "--database", "/proc"], "The database /proc cannot be used"),
        (["--public-url", "jaipur.example"], "must be like https://jaipur.example"),
        (["--public-url", "https://example/jaipur"], "without a path, got"),
        (["--trusted-proxy", "my-proxy"], "IP address or network, got 'my-proxy'"),
    ],
)
def test_what_cannot_be_served_is_refused_with_a_sentence(
    options: list[str], sentence: str, tmp_path: Path
) -> None:
    run = serve("--database", str(tmp_path / "g.db"), *options)
    assert is_refused(run, sentence), run.stderr


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "JAIPUR_SERVER is not valid"),
        ("[]", "JAIPUR_SERVER is not valid"),
        ('{"hartbeat": 3}', "unknown setting 'hartbeat'"),
        ('{"heartbeat": "soon"}', "$.heartbeat"),
        (
            '{"limits": {"moves": {"burst": 1, "rate": 1}}}',
            "must be one of guests, games, acts, reads, histories, hints, records, logins, "
            "reports, got 'moves'",
        ),
        (
            '{"limits": {"acts": {"burst": 0, "rate": 1}}}',
            "a burst of at least 1 and a rate above 0, got burst 0",
        ),
        ('{"redis": "localhost"}', "must be like redis://localhost:6379, got 'localhost'"),
        ('{"metrics": ["everybody"]}', "network, got 'everybody'"),
    ],
)
def test_settings_that_cannot_be_are_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadSettings) as caught:
        Settings.from_json(text)
    assert sentence in str(caught.value)


def test_settings_survive_the_way_to_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAIPUR_SERVER", "{}")
    settings = roomy("x.db", trusted_proxies=("10.0.0.0/8",), public_url="https://jaipur.example/")
    settings.to_environment()
    assert Settings.from_environment() == settings


def test_a_port_in_use_is_an_error(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        run = serve("--database", str(tmp_path / "g.db"), "--port", port)
    assert is_refused(run, f"port {port}: Address already in use"), run.stderr


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    migrate(str(path))
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    run = serve("--database", str(path), "--port", "0")
    assert is_refused(run, "was made by a newer version of jaipur"), run.stderr


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Anna, " * 100)
    run = serve("--database", str(path), "--port", "0")
    assert is_refused(run, "file is not a database"), run.stderr
    assert path.read_text() == "Dear Anna, " * 100


def test_a_sqlite_file_has_one_server(tmp_path: Path) -> None:
    path = str(tmp_path / "games.db")
    with Process(path):
        run = serve("--database", path, "--port", "0")
    assert is_refused(run, "is in use by another server"), run.stderr


def test_a_sqlite_file_has_one_server_whatever_link_leads_to_it(tmp_path: Path) -> None:
    path, link, folder = tmp_path / "games.db", tmp_path / "link.db", tmp_path / "folder"
    with Process(str(path)):
        link.symlink_to(path)
        folder.symlink_to(tmp_path)
        runs = [
            serve("--database", str(other), "--port", "0") for other in (link, folder / "games.db")
        ]
    for run in runs:
        assert is_refused(run, "is in use by another server"), run.stderr


def test_only_the_owner_may_read_the_database(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with Process(str(tmp_path / "games.db")) as process, Person(process.url):
            modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    finally:
        os.umask(before)
    names = {"games.db", "games.db-wal", "games.db-shm", "games.db.lock"}
    assert modes == dict.fromkeys(names, 0o600)
