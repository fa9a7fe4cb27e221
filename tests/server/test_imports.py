"""Imported records take little room, only so many are kept, and they do not slow others down."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path

import pytest

from jaipur.server.settings import RateLimit
from tests.server.games import NO_LIMITS, Person, Server, a_server, roomy
from tests.server.test_records import a_long_record, brings, golden


def bytes_of(path: Path) -> int:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return path.stat().st_size


def test_an_import_takes_less_room_than_its_record(tmp_path: Path) -> None:
    path = tmp_path / "g.db"
    with a_server(roomy(path)) as server, Person(server) as anna:
        brings(anna, golden("match_resigned"))
    empty = bytes_of(path)
    records = [a_long_record(seed) for seed in range(10)]
    with a_server(roomy(path)) as server, Person(server) as anna:
        for record in records:
            brings(anna, record)
    sent = sum(len(json.dumps(record)) for record in records)
    assert bytes_of(path) - empty < sent / 2


def test_an_import_is_the_same_after_a_restart(tmp_path: Path) -> None:
    settings = roomy(tmp_path / "g.db")
    record = a_long_record(3)
    paths = ("/positions?seat=open&limit=1000", "/record", "/positions/7?seat=0", "")
    with a_server(settings) as server, Person(server) as anna:
        game = brings(anna, record)["id"]
        token = anna.token
        before = [anna.http.get(f"/api/games/{game}{path}").json() for path in paths]
    with a_server(settings) as server, Person(server) as anna:
        anna.http.headers["Authorization"] = f"Bearer {token}"
        again = [anna.http.get(f"/api/games/{game}{path}").json() for path in paths]
        assert again == before
        assert brings(anna, record)["id"] == game
    assert before[1]["rounds"] == record["rounds"]
    assert before[3]["table"]["ended"] == record["ended"]


def test_an_import_of_an_older_version_is_read_from_its_log(server: Server, anna: Person) -> None:
    """Older versions stored every event, and the record among the terms."""
    record = {**golden("match_won_by_two_seals"), "players": ["older", "version"]}
    game = brings(anna, record)["id"]
    before = anna.http.get(f"/api/games/{game}/positions?seat=open").json()
    copy = store_as_before(server, game)
    after = anna.http.get(f"/api/games/{copy}/positions?seat=open").text
    assert json.loads(after.replace(copy, game)) == before


def store_as_before(server: Server, game: str) -> str:
    """A copy of an import with its log in the database and its record among the terms."""
    path, copy = server.services.store.url.database, "an-older-import"
    live = server.services.live_games.get_cached(game)
    assert path is not None
    assert live is not None
    assert live.imported_log is not None
    with sqlite3.connect(path, timeout=10) as connection:
        connection.row_factory = sqlite3.Row
        found = connection.execute("SELECT * FROM games WHERE id = ?", [game])
        row = {**dict(found.fetchone()), "id": copy, "key": None}
        row["terms"] = json.dumps(live.game.terms.to_data())
        rows = [
            {
                "game": copy,
                "seq": entry.seq,
                "kind": entry.kind.value,
                "at": entry.at,
                "data": json.dumps(entry.data),
            }
            for entry in live.imported_log
        ]
        for table, each in [("games", row), *(("events", event) for event in rows)]:
            names = ", ".join(f'"{name}"' for name in each)
            values = ", ".join(f":{name}" for name in each)
            connection.execute(f"INSERT INTO {table} ({names}) VALUES ({values})", each)
    connection.close()
    return copy


def test_a_user_keeps_the_imports_that_were_looked_at_last(tmp_path: Path) -> None:
    settings = roomy(tmp_path / "g.db", imports_per_user=3)
    with a_server(settings) as server, Person(server) as anna, Person(server) as bela:
        record = golden("match_resigned")
        others = brings(bela, record)["id"]
        games = [
            brings(anna, {**record, "players": [f"n{number}", "x"]})["id"] for number in range(5)
        ]
        codes = [anna.http.get(f"/api/games/{game}").status_code for game in games]
        assert sorted(codes) == [200, 200, 200, 404, 404]
        assert codes[-1] == 200
        assert anna.http.get(f"/api/games/{others}").status_code == 200


@pytest.mark.parametrize("per", ["user", "address"])
def test_imports_have_a_limit_of_their_own(tmp_path: Path, per: str) -> None:
    limits = {**NO_LIMITS, "records": RateLimit(burst=2, rate=0.001)}
    factor = 10 if per == "user" else 1
    settings = roomy(tmp_path / "g.db", limits=limits, address_factor=factor)
    with a_server(settings) as server, Person(server) as anna, Person(server) as bela:
        brings(anna, golden("match_resigned"))
        brings(anna, golden("match_resigned"))
        answer = (anna if per == "user" else bela).http.post(
            "/api/records", json=golden("match_resigned")
        )
        assert answer.status_code == 429
        assert (answer.json()["limit"], answer.json()["per"]) == ("records", per)
        assert anna.http.post("/api/games", json={"against": "friend"}).status_code == 201


def test_a_stream_of_an_import_goes_on_after_any_event(anna: Person) -> None:
    address = f"/api/games/{brings(anna, golden('match_won_by_two_seals'))['id']}/events?wait=0"
    ids = ids_of(anna.http.get(f"{address}&after=0").text)
    assert len(ids) > 50
    for number in (0, 10, -2):
        rest = anna.http.get(address, headers={"Last-Event-ID": ids[number]}).text
        assert ids_of(rest) == ids[number:][1:]


def ids_of(body: str) -> list[str]:
    return re.findall(r"^id: (.*)$", body, re.MULTILINE)
