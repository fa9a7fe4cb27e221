"""The security log tells what happened, and holds nothing that could be used."""

from __future__ import annotations

import logging
import re
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from jaipur.server.clock import Clock
from jaipur.server.security_log import (
    SecurityEvent,
    SecurityLog,
    close_file,
    log_to_file,
    network_of_log,
)
from jaipur.server.settings import RateLimit
from tests.server.account_people import PASSWORD, Browser, account_settings
from tests.server.authenticator import Authenticator, encoded
from tests.server.games import NO_LIMITS, Person, Server, a_server
from tests.server.test_sessions import KEY, Time, accept

HTTPS = "https://jaipur.example"
NAME = "Carlotta-Zanzibar"
NONCES = ("ab" * 16, "cd" * 16)


class Lines(logging.Handler):
    """Keeps the lines of the security log."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())

    def of(self, event: str) -> list[str]:
        return [line for line in self.lines if line.startswith(f"event={event} ")]


@pytest.fixture
def log() -> Iterator[Lines]:
    handler = Lines()
    logging.getLogger("jaipur.security").addHandler(handler)
    yield handler
    logging.getLogger("jaipur.security").removeHandler(handler)


def uses_an_account(server: Server) -> list[str]:
    """Every event of an account; the secrets in it."""
    with Browser(server) as dora:
        dora.http.headers["Origin"] = HTTPS
        dora.http.headers["Authorization"] = f"Bearer {(token := made_token(server))}"
        codes = dora.registers("Dora of Zanzibar")["codes"]
        dora.logs_in("Dora of Zanzibar", "a-wrong-password")
        dora.posts("/account/verify", password=PASSWORD)
        codes += dora.posts("/account/codes").json()["codes"]
        dora.posts("/account/password", password="another-tame-camel")
        key = Authenticator(HTTPS)
        options = dora.posts("/account/challenge", purpose="add").json()["options"]
        dora.posts("/account/passkeys", name="Key-of-Dora", passkey=key.makes(options))
        dora.http.delete(f"/api/account/passkeys/{encoded(key.id)}")
    words = ["Zanzibar", "a-wrong-password", PASSWORD, "another-tame-camel", "Key-of-Dora"]
    return [token, *codes, *words, encoded(key.id)]


def made_token(server: Server) -> str:
    return str(httpx.post(f"{server.url}/api/me", json={"token": True}).json()["token"])


def test_the_security_log_has_every_event_and_no_secret(tmp_path: Path, log: Lines) -> None:
    hands, secrets = Time(), [NAME, KEY, *NONCES]
    limits = {**NO_LIMITS, "hints": RateLimit(burst=1, rate=0.001)}
    file = tmp_path / "security.log"
    settings = account_settings(
        tmp_path / "g.db", limits=limits, public_url=HTTPS, security_log=str(file)
    )
    with (
        a_server(settings, clock=Clock(lambda: hands.now)) as server,
        Person(server, NAME) as anna,
        Person(server, "Bela") as bela,
    ):
        secrets += [anna.token, bela.token, anna.id, bela.id]
        # Links, and signing in and out.
        link = anna.http.post("/api/me/links", json={"kind": "recovery"}).json()
        session = httpx.post(f"{server.url}/api/session", json={"link": link["token"]})
        secrets += [link["token"], *session.cookies.values()]
        cookie = {"Cookie": "; ".join(f"{k}={v}" for k, v in session.cookies.items())}
        anna.http.delete("/api/sessions/others")
        httpx.get(f"{server.url}/api/me", headers=cookie)
        httpx.post(f"{server.url}/api/session", json={"link": "a-guessed-link"})
        httpx.get(f"{server.url}/api/me", headers={"Authorization": "Bearer a-guess"})
        secrets += ["a-guessed-link", "a-guess"]
        # Other origins and hosts, too much, too often.
        evil = {**cookie, "Origin": "http://user:pass-word@evil.example/secret-path"}
        httpx.post(f"{server.url}/api/me", json={}, headers=evil)
        httpx.get(f"{server.url}/api/me", headers={"Host": "rebound.example"})
        secrets += ["pass-word", "secret-path"]
        anna.http.post("/api/me", content=b"x" * 20_000)
        secrets += uses_an_account(server)
        # A game in which a seat is given again, and one is claimed.
        opened = anna.opens("friend", first="me", time=90)
        anna.sits_down(opened["id"], nonce=NONCES[0])
        secrets += [opened["id"], opened["invitation"].rsplit("/", 1)[-1]]
        for _ in range(2):
            accepted = accept(server, opened["invitation"], KEY, nonce=NONCES[1])
            secrets += accepted.cookies.values()
        against_level = anna.plays_against()
        for _ in range(2):
            anna.tries(against_level, "hint")
        claimed = bela.opens("friend", first="other", time=90)
        bela.sits_down(claimed["id"], nonce=NONCES[0])
        anna.accepts(claimed["invitation"], nonce=NONCES[1])
        hands.now += 100_000
        assert bela.tries(claimed["id"], "claim", what="level").status_code == 200
        bela.http.delete("/api/session")
        anna.http.delete("/api/me")
    text = "\n".join(log.lines)
    for event in SecurityEvent:
        assert log.of(event), f"{event} is not in the log"
    for secret in secrets:
        assert secret not in text
    assert all(re.fullmatch(r"event=\S+( \w+=\S+)+", line) for line in log.lines)
    assert all(" address=127.0.0.0/24 " in line for line in log.lines)
    assert f" user={anna.id[:8]} " in log.of("user_deleted")[0]
    assert " limit=hints per=user" in log.of("limit")[0]
    assert " origin=evil.example" in log.of("wrong_origin")[0]
    written = file.read_text("utf-8").splitlines()
    assert [line.split(" ", 1)[1] for line in written] == log.lines
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_flood_of_one_event_is_counted_and_not_written(log: Lines) -> None:
    now = [0.0]
    security_log = SecurityLog(lambda: now[0])
    scope = {"state": {"address": "192.0.2.7"}, "path": "/api/me", "headers": []}
    for _ in range(1000):
        security_log.write(SecurityEvent.WRONG_TOKEN, scope)
    assert len(log.lines) == 20
    security_log.write(SecurityEvent.WRONG_TOKEN, {**scope, "state": {"address": "198.51.100.1"}})
    assert len(log.lines) == 21
    now[0] = 61
    security_log.write(SecurityEvent.WRONG_TOKEN, scope)
    assert log.lines[-1].endswith(" more=980")


def test_nobody_can_write_a_line_of_their_own(log: Lines) -> None:
    scope = {"state": {"address": "x\nevent=sign_in"}, "path": "/api/a b\nevent=x", "headers": []}
    SecurityLog().write(SecurityEvent.LIMIT, scope, "u\nser", limit="a b\nc=d")
    assert log.lines == [
        "event=limit address=unknown user=u?ser route=/api/a?b?event?x limit=a?b?c?d"
    ]


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ("", "unknown"),
    ],
)
def test_addresses_are_shortened_to_their_network(address: str, network: str) -> None:
    assert network_of_log(address) == network


def test_the_file_has_its_times_in_utc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Kolkata")
    time.tzset()
    handler = log_to_file(str(tmp_path / "security.log"))
    try:
        made = {"name": "jaipur.security", "msg": "event=sign_out", "created": 1_700_000_000}
        line = handler.format(logging.makeLogRecord({**made, "msecs": 7}))
        assert line == "2023-11-14T22:13:20.007Z event=sign_out"
    finally:
        close_file(handler)
        monkeypatch.undo()
        time.tzset()
