"""Stopping, and databases that cannot be written."""

from __future__ import annotations

import json
import sqlite3
import threading
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import event

from tests.server.games import Person, a_server, roomy, seated, wait_for
from tests.server.processes import Process


def test_a_stop_with_open_streams_takes_less_than_3_seconds(tmp_path: Path) -> None:
    with Process(str(tmp_path / "games.db"), heartbeat=10) as server, Person(server.url) as anna:
        game = anna.plays_against()
        bodies = [b""] * 10

        def listen(number: int) -> None:
            try:
                headers = {"Authorization": f"Bearer {anna.token}"}
                with httpx.stream(
                    "GET", f"{server.url}/api/games/{game}/events", headers=headers, timeout=30
                ) as s:
                    for chunk in s.iter_raw():
                        bodies[number] += chunk
            except httpx.HTTPError:
                bodies[number] += b"cut"

        threads = [threading.Thread(target=listen, args=(number,)) for number in range(10)]
        for thread in threads:
            thread.start()
        wait_for(lambda: all(b"heartbeat" in body for body in bodies))
        assert server.stop() < 3
        for thread in threads:
            thread.join(timeout=5)
        assert not any(b"cut" in body for body in bodies)


def test_a_locked_database_gives_503_and_no_half_written_game(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with a_server(roomy(path, statement_timeout=0.3)) as server, Person(server) as anna:
        game = anna.plays_against(first="me")
        before = anna.waits_for_turn(game)
        blocker = sqlite3.connect(path, isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        body = {"move": "+K", "seq": before["view"]["seq"], "key": "k"}
        answer = anna.tries(game, "moves", **body)
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert answer.json()["reason"] == "locked"
        assert answer.headers["retry-after"] == "2"
        assert anna.now(game) == before
        blocker.execute("ROLLBACK")
        blocker.close()
        assert anna.does(game, "moves", **body)["seq"] == before["seq"] + 1
        # The level's move had to wait too; nothing is stuck.
        anna.waits_for_turn(game)


def test_a_full_disk_gives_503_and_no_half_written_game(tmp_path: Path) -> None:
    with a_server(roomy(tmp_path / "games.db")) as server, Person(server) as anna:
        game = anna.plays_against(first="me")
        before = anna.waits_for_turn(game)

        most = [1_000_000]

        @event.listens_for(server.services.store._engine, "begin")
        def begin(connection: Any) -> None:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {most[0]}")

        most[0] = 1  # SQLite takes the current size then: not one page more
        found = None
        for _ in range(200):
            found = anna.http.post("/api/games", json={"against": "friend"})
            if found.status_code != 201:
                break
        assert found is not None
        assert (found.status_code, found.json()["code"]) == (503, "unavailable")
        assert found.json()["reason"] == "full"
        assert anna.now(game)["view"] == before["view"]
        most[0] = 1_000_000
        assert anna.does(game, "moves", move="+K", seq=before["view"]["seq"])["type"] == "moved"
    with sqlite3.connect(tmp_path / "games.db") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = database.execute(
            "SELECT g.id, g.seq, count(e.seq) FROM games g "
            "LEFT JOIN events e ON e.game = g.id GROUP BY g.id, g.seq"
        ).fetchall()
        assert all(seq == count for _, seq, count in rows)
    database.close()


def test_a_database_that_is_gone_is_told_by_the_health_check(tmp_path: Path) -> None:
    with a_server(roomy(tmp_path / "games.db")) as server:
        assert httpx.get(f"{server.url}/healthz").json()["status"] == "ok"
        with sqlite3.connect(tmp_path / "games.db") as database:
            database.execute("DROP TABLE alive")
        database.close()
        answer = httpx.get(f"{server.url}/healthz")
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")


def restore(backup: Path, database: Path) -> None:
    for part in database.parent.glob(f"{database.name}*"):
        part.unlink()
    backup.rename(database)


def back_up(database: Path, backup: Path) -> None:
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(backup)) as copy:
        source.backup(copy)


def test_a_page_that_has_seen_more_than_a_restored_backup_gets_a_snapshot(tmp_path: Path) -> None:
    path, backup = tmp_path / "games.db", tmp_path / "backup.db"
    settings = roomy(path)
    with a_server(settings) as server, Person(server) as anna:
        game = anna.plays_against(first="me")
        back_up(path, backup)
        then = anna.now(game)
        anna.moves(game)
        seen = anna.waits_for_turn(game)
    restore(backup, path)
    with a_server(settings) as server:
        headers = {"Authorization": f"Bearer {anna.token}"}
        with httpx.Client(base_url=server.url, headers=headers) as anna.http:
            (message,) = anna.hears(game, seen["seq"])
            assert message == then
            assert anna.moves(game)["type"] == "moved"


def test_numbers_that_a_restored_database_uses_again_lead_to_a_snapshot(tmp_path: Path) -> None:
    path, backup = tmp_path / "games.db", tmp_path / "backup.db"
    settings = roomy(path)
    with a_server(settings) as server, seated(server, first="me") as (anna, bela, game):
        back_up(path, backup)
        common = anna.now(game)
        seen = anna.moves(game)
    restore(backup, path)
    with a_server(settings) as server, ExitStack() as stack:
        for person in (anna, bela):
            headers = {"Authorization": f"Bearer {person.token}"}
            person.http = stack.enter_context(httpx.Client(base_url=server.url, headers=headers))
        # Another move gets the number that the page knows, and more follow than are in memory.
        other = next(move for move in anna.view(game)["moves"] if move != seen["move"])
        assert anna.moves(game, other)["seq"] == seen["seq"]
        for person in (bela, anna) * 6:
            now = person.moves(game)
            lost = person.hears(game, f"{seen['seq']}-{seen['at']}")
            assert [message["type"] for message in lost] == ["snapshot"]
            assert lost[0]["view"] == now["view"]
            kept = person.hears(game, f"{common['seq']}-{common['at']}")
            assert kept == person.hears(game, common["seq"])
            assert [event["seq"] for event in kept] == list(range(seen["seq"], now["seq"] + 1))


def test_an_id_of_a_stream_names_number_and_time(tmp_path: Path) -> None:
    with a_server(roomy(tmp_path / "games.db")) as server, Person(server) as anna:
        game = anna.plays_against(first="me")
        anna.moves(game)
        anna.waits_for_turn(game)
        anna.does(game, "take_back", seq=anna.view(game)["seq"])
        for after in ("", "?after=0"):
            body = anna.http.get(f"/api/games/{game}/events{after}", params={"wait": 0}).text
            ids = [line[4:] for line in body.splitlines() if line.startswith("id: ")]
            messages = [json.loads(line[6:]) for line in body.splitlines() if '"format"' in line]
            assert ids == [f"{message['seq']}-{message['at']}" for message in messages]
            headers = {"Last-Event-ID": ids[-1]}
            again = anna.http.get(f"/api/games/{game}/events?wait=0", headers=headers)
            assert '"format"' not in again.text
