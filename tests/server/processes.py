"""PostgreSQL, Redis and jaipur servers in processes of their own, started by the tests.

tools/install_system.py installs the programs. Everything has its own port and a temporary folder,
and ends with the test.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from jaipur.server.settings import Settings
from tests.server.games import roomy, slowness, wait_for
from tools import install_system

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        return int(sock.getsockname()[1])


def program(name: str) -> str:
    """Where a program is; without it the test is skipped (`make test` installs what is missing)."""
    found = install_system.find(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def _as_postgres(command: list[str]) -> list[str]:
    """PostgreSQL refuses to run as root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.getuid() == 0 else command


@contextmanager
def postgresql(*, durable: bool = False) -> Iterator[str]:
    """A PostgreSQL server; the URL of an empty database in it."""
    initdb, server = program("initdb"), program("postgres")
    folder, port = Path(tempfile.mkdtemp(prefix="jaipur-postgresql-")), free_port()
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    data = str(folder / "data")
    prepare = [initdb, "-D", data, "-U", "jaipur", "--auth=trust", "--no-sync", "-E", "UTF8"]
    subprocess.run(_as_postgres(prepare), check=True, stdout=subprocess.DEVNULL, cwd=folder)
    options = ["-p", str(port), "-k", str(folder), "-c", "listen_addresses=127.0.0.1"]
    if not durable:
        options += ["-c", "fsync=off", "-c", "synchronous_commit=off"]
    log = (folder / "log").open("wb")
    process = subprocess.Popen(
        _as_postgres([server, "-D", data, *options]), stdout=log, stderr=log, cwd=folder
    )
    address = f"postgresql://jaipur@127.0.0.1:{port}"
    try:
        wait_for(lambda: _answers(f"{address}/postgres"), seconds=60)
        with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
            connection.execute("CREATE DATABASE jaipur")
        yield f"{address}/jaipur"
    finally:
        postmaster = Path(data, "postmaster.pid").read_text().split()[0]
        os.kill(int(postmaster), signal.SIGQUIT)  # at once
        process.wait(timeout=30)
        log.close()
        shutil.rmtree(folder, ignore_errors=True)


def _answers(address: str) -> bool:
    try:
        psycopg.connect(address, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


@contextmanager
def paused(address: str) -> Iterator[None]:
    """Stop all processes of a PostgreSQL server: it keeps its connections, and does not answer."""
    with psycopg.connect(address) as connection:
        row = connection.execute("SHOW data_directory").fetchone()
    assert row is not None
    postmaster = int(Path(row[0], "postmaster.pid").read_text().split()[0])
    os.kill(postmaster, signal.SIGSTOP)  # first, so that it starts no more of them
    pids = [*_children(postmaster), postmaster]
    try:
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        yield
    finally:
        # The program that has started it, runuser, stops and goes on with it.
        for pid in (*pids, _parent(postmaster)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def _parent(pid: int | str) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])


def _children(parent: int) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if _parent(folder.name) == parent:
                found.append(int(folder.name))
    return found


def empty(address: str) -> None:
    """Drop everything in a database."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")


@contextmanager
def redis() -> Iterator[str]:
    """A Redis server."""
    redis_server, port = program("redis-server"), free_port()
    command = [redis_server, "--port", str(port), "--save", "", "--bind", "127.0.0.1"]
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
        try:
            wait_for(lambda: _listens(port))
            yield f"redis://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(timeout=10)


def _listens(port: int) -> bool:
    with socket.socket() as sock:
        return sock.connect_ex(("127.0.0.1", port)) == 0


class Process:
    """`jaipur serve` in a process of its own; it can be killed and started again."""

    def __init__(
        self,
        database: str,
        *options: str,
        port: int | None = None,
        log: Path | None = None,
        **changes: Any,
    ) -> None:
        self.port = port or free_port()
        self._log = log
        self.url = f"http://127.0.0.1:{self.port}"
        self._settings = roomy(database, **changes)
        workers = int(options[options.index("--workers") + 1]) if "--workers" in options else 1
        self._settings = replace(self._settings, workers=workers)
        self._options = ["--port", str(self.port), "--database", database, *options]
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        code = "from jaipur.cli import main; main()"
        environment = {
            **os.environ,
            "JAIPUR_SERVER": as_json(self._settings),
            "PYTHONPATH": f"{ROOT / 'src'}:{os.environ.get('PYTHONPATH', '')}",
        }
        with ExitStack() as files:
            log = None if self._log is None else files.enter_context(self._log.open("ab"))
            process = subprocess.Popen(
                [sys.executable, "-c", code, "serve", *self._options],
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        wait_for(lambda: process.poll() is not None or self._healthy(), seconds=90)
        assert process.poll() is None, "the server did not start"
        return process

    def _healthy(self) -> bool:
        try:
            return httpx.get(f"{self.url}/healthz", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False

    def kill(self) -> None:
        """End it with SIGKILL: no time for anything."""
        self.process.kill()
        self.process.wait(timeout=10)

    def worker_ids(self) -> list[int]:
        """The processes that serve for this one; nothing while one of them is still starting."""
        found = []
        for status in Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = _parent(status.parent.name)
                line = status.with_name("cmdline").read_bytes()
                threads = len(list(status.with_name("task").iterdir()))
            except (OSError, IndexError):
                continue
            # With its threads for reading and writing it has opened the database.
            if parent == self.process.pid and b"spawn_main" in line and threads >= 4:
                found.append(int(status.parent.name))
        return found if len(found) == self._settings.workers else []

    def kill_worker(self, pid: int) -> None:
        os.kill(pid, signal.SIGKILL)

    def restart(self) -> None:
        self.process = self._start()

    def stop(self) -> float:
        """SIGTERM; how many seconds it took to end, on a machine that has time for it."""
        before, start = slowness(), time.monotonic()
        self.process.terminate()
        self.process.wait(timeout=60)
        seconds = time.monotonic() - start
        return seconds / max(before, slowness())

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()


def as_json(settings: Settings) -> str:
    data = {field.name: getattr(settings, field.name) for field in fields(settings)}
    data["limits"] = {
        name: {"burst": limit.burst, "rate": limit.rate} for name, limit in settings.limits.items()
    }
    return json.dumps(data)
