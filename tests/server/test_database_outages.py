"""A database that does not answer or cannot be written: told soon, logged once, then over."""

from __future__ import annotations

import asyncio
import json
import random
import resource
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from sqlalchemy import Connection, insert, select

from jaipur.server import schema
from jaipur.server.migrate import migrate
from jaipur.server.problems import WriteConflict
from jaipur.server.store import Store
from tests.server.games import Person, seated, wait_for
from tests.server.processes import Process, empty, paused, postgresql, redis

LONGEST_SECONDS = 20.0
"""For one answer during an outage on a busy machine; without limits it would be minutes."""


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgresql() as address:
        yield address


@pytest.fixture
def served(database: str, tmp_path: Path) -> Iterator[tuple[Process, Path]]:
    """A server on PostgreSQL that is soon impatient, and its log."""
    empty(database)
    log = tmp_path / "log"
    with Process(database, log=log, statement_timeout=1.0) as process:
        yield process, log


def lines_of(log: Path) -> list[str]:
    """What each line of the log says, without its time, level and request."""
    lines = log.read_text().splitlines()
    return [json.loads(line.partition(" message=")[2]) for line in lines]


def test_a_hanging_database_is_answered_with_503_and_nothing_is_lost_or_doubled(
    served: tuple[Process, Path], database: str
) -> None:
    process, _ = served
    with seated(process.url, first="me") as (anna, bela, game), ExitStack() as stack:
        people = (anna, bela)
        for person in people:
            person.http.timeout = httpx.Timeout(LONGEST_SECONDS)
        threads = stack.enter_context(ThreadPoolExecutor(24))
        rng, played = random.Random(5), 0
        for number in range(2):
            view = people[played % 2].view(game)
            body = {"move": rng.choice(view["moves"]), "seq": view["seq"], "key": f"k{number}"}
            mover = people[played % 2]
            with paused(database):
                # The same move from many tabs, and everything else that reads the game.
                moves = [threads.submit(mover.tries, game, "moves", **body) for _ in range(8)]
                reads = [
                    threads.submit(mover.http.get, path)
                    for path in ("/api/me", f"/api/games/{game}", "/api/lobby", "/api/levels")
                    for _ in range(3)
                ]
                answers = [task.result() for task in moves]
                for answer in answers:
                    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
                    assert answer.headers["retry-after"]
                for task in reads:
                    assert task.result().status_code in (200, 404, 503)
            event = wait_for(partial(accepted, mover, game, body))
            assert event["move"] == body["move"]
            played += 1
        events = anna.hears(game, 0)
        assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
        assert [event["type"] for event in events].count("moved") == played


def accepted(person: Person, game: str, body: dict[str, Any]) -> dict[str, Any] | None:
    """The event of a move, once the database answers again."""
    answer = person.tries(game, "moves", **body)
    assert answer.status_code in (200, 503), answer.text
    return dict(answer.json()) if answer.status_code == 200 else None


def test_health_tells_what_is_wrong_while_the_database_hangs(
    served: tuple[Process, Path], database: str
) -> None:
    process, _ = served
    with httpx.Client(base_url=process.url, timeout=LONGEST_SECONDS) as http:
        healthy = http.get("/healthz").json()
        assert healthy["status"] == "ok"
        assert healthy["checks"] == {"read": "ok", "write": "ok"}
        with paused(database):
            for _ in range(3):
                answer = http.get("/healthz")
                assert answer.status_code == 503
                found = answer.json()
                assert (found["status"], found["code"]) == ("failing", "unavailable")
                assert found["checks"]["read"] == "unreachable"
        wait_for(lambda: http.get("/healthz").status_code == 200)


def test_an_outage_with_open_streams_is_logged_in_two_lines(
    served: tuple[Process, Path], database: str
) -> None:
    process, log = served
    with seated(process.url) as (anna, bela, game), ExitStack() as stack:
        streams = [
            stack.enter_context(
                person.http.stream("GET", f"/api/games/{game}/events", timeout=LONGEST_SECONDS)
            )
            for person in (anna, bela) * 4
        ]
        lines = [stream.iter_lines() for stream in streams]
        for each in lines:
            assert any("heartbeat" in line for line in each)
        with paused(database):
            wait_for(lambda: httpx.get(f"{process.url}/healthz", timeout=30).status_code == 503)
            wait_for(lambda: lines_of(log), LONGEST_SECONDS)
            for each in lines:  # they go on, and say that the server is alive
                assert any("heartbeat" in line for line in each)
        wait_for(lambda: httpx.get(f"{process.url}/healthz", timeout=30).status_code == 200)
        wait_for(lambda: len(lines_of(log)) >= 2)
        anna.now(game)
        assert len(lines_of(log)) == 2, log.read_text()
        first, last = lines_of(log)
        assert "the database cannot be used: " in first
        assert "unreachable" in first
        assert "the database can be used again" in last
        assert max(map(len, lines_of(log))) < 400


def test_a_database_that_became_read_only_is_told_so_and_read(
    served: tuple[Process, Path], database: str
) -> None:
    process, log = served
    with (
        psycopg.connect(database, autocommit=True) as administrator,
        seated(process.url, first="me") as (anna, bela, game),
    ):
        view = anna.view(game)
        body = {"move": view["moves"][0], "seq": view["seq"], "key": "k"}
        administrator.execute("ALTER DATABASE jaipur SET default_transaction_read_only = on")
        end_other_connections(administrator)
        answer = wait_for(partial(refused_as, "read_only", anna, game, body))
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert bela.view(game)["seq"] == view["seq"]
        health = httpx.get(f"{process.url}/healthz", timeout=LONGEST_SECONDS)
        assert health.status_code == 503
        assert health.json()["checks"] == {"read": "ok", "write": "read_only"}
        administrator.execute("ALTER DATABASE jaipur RESET default_transaction_read_only")
        end_other_connections(administrator)
        assert wait_for(partial(accepted, anna, game, body))["move"] == body["move"]
        assert [event["type"] for event in bela.hears(game, 0)].count("moved") == 1
    assert "Traceback" not in log.read_text()


def end_other_connections(administrator: psycopg.Connection[Any]) -> None:
    administrator.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = 'jaipur' AND pid <> pg_backend_pid()"
    )


def refused_as(
    reason: str, person: Person, game: str, body: dict[str, Any]
) -> httpx.Response | None:
    """The answer to a move once it is refused for this reason."""
    answer = person.tries(game, "moves", **body)
    assert answer.status_code == 503, answer.text
    return answer if answer.json()["reason"] == reason else None


def test_an_outage_of_redis_is_one_line_and_holds_nobody(database: str, tmp_path: Path) -> None:
    empty(database)
    log = tmp_path / "log"
    with ExitStack() as stack:
        with redis() as address:
            process = stack.enter_context(Process(database, "--redis", address, log=log))
            anna, bela, game = stack.enter_context(seated(process.url, first="me"))
            anna.moves(game)
            assert log.read_text() == ""
        for person in (bela, anna, bela):
            person.moves(game)
        wait_for(lambda: lines_of(log))
        assert httpx.get(f"{process.url}/healthz").status_code == 200
    (line,) = lines_of(log)
    assert "Redis cannot be used" in line


def test_a_job_that_fails_fails_alone(tmp_path: Path) -> None:
    asyncio.run(write_together(tmp_path / "games.db"))


async def write_together(path: Path) -> None:
    """Jobs that go into one transaction: one has a bug, one is refused, the others are written."""
    migrate(str(path))
    store, gathered = Store(str(path)), threading.Event()

    def put(number: int) -> Callable[[Connection], object]:
        row = {"id": number, "at": number}
        return lambda connection: connection.execute(insert(schema.alive).values(row)) and None

    def broken(_: Connection) -> None:
        raise KeyError("bug")

    try:
        first = asyncio.create_task(store.write(lambda _: gathered.wait(20)))
        await asyncio.sleep(0)  # it is in the queue, and holds the writer
        jobs: list[Callable[[Connection], object]]
        jobs = [put(11), broken, put(12), put(11), put(13)]
        writes = [asyncio.create_task(store.write(job)) for job in jobs]
        await asyncio.sleep(0)
        gathered.set()
        results = await asyncio.gather(first, *writes, return_exceptions=True)
        kinds = [type(result) for result in results[1:]]
        none = type(None)
        assert kinds == [none, KeyError, none, WriteConflict, none]
        rows = await store.rows(select(schema.alive).where(schema.alive.c.id > 10))
        assert sorted(row["id"] for row in rows) == [11, 12, 13]
        assert store.status.checks == {"read": "ok", "write": "ok"}
    finally:
        store.close()


@contextmanager
def full_disk(process: Process, folder: Path) -> Iterator[None]:
    """No file of a server may grow any more, as on a full disk."""
    pid = process.process.pid
    soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    largest = max(path.stat().st_size for path in folder.glob("games.db*"))
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (largest, hard))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_is_told_by_moves_by_health_and_once_by_the_log(tmp_path: Path) -> None:
    log, folder = tmp_path / "log", tmp_path / "data"
    with (
        Process(str(folder / "games.db"), log=log) as process,
        seated(process.url, first="me") as (anna, bela, game),
    ):
        view = anna.view(game)
        body = {"move": view["moves"][0], "seq": view["seq"], "key": "k"}
        with full_disk(process, folder):
            fill(process.url)
            answer = anna.tries(game, "moves", **body)
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            assert answer.json()["reason"] in ("full", "failing")
            assert anna.view(game) == view  # reading goes on
            health = httpx.get(f"{process.url}/healthz")
            assert health.status_code == 503
            assert health.json()["checks"]["read"] == "ok"
            assert health.json()["checks"]["write"] in ("full", "failing")
            for _ in range(5):
                assert anna.tries(game, "moves", **body).status_code == 503
                # It is answered without writing, which proves nothing about the disk.
                gone = anna.http.post("/api/session", json={"link": "x" * 43})
                assert gone.json()["code"] == "link_gone"
        event = wait_for(lambda: accepted(anna, game, body))
        assert event["move"] == body["move"]
        wait_for(lambda: httpx.get(f"{process.url}/healthz").status_code == 200)
        assert [event["type"] for event in bela.hears(game, 0)].count("moved") == 1
    written = lines_of(log)
    assert len(written) == 2, written
    assert "the database cannot be used: write failed" in written[0]
    assert "the database can be used again" in written[1]


def fill(url: str) -> None:
    """Write until there is no more space."""
    with httpx.Client(base_url=url, timeout=30) as http:
        for _ in range(500):
            if http.post("/api/me", json={"token": True}).status_code == 503:
                return
    raise AssertionError("the disk is not full")
