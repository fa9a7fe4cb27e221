"""Sessions that expire, signing out elsewhere, cookies over https, and answers that got lost."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from jaipur.server.clock import Clock
from tests.server.games import Person, Server, a_server, roomy
from tests.server.test_streams import Listener

DAY_MS = 24 * 3_600_000


class Time:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def pass_days(self, days: float) -> None:
        self.now += int(days * DAY_MS)


@contextmanager
def a_server_with_time(path: Path) -> Iterator[tuple[Server, Time]]:
    time = Time()
    with a_server(roomy(path / "g.db"), clock=Clock(lambda: time.now)) as server:
        yield server, time


def is_signed_in(person: Person) -> bool:
    return person.http.get("/api/me").status_code == 200


def another_session(person: Person) -> httpx.Client:
    token = person.http.post("/api/me", json={"token": True}).json()["token"]
    return httpx.Client(base_url=person.http.base_url, headers={"Authorization": f"Bearer {token}"})


def test_a_session_ends_when_it_was_not_used_for_half_a_year(tmp_path: Path) -> None:
    with a_server_with_time(tmp_path) as (server, time), Person(server) as anna:
        with Person(server) as idle:
            for _ in range(4):  # more than two years, with a visit now and then
                time.pass_days(179)
                assert is_signed_in(anna)
            assert not is_signed_in(idle)
        time.pass_days(181)
        assert not is_signed_in(anna)


def test_a_session_in_use_is_renewed_in_the_database(tmp_path: Path) -> None:
    time = Time()
    for days in (0, 170, 170):
        time.pass_days(days)
        with a_server(roomy(tmp_path / "g.db"), clock=Clock(lambda: time.now)) as server:
            if days == 0:
                with Person(server) as anna:
                    token = anna.token
            answer = httpx.get(f"{server.url}/api/me", headers={"Authorization": f"Bearer {token}"})
            assert answer.status_code == 200


def test_a_recovery_link_expires_after_a_year(tmp_path: Path) -> None:
    with a_server_with_time(tmp_path) as (server, time), Person(server) as anna:
        link = anna.http.post("/api/me/links", json={"kind": "recovery"}).json()
        assert link["expires"] == time.now + 365 * DAY_MS
        for days, code in ((364, 201), (1, 410)):
            time.pass_days(days)
            answer = httpx.post(f"{server.url}/api/session", json={"link": link["token"]})
            assert answer.status_code == code


def test_signing_out_elsewhere_ends_all_other_sessions_and_links(tmp_path: Path) -> None:
    with a_server(roomy(tmp_path / "g.db", heartbeat=60)) as server, Person(server) as anna:
        game = anna.plays_against()
        link = anna.http.post("/api/me/links", json={"kind": "recovery"}).json()
        with Person(server) as bela, another_session(anna) as other, Person(server) as same:
            same.token = other.headers["Authorization"].removeprefix("Bearer ")
            listeners = Listener(anna, game), Listener(same, game)
            assert anna.http.delete("/api/sessions/others").status_code == 204
            assert other.get("/api/me").status_code == 401
            listeners[1].join(timeout=10)
            assert [listener.is_alive() for listener in listeners] == [True, False]
            assert is_signed_in(anna)
            assert is_signed_in(bela)
        answer = httpx.post(f"{server.url}/api/session", json={"link": link["token"]})
        assert answer.json()["code"] == "link_gone"


def test_signing_out_elsewhere_needs_a_session(server: Server) -> None:
    assert httpx.delete(f"{server.url}/api/sessions/others").status_code == 401


def test_a_user_has_fifty_sessions_at_most(tmp_path: Path) -> None:
    with a_server_with_time(tmp_path) as (server, time), Person(server) as anna:
        tokens = [anna.token]
        for _ in range(51):
            time.now += 1
            tokens.append(anna.http.post("/api/me", json={"token": True}).json()["token"])
            anna.http.headers["Authorization"] = f"Bearer {tokens[-1]}"
        codes = [
            httpx.get(f"{server.url}/api/me", headers={"Authorization": f"Bearer {token}"})
            for token in tokens
        ]
        assert [answer.status_code for answer in codes] == [401] * 2 + [200] * 50


HTTPS = "https://jaipur.example"


def test_over_https_the_cookie_is_bound_to_the_host(tmp_path: Path) -> None:
    with a_server(roomy(tmp_path / "g.db", public_url=HTTPS)) as server:
        answer = httpx.post(f"{server.url}/api/me", json={}, headers={"Origin": HTTPS})
        cookie = answer.headers["set-cookie"]
        name, _, token = cookie.split(";")[0].partition("=")
        assert name == "__Host-jaipur"
        assert "Path=/" in cookie
        assert "Secure" in cookie
        assert "Domain" not in cookie
        headers = {"Origin": HTTPS, "Cookie": f"__Host-jaipur={token}; jaipur=of-somebody-else"}
        assert (
            httpx.get(f"{server.url}/api/me", headers=headers).json()["id"] == answer.json()["id"]
        )
        gone = httpx.delete(f"{server.url}/api/session", headers=headers)
        cleared = gone.headers.get_list("set-cookie")
        assert {line.split("=")[0] for line in cleared} == {"__Host-jaipur", "jaipur"}
        assert all("Max-Age=0" in line for line in cleared)


def test_an_older_cookie_is_read_and_replaced_over_https(tmp_path: Path) -> None:
    with a_server(roomy(tmp_path / "g.db", public_url=HTTPS)) as server, Person(server) as anna:
        headers = {"Cookie": f"jaipur={anna.token}"}
        answer = httpx.get(f"{server.url}/api/me", headers=headers)
        assert answer.json()["id"] == anna.id
        new, old = answer.headers.get_list("set-cookie")
        assert new.startswith(f"__Host-jaipur={anna.token};")
        assert old.startswith("jaipur=")
        assert "Max-Age=0" in old


def test_a_visit_renews_the_cookie_and_a_bearer_token_gets_none(anna: Person) -> None:
    assert "set-cookie" not in anna.http.get("/api/me").headers
    headers = {"Cookie": f"jaipur={anna.token}"}
    answer = httpx.get(f"{anna.http.base_url}/api/me", headers=headers)
    assert f"Max-Age={180 * 24 * 3600}" in answer.headers["set-cookie"]
    assert "set-cookie" not in httpx.get(f"{anna.http.base_url}/api/me").headers


KEY = "0123456789abcdef01234567"


def accept(
    server: Server, invitation: str, key: str | None, nonce: str = "22" * 16
) -> httpx.Response:
    """A visitor accepts; each call is a browser of its own, without cookies."""
    token = invitation.rsplit("/", 1)[-1]
    body = {"nonce": nonce} if key is None else {"nonce": nonce, "key": key}
    return httpx.post(f"{server.url}/api/invitations/{token}", json=body, timeout=30)


def user_of(server: Server, answer: httpx.Response) -> str:
    with httpx.Client(base_url=server.url, cookies=answer.cookies) as browser:
        return str(browser.get("/api/me").json()["id"])


@pytest.fixture
def invitation(anna: Person) -> str:
    opened = anna.opens("friend")
    anna.sits_down(opened["id"])
    return str(opened["invitation"])


def test_a_visitor_whose_answer_was_lost_gets_the_seat_again(
    server: Server, invitation: str
) -> None:
    lost = accept(server, invitation, KEY)
    assert lost.status_code == 200
    again = accept(server, invitation, KEY)
    assert again.status_code == 200
    assert again.json() == lost.json()
    assert user_of(server, again) == user_of(server, lost)


def test_nobody_else_gets_the_seat(server: Server, invitation: str) -> None:
    accept(server, invitation, KEY)
    for key in (KEY[:-1], KEY + "0", None, "x"):
        other = accept(server, invitation, key)
        assert (other.status_code, other.json()["code"]) == (409, "seat_taken")
        assert not other.cookies  # and no guest was made


def test_a_short_key_gives_nobody_the_seat_again(server: Server, invitation: str) -> None:
    assert accept(server, invitation, "a1").status_code == 200
    assert accept(server, invitation, "a1").json()["code"] == "seat_taken"


def test_the_key_of_a_signed_in_user_signs_nobody_in(
    server: Server, bela: Person, invitation: str
) -> None:
    token = invitation.rsplit("/", 1)[-1]
    assert bela.http.post(f"/api/invitations/{token}", json={"key": KEY}).status_code == 200
    assert accept(server, invitation, KEY).json()["code"] == "seat_taken"


def test_the_key_is_no_link_to_sign_in_with(server: Server, invitation: str) -> None:
    accept(server, invitation, KEY)
    link = f"accept/{invitation.rsplit('/', 1)[-1]}/{KEY}"
    answer = httpx.post(f"{server.url}/api/session", json={"link": link})
    assert answer.json()["code"] == "link_gone"


def test_an_accepted_invitation_can_be_repeated_for_two_minutes(tmp_path: Path) -> None:
    with a_server_with_time(tmp_path) as (server, time), Person(server) as anna:
        opened = anna.opens("friend")
        anna.sits_down(opened["id"])
        for seconds, code in ((0, 200), (119, 200), (1, 409)):
            time.now += 1000 * seconds
            assert accept(server, opened["invitation"], KEY).status_code == code


def test_the_same_acceptance_twice_at_once_is_one_guest(server: Server, invitation: str) -> None:
    answers: list[httpx.Response] = []
    threads = [
        threading.Thread(target=lambda: answers.append(accept(server, invitation, KEY)))
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers] == [200] * 6
    assert len({user_of(server, answer) for answer in answers}) == 1
