"""After DELETE /api/me the name is nowhere, and every game of the user has ended."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from jaipur.server.clock import Clock
from tests.server.games import Person, a_server, roomy, wait_for
from tests.server.processes import postgresql
from tests.server.test_records import brings, golden
from tests.server.test_sessions import Time
from tests.server.test_streams import Listener

NAME = "Carlotta-Zanzibar"


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgresql() as address:
        yield address


def files_of(database: Path) -> bytes:
    """All bytes of a SQLite database, the write-ahead log included."""
    return b"".join(path.read_bytes() for path in database.parent.glob(f"{database.name}*"))


def finished_games(carlotta: Person, bela: Person) -> list[str]:
    """A finished match of each kind in which the name stands."""
    against_level = carlotta.plays_against()
    carlotta.does(against_level, "resign")
    own = str(carlotta.opens("self")["id"])
    carlotta.sits_down(own)
    carlotta.does(own, "resign")
    opened = carlotta.opens("friend")
    carlotta.sits_down(opened["id"])
    bela.accepts(opened["invitation"])
    bela.does(opened["id"], "resign")
    return [against_level, own, str(opened["id"])]


def everything_about(person: Person, games: list[str]) -> str:
    """All that the server says about games."""
    found = [person.http.get("/api/lobby").text]
    for game in games:
        for path in ("", "/positions", "/positions/1", "/record", "/events?wait=0&after=0"):
            found.append(person.http.get(f"/api/games/{game}{path}").text)
        for seat in (0, 1, "open", "public"):
            found.append(person.http.get(f"/api/games/{game}/positions?seat={seat}").text)
    return "\n".join(found)


def test_the_name_of_a_deleted_user_is_nowhere(tmp_path: Path) -> None:
    path = tmp_path / "g.db"
    with a_server(roomy(path, heartbeat=60)) as server, Person(server, "Bela") as bela:
        with Person(server, NAME) as carlotta:
            games = finished_games(carlotta, bela)
            brings(carlotta, {**golden("match_resigned"), "players": [NAME, "other"]})
            running = carlotta.opens("friend", watchable=True)
            carlotta.sits_down(running["id"])
            bela.accepts(running["invitation"])
            games.append(running["id"])
            Listener(bela, running["id"])  # so the game stays in memory
            assert NAME in everything_about(bela, games)
            assert NAME.encode() in files_of(path)
            assert carlotta.http.delete("/api/me").status_code == 204
        assert NAME not in everything_about(bela, games)
        assert NAME.encode() not in files_of(path)
        bela.does(games[2], "rematch")  # it writes the row of a game that was in memory
        assert NAME.encode() not in files_of(path)
        record = bela.http.get(f"/api/games/{games[2]}/record").json()
        assert record["players"] == ["Guest", "Bela"]
        assert bela.now(running["id"])["table"]["ended"] == "abandoned"
    assert NAME.encode() not in files_of(path)


def test_earlier_names_of_a_deleted_user_are_nowhere_either(tmp_path: Path) -> None:
    path = tmp_path / "g.db"
    with a_server(roomy(path)) as server, Person(server, NAME) as carlotta:
        game = carlotta.plays_against()
        for name in ("Second-Zanzibar", "Third-Zanzibar"):
            carlotta.http.patch("/api/me", json={"name": name})
        carlotta.does(game, "resign")
        assert carlotta.http.delete("/api/me").status_code == 204
        assert b"Zanzibar" not in files_of(path)


def test_the_name_of_a_user_whom_a_level_had_replaced_is_removed_too(tmp_path: Path) -> None:
    path, time = tmp_path / "g.db", Time()
    with a_server(roomy(path), clock=Clock(lambda: time.now)) as server:
        with Person(server, "Bela") as bela, Person(server, NAME) as carlotta:
            opened = carlotta.opens("friend", first="me", time=90)
            carlotta.sits_down(opened["id"])
            bela.accepts(opened["invitation"])
            time.now += 91_000
            bela.does(opened["id"], "claim", what="level")
            assert carlotta.http.delete("/api/me").status_code == 204
            assert NAME not in everything_about(bela, [opened["id"]])
        assert NAME.encode() not in files_of(path)


def test_the_names_of_two_at_one_screen_are_removed_too(tmp_path: Path) -> None:
    path = tmp_path / "g.db"
    with a_server(roomy(path)) as server, Person(server) as carlotta, Person(server) as bela:
        names = ["North-Zanzibar", "South-Zanzibar"]
        open_only = str(carlotta.opens("self", names=names)["id"])
        game = str(carlotta.opens("self", names=names)["id"])
        carlotta.sits_down(game)
        carlotta.does(game, "resign")
        carlotta.does(game, "rematch")
        assert bela.http.get(f"/api/games/{game}/record").json()["players"] == names
        assert carlotta.http.get(f"/api/games/{open_only}").json()["terms"]["names"] == names
        assert b"Zanzibar" in files_of(path)
        assert carlotta.http.delete("/api/me").status_code == 204
        assert "Zanzibar" not in everything_about(bela, [game])
        assert b"Zanzibar" not in files_of(path)
        record = bela.http.get(f"/api/games/{game}/record").json()
        assert record["players"] == ["Guest", "Guest"]


def test_every_unfinished_game_of_a_deleted_user_ends(tmp_path: Path) -> None:
    path = tmp_path / "g.db"
    with a_server(roomy(path)) as server, Person(server, NAME) as carlotta:
        first = carlotta.plays_against()
        copy_game(path, first, 600)  # more than are listed
        assert carlotta.http.delete("/api/me").status_code == 204
    with sqlite3.connect(path) as connection:
        statuses = connection.execute("SELECT status, count(*) FROM games GROUP BY 1").fetchall()
    connection.close()
    assert statuses == [("over", 601)]
    assert NAME.encode() not in files_of(path)


def copy_game(path: Path, game: str, times: int) -> None:
    """Games with the same log, written straight into the database."""
    with sqlite3.connect(path, timeout=10) as connection:
        connection.row_factory = sqlite3.Row
        for table, key in (("games", "id"), ("events", "game"), ("participants", "game")):
            found = connection.execute(f"SELECT * FROM {table} WHERE {key} = ?", [game])
            for row in map(dict, found.fetchall()):
                rows = [{**row, key: f"{game[:-4]}{number:04}"} for number in range(times)]
                names = ", ".join(f'"{name}"' for name in row)
                values = ", ".join(f":{name}" for name in row)
                connection.executemany(f"INSERT INTO {table} ({names}) VALUES ({values})", rows)
    connection.close()


def test_another_worker_forgets_the_name_too(database: str) -> None:
    settings = roomy(database, poll_interval=0.05, heartbeat=60)
    with a_server(settings) as one, a_server(settings) as two, Person(two, "Bela") as bela:
        with Person(one, NAME) as carlotta:
            opened = carlotta.opens("friend")
            carlotta.sits_down(opened["id"])
            bela.accepts(opened["invitation"])
            game = opened["id"]
            Listener(bela, game)  # it stays in the memory of the second worker
            bela.does(game, "resign")
            assert NAME in everything_about(bela, [game])
            assert carlotta.http.delete("/api/me").status_code == 204
            headers = {"Authorization": f"Bearer {carlotta.token}"}
            wait_for(lambda: httpx.get(f"{two.url}/api/me", headers=headers).status_code == 401)
        wait_for(lambda: NAME not in everything_about(bela, [game]))
        bela.does(game, "rematch")
        assert NAME not in everything_about(bela, [game])
