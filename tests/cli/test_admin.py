"""`jaipur admin`: acts that a running server does, and those that the command does itself."""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import zstandard

from jaipur import check_shuffle, read_records
from jaipur.cli import admin_act
from jaipur.server.entropy import Entropy
from jaipur.server.offline import exclusive_lock
from tests.server.games import Person, a_server, roomy, seated

Run = Callable[..., Any]


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


def asks(run: Run, database: str, *args: str) -> Any:
    return run("admin", *args, "--database", database, COLUMNS="300")


def test_a_suspended_user_can_look_on_and_do_nothing(run: Run, database: str) -> None:
    with (
        a_server(roomy(database)) as server,
        exclusive_lock(database),
        Person(server, "Anna") as anna,
    ):
        result = asks(run, database, "users", "suspend", anna.id, "--cause", "rude", "--days", "2")
        assert result.exit_code == 0
        assert "Anna is suspended until" in result.stdout
        refused = anna.http.post("/api/games", json={"against": "level", "level": "kite"})
        assert (refused.status_code, refused.json()["code"]) == (403, "suspended")
        assert anna.http.get("/api/me").json()["name"] == "Anna"
        assert anna.http.get("/api/lobby").status_code == 200
        found = asks(run, database, "users", "find", "ann").stdout.splitlines()
        assert anna.id in found[1]
        assert "guest" in found[1]
        asks(run, database, "users", "suspend", anna.id, "--cause", "over", "--days", "0")
        anna.opens()
        asks(run, database, "users", "suspend", anna.id, "--cause", "again")
        assert anna.http.delete("/api/me").status_code == 204


def test_a_user_is_renamed_in_a_running_server(run: Run, database: str) -> None:
    with (
        a_server(roomy(database)) as server,
        exclusive_lock(database),
        Person(server, "Rude") as anna,
    ):
        assert asks(run, database, "users", "rename", anna.id, "Anna").exit_code == 0
        assert anna.http.get("/api/me").json()["name"] == "Anna"
        bad = asks(run, database, "users", "rename", anna.id, "x" * 99)
        assert bad.exit_code == 2
        assert "A name has 1 to 24 visible characters" in bad.stderr


def test_ids_may_begin_with_a_hyphen(run: Run, database: str) -> None:
    ids = (f"-i{number}" for number in count())
    with (
        a_server(roomy(database), entropy=Entropy(token=lambda: next(ids))) as server,
        exclusive_lock(database),
        Person(server, "Rude") as anna,
    ):
        game = anna.plays_against()
        assert asks(run, database, "users", "find", anna.id).stdout.count(anna.id) == 1
        assert asks(run, database, "users", "rename", anna.id, "Anna").exit_code == 0
        assert anna.http.get("/api/me").json()["name"] == "Anna"
        assert asks(run, database, "games", "abort", game, "--cause", "test").exit_code == 0


def test_a_new_id_does_not_begin_with_a_hyphen(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-iAWdUpX0GLoEvGOxuHLdQ", "--AWdUpX0GLoEvGOxuHLdQ", "iAWdUpX0GLoEvGOxuHLdQ-"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda _: next(drawn))
    assert Entropy().token() == "iAWdUpX0GLoEvGOxuHLdQ-"


def test_a_game_is_aborted_with_a_cause_and_nobody_wins(run: Run, database: str) -> None:
    with a_server(roomy(database)) as server, exclusive_lock(database), seated(server) as found:
        anna, _, game = found
        assert asks(run, database, "games", "abort", game, "--cause", "test").exit_code == 0
        table = anna.http.get(f"/api/games/{game}").json()["table"]
        assert (table["status"], table["ended"], table["winner"]) == ("over", "cancelled", None)
        again = asks(run, database, "games", "abort", game, "--cause", "test")
        assert again.exit_code == 2
        assert "The match is over." in again.stderr
        shown = asks(run, database, "games", "show", game).stdout
        assert '"cause":"test"' in shown
        assert "secret" not in shown


def test_without_a_server_the_command_does_it_itself(run: Run, database: str) -> None:
    with a_server(roomy(database)) as server, Person(server, "Anna") as anna:
        anna.plays_against()
    deleted = asks(run, database, "users", "delete", anna.id, "--cause", "asked")
    assert deleted.stdout == "Anna is deleted\n"
    assert len(asks(run, database, "users", "find", anna.id).stdout.splitlines()) == 1
    log = asks(run, database, "log").stdout
    assert "DeleteUser" in log
    assert log.splitlines()[1].split()[-1] == "done"


def test_an_opponent_is_reported_once_and_the_report_closed(run: Run, database: str) -> None:
    with a_server(roomy(database)) as server, exclusive_lock(database), seated(server) as found:
        anna, bela, game = found
        for _ in range(2):
            answer = anna.http.post(f"/api/games/{game}/report", json={"kind": "name"})
            assert answer.status_code == 204
        with Person(server) as stranger:
            refused = stranger.http.post(f"/api/games/{game}/report", json={"kind": "name"})
            assert refused.status_code in (403, 404)
        _, line = asks(run, database, "reports", "list").stdout.splitlines()
        assert bela.id in line
        report = line.split()[0]
        assert asks(run, database, "reports", "close", report, "--cause", "ok").exit_code == 0
        assert len(asks(run, database, "reports", "list").stdout.splitlines()) == 1
        assert report in asks(run, database, "reports", "list", "--all").stdout


def test_all_matches_are_exported_with_proofs_and_without_names(
    run: Run, database: str, tmp_path: Path
) -> None:
    with a_server(roomy(database)) as server, Person(server, "Anna") as anna:
        game = anna.plays_against()
        anna.does(game, "resign")
    file = tmp_path / "records.jsonl.zst"
    result = asks(run, database, "export", str(file))
    assert result.stdout == f"{file}: 1 match\n"
    with file.open("rb") as packed:
        text = io.TextIOWrapper(zstandard.ZstdDecompressor().stream_reader(packed)).read()
    assert "Anna" not in text
    (record,) = read_records(file)
    check_shuffle(record["proof"], record)  # it raises if the cards were not dealt so


def test_what_is_not_there_is_said_in_one_line(run: Run, database: str) -> None:
    missing = asks(run, database, "users", "delete", "nobody", "--cause", "x")
    assert missing.exit_code == 2
    assert missing.stderr.startswith("database: There is no database")
    with a_server(roomy(database)):
        pass
    unknown = asks(run, database, "users", "delete", "nobody", "--cause", "x")
    assert unknown.stderr == ("admin: There is no user with the id or the account name 'nobody'.\n")
    assert "There is no game 'x'" in asks(run, database, "games", "show", "x").stderr


def test_an_invitation_code_is_made_and_only_its_note_is_logged(run: Run, database: str) -> None:
    with a_server(roomy(database, registration="invitation")) as server:
        code = asks(run, database, "invite", "--note", "for Anna").stdout.strip()
        log = asks(run, database, "log").stdout
        assert "for Anna" in log
        assert code not in log
        with Person(server, "Anna") as anna:
            account = {"name": "Anna", "password": "seven small camels"}
            refused = anna.http.post("/api/account", json=account)
            assert refused.json()["code"] == "wrong_invitation_code"
            made = anna.http.post("/api/account", json={**account, "invitation": code})
            assert made.status_code == 201, made.text


def test_ratings_are_recomputed_by_a_logged_act(run: Run, database: str) -> None:
    with a_server(roomy(database)), exclusive_lock(database):
        result = asks(run, database, "ratings", "recompute")
        assert result.exit_code == 0, result.stderr
        assert "RecomputeRatings" in asks(run, database, "log").stdout


def test_ids_are_whole_on_a_narrow_terminal(run: Run, database: str) -> None:
    with (
        a_server(roomy(database, registration="open")) as server,
        seated(server) as (anna, bela, game),
    ):
        assert bela.tries(game, "report", kind="name").status_code < 300
        users = run("admin", "users", "find", "Anna", "--database", database, COLUMNS="80").stdout
        reports = run("admin", "reports", "list", "--database", database, COLUMNS="80").stdout
        assert anna.id in users
    assert "…" not in users + reports
    report = reports.splitlines()[1].split()[0]
    closed = asks(run, database, "reports", "close", report, "--cause", "seen")
    assert closed.stdout == f"the report {report} is closed\n"
    again = asks(run, database, "reports", "close", report, "--cause", "seen")
    assert again.stderr == f"admin: The report '{report}' is closed already.\n"


def test_mistakes_are_told_by_what_was_typed(run: Run, database: str) -> None:
    with a_server(roomy(database, registration="open")) as server, Person(server, "Anna"):
        pass
    said = asks(run, database, "users", "find", "nobody").stdout
    assert said == "No user has 'nobody' in the name, or as the id.\n"
    assert asks(run, database, "reports", "list").stdout == "There are no open reports.\n"
    closed = asks(run, database, "reports", "close", "17", "--cause", "x")
    assert closed.stderr == "admin: There is no report '17'.\n"
    aborted = asks(run, database, "games", "abort", "17", "--cause", "x")
    assert aborted.stderr == "admin: There is no game '17'.\n"


def test_a_terminal_is_asked_before_a_user_is_deleted(
    run: Run, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with a_server(roomy(database)) as server, Person(server, "Anna") as anna:
        id = anna.id
    monkeypatch.setattr(admin_act, "is_terminal", lambda: True)
    refused = asks(run, database, "users", "delete", id, "--cause", "asked for it")
    assert refused.exit_code == 1
    assert "Delete Anna" in refused.stdout + refused.stderr
    assert id in asks(run, database, "users", "find", "Anna").stdout
    deleted = asks(run, database, "users", "delete", id, "--cause", "asked for it", "--yes")
    assert deleted.stdout == "Anna is deleted\n"
