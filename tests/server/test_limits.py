"""Rate limits, body sizes and proxies."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from jaipur.server.clock import Clock
from jaipur.server.problems import Problem
from jaipur.server.rate_limits import RateLimits, network_of
from jaipur.server.routes import play
from jaipur.server.settings import RateLimit, Settings
from tests.server.games import NO_LIMITS, Person, Server, a_server, roomy, wait_for


def test_a_limit_is_told_with_a_body_that_programs_can_read(tmp_path: Path) -> None:
    limits = {**NO_LIMITS, "acts": RateLimit(burst=3, rate=0.5)}
    with a_server(roomy(tmp_path / "g.db", limits=limits)) as server, Person(server) as anna:
        answers = [anna.http.patch("/api/me", json={"name": "x"}) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        body = answers[-1].json()
        assert {**body, "retry_after": 0} == {
            "code": "too_many",
            "sentence": "Too many requests; try again a little later.",
            "limit": "acts",
            "per": "user",
            "burst": 3,
            "rate": 0.5,
            "retry_after": 0,
        }
        assert 1 < body["retry_after"] <= 2
        assert answers[-1].headers["retry-after"] == "2"
        asked = anna.http.get("/api/limits").json()
        assert asked["limits"]["acts"] == {"burst": 3, "rate": 0.5}


def test_a_bucket_fills_up_again() -> None:
    clock = [0]
    settings = Settings(limits={"acts": RateLimit(burst=2, rate=1)}, address_factor=2)
    limits = RateLimits(settings, Clock(lambda: clock[0]))
    for user in ("a", "a", "b"):
        limits.spend("acts", user=user, address="1.1.1.1")
    with pytest.raises(Problem) as caught:
        limits.spend("acts", user="a", address="1.1.1.1")
    assert caught.value.fields["per"] == "user"
    clock[0] += 1000
    limits.spend("acts", user="a", address="1.1.1.1")
    for user in ("c", "d"):
        limits.spend("acts", user=user, address="1.1.1.1")
    with pytest.raises(Problem) as caught:  # four at once for the address
        limits.spend("acts", user="e", address="1.1.1.1")
    assert caught.value.fields["per"] == "address"


def test_an_address_is_what_one_household_has() -> None:
    assert network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff") == "2001:db8::/64"
    assert network_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert network_of("unix") == "unix"


def test_streams_are_limited_and_counted_down(tmp_path: Path) -> None:
    settings = roomy(tmp_path / "g.db", streams_per_user=2)
    with a_server(settings) as server, Person(server) as anna:
        address = f"/api/games/{anna.plays_against()}/events"
        with anna.http.stream("GET", address), anna.http.stream("GET", address):
            refused = anna.http.get(address)
            assert (refused.status_code, refused.json()["limit"]) == (429, "streams")
            # Who polls keeps nothing open, and is not counted.
            assert anna.http.get(address, params={"wait": 0}).status_code == 200
        wait_for(lambda: not len(server.services.stream_limits))
        with anna.http.stream("GET", address) as answer:
            assert answer.status_code == 200


def test_a_body_that_is_too_large_is_refused(anna: Person) -> None:
    answer = anna.http.post("/api/games", content=b"x" * 20_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_a_body_that_does_not_tell_its_size_is_cut_off(anna: Person) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    answer = anna.http.post("/api/games", content=chunks())
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"against": 1}', b"{}" * 100, b"[" * 5000],
)
def test_a_body_that_is_no_request_is_refused(anna: Person, content: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    answer = anna.http.post("/api/games", content=content, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_a_proxy_that_is_not_trusted_is_not_believed(server: Server) -> None:
    answer = httpx.get(f"{server.url}/metrics", headers={"X-Forwarded-For": "9.9.9.9"})
    assert answer.status_code == 200  # still taken for this machine


def test_a_trusted_proxy_names_the_client(tmp_path: Path) -> None:
    settings = roomy(tmp_path / "g.db", trusted_proxies=("127.0.0.1", "10.0.0.0/8"))
    with a_server(settings) as server:
        for chain, status in (
            ("203.0.113.9", 404),
            ("127.0.0.1, 203.0.113.9", 404),  # what a client says of itself counts for nothing
            ("203.0.113.9, 10.1.2.3", 404),
            ("127.0.0.1", 200),
            ("127.0.0.1:4711", 200),
            ("[::1]:4711", 200),
            ("[::1]", 200),
            ("203.0.113.9:4711", 404),
            ("127.0.0.1:4711, 203.0.113.9:4711, 10.1.2.3:4711", 404),
            ("[2001:db8::1]:4711", 404),
        ):
            answer = httpx.get(f"{server.url}/metrics", headers={"X-Forwarded-For": chain})
            assert answer.status_code == status, chain
        secure = httpx.post(f"{server.url}/api/me", json={}, headers={"X-Forwarded-Proto": "https"})
        assert "Secure" in secure.headers["set-cookie"]
        assert "strict-transport-security" in secure.headers


@pytest.mark.parametrize(
    "client", ["203.0.113.9:{}", "[2001:db8::1]:{}", "[2001:db8::{}]:443", "2001:db8::{}"]
)
def test_a_port_does_not_make_another_address(tmp_path: Path, client: str) -> None:
    limits = {**NO_LIMITS, "reads": RateLimit(burst=3, rate=0.001)}
    settings = roomy(tmp_path / "g.db", limits=limits, address_factor=1)
    with a_server(replace(settings, trusted_proxies=("127.0.0.1",))) as server:
        answers = [
            httpx.get(f"{server.url}/api/me", headers={"X-Forwarded-For": client.format(port)})
            for port in range(1001, 1005)
        ]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]


def test_wrong_tokens_are_limited(tmp_path: Path) -> None:
    limits = {**NO_LIMITS, "reads": RateLimit(burst=3, rate=0.001)}
    with a_server(roomy(tmp_path / "g.db", limits=limits, address_factor=1)) as server:
        answers = [
            httpx.get(f"{server.url}/api/me", headers={"Authorization": f"Bearer wrong{number}"})
            for number in range(5)
        ]
        assert [answer.status_code for answer in answers] == [401, 401, 401, 429, 429]
        assert answers[-1].json()["per"] == "address"


def test_a_fault_shows_no_trace(
    anna: Person, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> None:
        raise RuntimeError("a secret")

    game = anna.plays_against()
    monkeypatch.setattr(play, "table_view", breaks)
    with caplog.at_level(logging.ERROR, "jaipur.server"):
        answer = anna.http.get(f"/api/games/{game}/view")
    assert answer.status_code == 500
    request = answer.json()["request"]
    assert answer.json() == {
        "code": "broken",
        "sentence": "Something went wrong here; nothing was changed.",
        "request": request,
    }
    (line,) = [r.getMessage() for r in caplog.records if r.name == "jaipur.server"]
    assert line == "method=GET route=/api/games failed"
    assert game not in line


def test_tokens_stand_in_no_log_and_in_no_table(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG), Person(server, "Loga") as anna:
        game = anna.plays_against()
        anna.tries(game, "moves", move="x", seq=0)
        anna.http.get("/api/games/none")
        mine = [r for r in caplog.records if not r.name.startswith(("httpx", "httpcore"))]
        assert all(anna.token not in record.getMessage() for record in mine)
        database = Path(str(server.services.store.url.database))
        stored = b"".join(p.read_bytes() for p in database.parent.glob("games.db*"))
        assert anna.token.encode() not in stored


def test_half_a_request_holds_nobody_up(server: Server, anna: Person) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as sock:
        sock.sendall(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        assert anna.http.get("/healthz").status_code == 200
