"""Invitation codes, and what is exported and deleted of an account."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, select

from jaipur.server import schema
from jaipur.server.accounts.invitation_codes import list_codes, make_code, revoke_codes
from jaipur.server.database import database_url
from tests.server.account_people import PASSWORD, Browser, an_account_server, code_of
from tests.server.games import Server
from tests.server.test_retention import clean_up

DAY_MS = 24 * 3_600_000


def in_database(server: Server, work: Callable[[Connection], Any]) -> Any:
    services = server.services
    return asyncio.run_coroutine_threadsafe(services.store.write(work), services.loop).result(60)


def test_an_invitation_code_makes_so_many_accounts_until_its_day(tmp_path: Path) -> None:
    with an_account_server(tmp_path / "g.db", registration="invitation") as (server, time):
        now = time.now
        code = in_database(server, lambda c: make_code(c, now, uses=2, days=7, note="club"))
        late = in_database(server, lambda c: make_code(c, now, uses=2, days=1, note="late"))
        time.pass_days(1)
        expected = [
            ({}, 403),
            ({"invitation": "wrong"}, 403),
            ({"invitation": late}, 403),
            ({"invitation": code}, 201),
            ({"invitation": code.lower().replace("-", "")}, 201),
            ({"invitation": code}, 403),
        ]
        for number, (given, status) in enumerate(expected):
            with Browser(server) as visitor:
                answer = visitor.posts(
                    "/account", name=f"Person {number}", password=PASSWORD, **given
                )
                assert answer.status_code == status, (number, answer.text)
                if status == 403:
                    assert code_of(answer)[1] == "wrong_invitation_code"
        with Browser(server) as back:
            assert back.logs_in("Person 3").status_code == 201


def test_a_refused_account_does_not_use_the_code_up(tmp_path: Path) -> None:
    with an_account_server(tmp_path / "g.db", registration="invitation") as (server, time):
        code = in_database(server, lambda c: make_code(c, time.now, uses=2))
        with Browser(server) as anna, Browser(server) as other:
            anna.registers("Anna", invitation=code)
            assert (
                other.posts("/account", name="Anna", password=PASSWORD, invitation=code).json()[
                    "code"
                ]
                == "name_taken"
            )
            other.registers("Bela", invitation=code)


def test_codes_are_listed_without_their_text_and_revoked_by_their_note(tmp_path: Path) -> None:
    with an_account_server(tmp_path / "g.db") as (server, time):
        code = in_database(server, lambda c: make_code(c, time.now, uses=3, days=2, note="club"))
        found = in_database(server, lambda c: list_codes(c, time.now))
        assert [(each.note, each.uses_left, each.expires_at - time.now) for each in found] == [
            ("club", 3, 2 * DAY_MS)
        ]
        assert code not in repr(found)
        assert in_database(server, lambda c: revoke_codes(c, "club")) == 1
        assert in_database(server, lambda c: list_codes(c, time.now)) == []
        with pytest.raises(ValueError, match="at least 1, got 0 and 14"):
            in_database(server, lambda c: make_code(c, time.now, uses=0))


def test_the_export_has_everything_that_is_kept_and_no_secret(tmp_path: Path) -> None:
    with an_account_server(tmp_path / "g.db") as (server, _), Browser(server) as anna:
        game = anna.posts("/games", against="level", level="kite").json()["id"]
        anna.posts(f"/games/{game}/seat", nonce="11" * 16)
        anna.registers("Anna")
        anna.posts("/me/links", kind="recovery")
        answer = anna.http.get("/api/me/export")
        files = zipfile.ZipFile(io.BytesIO(answer.content))
        account = json.loads(files.read("account.json"))
        assert account["user"]["name"] == "Anna"
        assert [each["agent"] for each in account["sessions"]][-1] == "Firefox, Linux"
        assert len(account["recovery_codes"]) == 8
        assert [each["kind"] for each in account["links"]] == ["recovery"]
        games = json.loads(files.read("games.json"))["games"]
        assert [(each["id"], each["status"], each["seats"]) for each in games] == [
            (game, "playing", [0])
        ]
        text = b"".join(files.read(name) for name in files.namelist())
        for secret in stored_secrets(tmp_path / "g.db"):
            assert secret.encode() not in text


def stored_secrets(path: Path) -> list[str]:
    """The hashes of everything, and the secrets of the shuffles."""
    columns = (
        *(schema.sessions.c.hash, schema.links.c.hash, schema.passwords.c.hash),
        *(schema.recovery_codes.c.hash, schema.known_browsers.c.hash, schema.games.c.secret),
    )
    engine = create_engine(database_url(str(path)))
    with engine.connect() as connection:
        found = [text for each in columns for text in connection.execute(select(each)).scalars()]
    engine.dispose()
    assert len(found) >= 10
    return found


def test_a_deleted_account_leaves_its_games_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "g.db"
    with an_account_server(path) as (server, time), Browser(server) as anna:
        game = anna.posts("/games", against="level", level="kite").json()["id"]
        anna.posts(f"/games/{game}/seat", nonce="11" * 16)
        user = anna.registers("Deleted person")["me"]["id"]
        assert anna.http.delete("/api/me").status_code == 204
        engine = create_engine(database_url(str(path)))
        kept = {"games", "events", "participants", "deletions", "match_facts"}
        with engine.connect() as connection:
            for table in schema.metadata.sorted_tables:
                if "user_id" in table.c and table.name not in kept:
                    rows = connection.execute(select(table).where(table.c.user_id == user)).all()
                    assert rows == [], table.name
            names = connection.execute(select(schema.account_names)).mappings().all()
        engine.dispose()
        assert [(row["user_id"], row["key"][:8]) for row in names] == [(None, "deleted:")]
        with Browser(server) as other:
            refused = other.posts("/account", name="deleted person", password=PASSWORD)
            assert code_of(refused) == (409, "name_taken")
            assert code_of(other.logs_in("Deleted person")) == (403, "wrong_login")
            time.pass_days(366)
            clean_up(server)
            other.registers("Deleted person")
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert user.encode() in stored  # in the log of the game that stays


def test_what_has_expired_is_removed(tmp_path: Path) -> None:
    with an_account_server(tmp_path / "g.db") as (server, time), Browser(server) as anna:
        anna.registers("Anna")
        in_database(server, lambda c: make_code(c, time.now))
        anna.http.headers["Host"] = server.url.replace("http://127.0.0.1", "localhost")
        anna.http.headers["Origin"] = "http://" + anna.http.headers["Host"]
        assert anna.posts("/account/challenge", purpose="login").status_code == 201
        counted = (schema.challenges, schema.known_browsers, schema.invitation_codes)

        def count(connection: Connection) -> list[int]:
            return [len(connection.execute(select(table)).all()) for table in counted]

        assert in_database(server, count) == [1, 1, 1]
        time.pass_days(401)
        clean_up(server)
        assert in_database(server, count) == [0, 0, 0]
        assert in_database(server, lambda c: len(c.execute(select(schema.users)).all())) == 1
