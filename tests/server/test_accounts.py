"""Accounts: how guests get one, names, passwords, and what changes need a proof of identity."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from jaipur.server import schema
from jaipur.server.admin.acts import RenameUser
from tests.server.account_people import (
    PASSWORD,
    Browser,
    an_account_server,
    code_of,
)
from tests.server.finished_games import run
from tests.server.games import Person, Server
from tests.server.test_sessions import Time


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Time]]:
    with an_account_server(tmp_path_factory.mktemp("accounts") / "g.db") as made:
        yield made


@pytest.fixture
def open_server(site: tuple[Server, Time]) -> Server:
    return site[0]


@pytest.fixture
def time(site: tuple[Server, Time]) -> Time:
    return site[1]


def test_a_new_server_has_no_accounts(tmp_path: Path) -> None:
    """None with a name and a password that everybody knows."""
    with an_account_server(tmp_path / "g.db") as (server, _):
        store = server.services.store
        for table in (schema.users, schema.account_names, schema.passwords, schema.passkeys):
            assert run(server, store.rows(select(table))) == []


def test_a_guest_who_becomes_an_account_loses_nothing(open_server: Server) -> None:
    with Browser(open_server) as anna, Browser(open_server) as elsewhere:
        game = anna.posts("/games", against="level", level="kite").json()["id"]
        anna.posts(f"/games/{game}/seat", nonce="11" * 16)
        guest = anna.me
        made = anna.registers("Keeper")
        assert made["me"] == {"id": guest["id"], "name": "Keeper", "account": True, "token": None}
        assert anna.me["id"] == guest["id"]
        assert len(set(made["codes"])) == 8
        assert [each["id"] for each in anna.http.get("/api/lobby").json()["mine"]] == [game]
        assert elsewhere.logs_in("Keeper").status_code == 201
        assert elsewhere.me["id"] == guest["id"]
        assert [each["id"] for each in elsewhere.http.get("/api/lobby").json()["mine"]] == [game]


def test_a_visitor_can_make_an_account_at_once(open_server: Server) -> None:
    with Browser(open_server) as visitor:
        visitor.registers("At once")
        assert visitor.me["account"] is True
        assert len(visitor.http.get("/api/sessions").json()["sessions"]) == 1
        assert code_of(visitor.posts("/account", name="Again", password=PASSWORD)) == (
            409,
            "already_an_account",
        )


def test_an_account_needs_a_way_back(open_server: Server) -> None:
    with Browser(open_server) as visitor:
        assert code_of(visitor.posts("/account", name="Nobody")) == (400, "bad_request")


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("short 7", "short"),
        ("x7" * 65, "long"),
        ("Passw0rd!", "common"),
        ("qwertyuiop", "common"),
        ("12.03.1984", "common"),
        ("dragon2024", "common"),
        ("xx-Mallory-xx", "name"),
        ("half \ud800 a pair", "characters"),
    ],
)
def test_a_weak_password_is_refused_with_its_reason(
    open_server: Server, password: str, reason: str
) -> None:
    with Browser(open_server) as visitor:
        body = b'{"name": "Mallory", "password": "%s"}' % password.encode(
            "ascii", "backslashreplace"
        )
        answer = visitor.http.post(
            "/api/account", content=body, headers={"Content-Type": "application/json"}
        )
        if reason == "characters":
            assert answer.status_code in (400, 422)
            return
        assert code_of(answer) == (422, "weak_password")
        assert answer.json()["reason"] == reason


def test_a_long_password_counts_to_its_last_character(open_server: Server) -> None:
    with Browser(open_server) as anna, Browser(open_server) as other:
        long = "a tame camel and " * 7 + "one more"
        anna.registers("Long words", long)
        assert code_of(other.logs_in("Long words", long[:-1])) == (403, "wrong_login")
        assert code_of(other.logs_in("Long words", long.upper())) == (403, "wrong_login")
        assert other.logs_in("Long words", long).status_code == 201


def test_a_name_that_could_be_taken_for_an_accounts_is_refused(open_server: Server) -> None:
    with Browser(open_server) as anna, Browser(open_server) as other, Person(open_server) as bot:
        anna.registers("Pavlova")
        for name in ("pavlova", "PAVLOVA", "Pav1ova", "Рavlova".replace("Р", "P"), "P a v l o v a"):
            assert code_of(other.posts("/account", name=name, password=PASSWORD)) == (
                409,
                "name_taken",
            )
            assert code_of(other.posts("/me", name=name)) == (409, "name_taken")
            assert code_of(bot.http.patch("/api/me", json={"name": name})) == (409, "name_taken")
        assert anna.http.patch("/api/me", json={"name": "PAVLOVA"}).json()["name"] == "PAVLOVA"


def test_a_name_changes_once_a_month_and_the_old_one_stays_reserved(
    open_server: Server, time: Time
) -> None:
    with Browser(open_server) as anna, Browser(open_server) as other:
        anna.registers("Old name")
        assert anna.http.patch("/api/me", json={"name": "New name"}).status_code == 200
        answer = anna.http.patch("/api/me", json={"name": "Newer name"})
        assert code_of(answer) == (409, "renamed_lately")
        assert (
            anna.http.get("/api/account").json()["rename_from"] == answer.json()["changeable_from"]
        )
        assert code_of(other.posts("/me", name="old name")) == (409, "name_taken")
        time.pass_days(30)
        assert anna.http.patch("/api/me", json={"name": "Old name"}).status_code == 200  # her own
        time.pass_days(30)
        assert anna.http.patch("/api/me", json={"name": "Third"}).status_code == 200
        time.pass_days(366)
        assert other.posts("/me", name="old name").status_code == 201


def test_an_admin_renames_an_account_for_good(open_server: Server, time: Time) -> None:
    runner = open_server.services.act_runner
    with Browser(open_server) as anna, Browser(open_server) as elsewhere:
        user = anna.registers("Offensive")["me"]["id"]
        act = RenameUser(user=user, name="Harmless")
        running = asyncio.run_coroutine_threadsafe(runner._do(act), open_server.services.loop)
        running.result(60)
        assert anna.me["name"] == "Harmless"
        assert elsewhere.logs_in("Harmless").status_code == 201
        time.pass_days(31)
        answer = anna.http.patch("/api/me", json={"name": "Offensive"})
        assert code_of(answer) == (409, "name_taken")


def test_guests_may_share_names_where_there_are_no_accounts(server: Server) -> None:
    with Browser(server) as guest:
        for answer in (
            guest.posts("/account", name="Anna", password=PASSWORD),
            guest.logs_in("Anna"),
            guest.posts("/account/challenge", purpose="login"),
        ):
            assert code_of(answer) == (404, "no_accounts")
        assert guest.posts("/me", name="Anna").status_code == 201
        assert code_of(guest.http.get("/api/account")) == (404, "no_accounts")


def test_a_closed_server_takes_no_new_accounts_and_lets_old_ones_in(tmp_path: Path) -> None:
    with an_account_server(tmp_path / "g.db") as (server, _), Browser(server) as anna:
        anna.registers("Early")
    with (
        an_account_server(tmp_path / "g.db", registration="closed") as (server, _),
        Browser(server) as late,
    ):
        refused = late.posts("/account", name="Late", password=PASSWORD)
        assert code_of(refused) == (403, "registration_closed")
        assert late.logs_in("Early").status_code == 201


def test_an_unknown_name_costs_as_much_and_is_answered_as_a_wrong_password(
    open_server: Server,
) -> None:
    passwords = open_server.services.accounts.passwords
    with Browser(open_server) as anna, Browser(open_server) as other:
        anna.registers("Existing")
        answers, work = [], []
        for name in ("Existing", "Missing"):
            before = passwords.checked
            answers.append(other.logs_in(name, "not the password"))
            work.append(passwords.checked - before)
        assert work == [1, 1]
        assert answers[0].content == answers[1].content
        assert answers[0].status_code == answers[1].status_code == 403
        assert answers[0].headers.keys() == answers[1].headers.keys()


def test_logging_in_begins_a_new_session_and_ends_the_old_one(open_server: Server) -> None:
    with Browser(open_server) as anna, Browser(open_server) as thief:
        anna.posts("/me")
        thief.http.cookies.set("jaipur", anna.http.cookies["jaipur"])
        anna.registers("Rotating")
        assert thief.me["id"] is None
        thief.http.cookies.set("jaipur", anna.http.cookies["jaipur"])
        assert anna.logs_in("Rotating").status_code == 201
        assert thief.me["id"] is None


def test_changing_the_ways_in_needs_a_proof_of_the_last_ten_minutes(
    open_server: Server, time: Time
) -> None:
    with Browser(open_server) as anna:
        anna.registers("Careful")
        time.now += 600_000
        changes = [
            ("POST", "/account/password", {"password": "another tame camel"}),
            ("POST", "/account/codes", None),
            ("POST", "/account/challenge", {"purpose": "add"}),
            ("DELETE", "/account/passkeys/x", None),
            ("POST", "/me/links", {"kind": "device"}),
            ("POST", "/me", {"token": True}),
            ("DELETE", "/me", None),
        ]
        local = {"Host": open_server.url.replace("http://127.0.0.1", "localhost")}
        origin = {"Origin": "http://" + local["Host"]}
        for method, path, body in changes:
            answer = anna.http.request(
                method, "/api" + path, json=body, headers={**local, **origin}
            )
            assert code_of(answer) == (403, "verify_first"), path
        assert code_of(anna.posts("/account/verify", password="wrong one")) == (403, "wrong_login")
        assert anna.posts("/account/verify", password=PASSWORD).status_code == 204
        assert anna.posts("/account/codes").status_code == 201
        assert anna.http.get("/api/account").json()["verified"] is True


def test_a_new_password_ends_the_other_sessions_if_wanted(open_server: Server) -> None:
    with Browser(open_server) as anna, Browser(open_server) as phone:
        anna.registers("Changing")
        phone.logs_in("Changing")
        anna.posts("/account/password", password="a second tame camel", end_others=False)
        assert phone.me["name"] == "Changing"
        assert anna.posts("/account/password", password="a third tame camel").status_code == 204
        assert phone.me["id"] is None
        assert anna.me["name"] == "Changing"
        assert code_of(phone.logs_in("Changing")) == (403, "wrong_login")
        assert phone.logs_in("Changing", "a third tame camel").status_code == 201


def test_a_guest_with_games_is_asked_before_logging_in_leaves_them(open_server: Server) -> None:
    with Browser(open_server) as anna, Browser(open_server) as guest:
        anna.registers("Returning")
        game = guest.posts("/games", against="level", level="kite").json()["id"]
        guest.posts(f"/games/{game}/seat", nonce="11" * 16)
        answer = guest.logs_in("Returning")
        assert code_of(answer) == (409, "guest_has_games")
        assert (answer.json()["running"], answer.json()["finished"]) == ([game], 0)
        link = guest.posts("/me/links", kind="recovery").json()["token"]
        assert guest.logs_in("Returning", leave_guest=True).status_code == 201
        assert guest.me["name"] == "Returning"
        with Browser(open_server) as back:  # the guest's own link leads back to the games
            back.posts("/session", link=link)
            assert [each["id"] for each in back.http.get("/api/lobby").json()["mine"]] == [game]


def test_a_recovery_code_lets_in_once_however_it_is_typed(open_server: Server) -> None:
    with Browser(open_server) as anna, Browser(open_server) as other:
        codes = anna.registers("Forgetful")["codes"]
        typed = codes[0].lower().replace("-", " ").replace("0", "o")
        assert other.posts("/account/login/code", code=typed).status_code == 201
        assert other.me["name"] == "Forgetful"
        assert other.posts("/account/password", password="found it again").status_code == 204
        again = other.posts("/account/login/code", code=codes[0])
        assert code_of(again) == (403, "wrong_login")
        assert other.http.get("/api/account").json()["codes_left"] == 7
        new = other.posts("/account/codes").json()["codes"]
        assert code_of(other.posts("/account/login/code", code=codes[1])) == (403, "wrong_login")
        assert other.posts("/account/verify", code=new[0]).status_code == 204


def test_no_secret_is_stored_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "g.db"
    with an_account_server(path) as (server, _), Browser(server) as anna:
        codes = anna.registers("Secretive")["codes"]
        cookies = list(anna.http.cookies.jar)
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for secret in (PASSWORD, *codes, *(str(cookie.value) for cookie in cookies)):
        assert secret.encode() not in stored
    assert b"$argon2id$v=19$m=8,t=1,p=1$" in stored


def test_a_hash_is_renewed_when_the_parameters_have_changed(tmp_path: Path) -> None:
    path = tmp_path / "g.db"
    with an_account_server(path) as (server, _), Browser(server) as anna:
        anna.registers("Long ago")
    with an_account_server(path, password_passes=2) as (server, _), Browser(server) as anna:
        assert anna.logs_in("Long ago").status_code == 201
        assert anna.logs_in("Long ago").status_code == 201
    assert b"$argon2id$v=19$m=8,t=2,p=1$" in b"".join(f.read_bytes() for f in tmp_path.iterdir())


def test_a_program_that_logs_in_gets_a_token_that_is_marked(open_server: Server) -> None:
    with Browser(open_server) as anna, Browser(open_server) as bot:
        anna.registers("Owner")
        token = bot.logs_in("Owner", token=True).json()["token"]
        assert not bot.http.cookies
        bot.http.headers["Authorization"] = f"Bearer {token}"
        mine = next(s for s in bot.http.get("/api/sessions").json()["sessions"] if s["current"])
        assert mine["kind"] == "program"
