"""What is removed after its time, and what stays."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from jaipur.server.clock import Clock
from jaipur.server.database import database_url
from jaipur.server.retention import _USERS_AT_ONCE
from tests.server.games import Person, Server, a_server, roomy
from tests.server.processes import empty, postgresql
from tests.server.test_records import brings, golden
from tests.server.test_sessions import Time
from tests.server.test_streams import Listener


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with postgresql() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    address = str(request.getfixturevalue("address"))
    empty(address)
    return address


def clean_up(server: Server) -> None:
    services = server.services
    done = asyncio.run_coroutine_threadsafe(services.retention.clean_up(), services.loop)
    done.result(timeout=60)


def count(database: str, table: str) -> int:
    engine = create_engine(database_url(database))
    with engine.connect() as connection:
        found = connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one()
    engine.dispose()
    return int(found)


def test_an_invitation_that_nobody_has_accepted_is_removed(database: str) -> None:
    time = Time()
    with (
        a_server(roomy(database, heartbeat=60), clock=Clock(lambda: time.now)) as server,
        Person(server) as anna,
        Person(server) as bela,
    ):
        abandoned, awaited = (anna.opens("friend") for _ in range(2))
        for game in (abandoned, awaited):
            anna.sits_down(game["id"])
        withdrawn = anna.opens("friend")["id"]
        anna.does(withdrawn, "leave")
        not_shuffled = anna.opens("friend")
        anna.commits(not_shuffled["id"])
        bela.accepts(not_shuffled["invitation"])  # and Anna does not reveal her nonce
        started = anna.plays_against()
        listener = Listener(anna, awaited["id"])
        time.pass_days(29)
        clean_up(server)
        assert count(database, "games") == 5
        time.pass_days(2)
        clean_up(server)
        assert count(database, "games") == 2
        bela.accepts(awaited["invitation"])  # somebody was waiting for it
        token = abandoned["invitation"].rsplit("/", 1)[-1]
        assert bela.http.get(f"/api/invitations/{token}").status_code == 404
        assert bela.http.post(f"/api/invitations/{token}", json={}).status_code == 404
        assert anna.view(started)
        assert listener.is_alive()


def test_a_guest_who_cannot_come_back_is_deleted(database: str) -> None:
    time = Time()
    with (
        a_server(roomy(database), clock=Clock(lambda: time.now)) as server,
        Person(server, "Anna") as anna,
        Person(server, "Bela") as bela,
    ):
        game = bela.plays_against()
        bela.does(game, "resign")
        link = anna.http.post("/api/me/links", json={"kind": "recovery"}).json()["token"]
        assert bela.http.delete("/api/session").status_code == 204
        clean_up(server)
        assert count(database, "users") == 2  # not at once
        time.pass_days(8)
        clean_up(server)
        assert count(database, "users") == 1
        assert anna.http.get(f"/api/games/{game}").json()["table"]["players"][0]["name"] == ""
        time.pass_days(200)
        clean_up(server)  # the session has ended, and the link has not
        assert anna.http.get("/api/me").status_code == 401
        assert anna.http.post("/api/session", json={"link": link}).status_code == 401
        del anna.http.headers["Authorization"]
        assert anna.http.post("/api/session", json={"link": link}).json()["id"] == anna.id
        time.pass_days(200)
        clean_up(server)
        assert count(database, "users") == 0
        assert count(database, "sessions") == count(database, "links") == 0


def test_an_expired_link_is_removed_and_its_user_stays(database: str) -> None:
    time = Time()
    with (
        a_server(roomy(database), clock=Clock(lambda: time.now)) as server,
        Person(server) as anna,
    ):
        anna.http.post("/api/me/links", json={"kind": "device"})
        clean_up(server)
        assert count(database, "links") == 1
        time.pass_days(1)
        clean_up(server)
        assert (count(database, "links"), count(database, "users")) == (0, 1)


def test_which_users_were_deleted_is_forgotten_after_a_day(database: str) -> None:
    time = Time()
    with (
        a_server(roomy(database), clock=Clock(lambda: time.now)) as server,
        Person(server) as anna,
    ):
        assert anna.http.delete("/api/me").status_code == 204
        time.pass_days(0.9)
        clean_up(server)
        assert count(database, "deletions") == 1
        time.pass_days(0.2)
        clean_up(server)
        assert count(database, "deletions") == 0


def test_each_clean_up_does_a_bounded_amount_of_work(tmp_path: Path) -> None:
    path, time = tmp_path / "g.db", Time()
    with a_server(roomy(path), clock=Clock(lambda: time.now)) as server:
        users = [(f"u{n}", f"n{n}", time.now) for n in range(_USERS_AT_ONCE + 30)]
        with sqlite3.connect(path, timeout=10) as connection:
            connection.executemany(
                "INSERT INTO users (id, name, created_at) VALUES (?, ?, ?)", users
            )
            connection.executemany(
                "INSERT INTO sessions (hash, user_id, created_at, expires_at) VALUES (?, ?, 1, ?)",
                [(f"h{id}", id, time.now + number) for number, (id, _, _) in enumerate(users)],
            )
        connection.close()
        time.pass_days(8)
        left = []
        for _ in range(3):
            clean_up(server)
            left.append(count(str(path), "users"))
        assert left == [30, 0, 0]


def test_an_import_that_nobody_looks_at_is_removed(database: str) -> None:
    time = Time()
    record = golden("match_resigned")
    with (
        a_server(roomy(database), clock=Clock(lambda: time.now)) as server,
        Person(server) as anna,
    ):
        unseen, seen = (
            brings(anna, {**record, "players": [name, "x"]})["id"] for name in ("a", "b")
        )
    for days, codes in ((80, None), (11, (404, 200)), (91, (404, 404))):
        time.pass_days(days)
        # Each time another process, which has no game in its memory.
        with (
            a_server(roomy(database), clock=Clock(lambda: time.now)) as server,
            Person(server) as anna,
        ):
            if codes is None:
                anna.http.get(f"/api/games/{seen}/record")
                continue
            clean_up(server)
            found = tuple(
                anna.http.get(f"/api/games/{game}").status_code for game in (unseen, seen)
            )
            assert found == codes


def test_only_so_many_imports_are_kept_in_all(database: str) -> None:
    record = golden("match_resigned")
    with a_server(roomy(database, imports_kept=2)) as server, Person(server) as anna:
        for number in range(5):
            brings(anna, {**record, "players": [f"n{number}", "x"]})
        clean_up(server)
        assert count(database, "imports") == count(database, "games") == 2
        assert count(database, "events") == 0


def test_an_account_without_a_session_stays(database: str) -> None:
    time = Time()
    with (
        a_server(roomy(database, heartbeat=60), clock=Clock(lambda: time.now)) as server,
        Person(server) as anna,
    ):
        anna.plays_against()
        engine = create_engine(database_url(database))
        with engine.begin() as connection:
            connection.execute(text("UPDATE users SET registered_at = 1"))
        engine.dispose()
        time.pass_days(400)
        clean_up(server)
        assert (count(database, "users"), count(database, "sessions")) == (1, 0)
