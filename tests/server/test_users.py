"""Guests, names, cookies, sign-in links, and the deletion of a user."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from jaipur.server.clock import Clock
from tests.server.games import Person, Server, a_server, roomy, seated
from tests.server.test_streams import Listener


@pytest.fixture
def browser(server: Server) -> httpx.Client:
    """A browser: it keeps cookies, and says where its pages come from."""
    return httpx.Client(base_url=server.url, headers={"Origin": server.url})


def test_a_visit_creates_no_user(browser: httpx.Client) -> None:
    with browser:
        answer = browser.get("/api/me")
        assert answer.json()["id"] is None
        for address in ("/", "/api/lobby", "/api/levels", "/join/x"):
            browser.get(address)
        assert not browser.cookies


def test_the_first_post_creates_a_guest_with_a_secret_cookie(browser: httpx.Client) -> None:
    with browser:
        answer = browser.post("/api/games", json={"against": "level", "level": "kite"})
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Secure" not in cookie  # plain http
        me = browser.get("/api/me").json()
        assert me["name"].startswith("Guest ")
        assert browser.post("/api/me", json={}).json()["id"] == me["id"]
        game = answer.json()["id"]
        assert browser.post(f"/api/games/{game}/seat", json={}).status_code == 200


def test_a_cookie_is_secure_behind_https(tmp_path: Path) -> None:
    settings = roomy(tmp_path / "g.db", public_url="https://jaipur.example")
    with a_server(settings) as behind, httpx.Client(base_url=behind.url) as browser:
        answer = browser.post("/api/me", json={}, headers={"Origin": "https://jaipur.example"})
        assert "Secure" in answer.headers["set-cookie"]
        refused = browser.post("/api/me", json={}, headers={"Origin": behind.url})
        assert refused.json()["code"] == "wrong_origin"


def test_a_bearer_token_needs_no_origin(anna: Person) -> None:
    assert anna.http.patch("/api/me", json={"name": "Ann"}).json()["name"] == "Ann"
    assert anna.http.get("/api/me").json()["name"] == "Ann"


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "http://127.0.0.1:1"])
def test_a_cookie_alone_changes_nothing_from_elsewhere(
    browser: httpx.Client, origin: str | None
) -> None:
    with browser:
        browser.post("/api/me", json={})
        headers = {} if origin is None else {"Origin": origin}
        del browser.headers["Origin"]
        for method, address in (
            ("POST", "/api/games"),
            ("PATCH", "/api/me"),
            ("DELETE", "/api/me"),
        ):
            answer = browser.request(method, address, headers=headers, json={"name": "x"})
            assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
        assert browser.get("/api/me", headers=headers).json()["id"] is not None


def test_a_made_up_token_does_not_carry_a_cookie_past_the_origin(browser: httpx.Client) -> None:
    with browser:
        browser.post("/api/me", json={})
        for value in ("Bearer x", "Bearer", "x"):
            headers = {"Origin": "http://evil.example", "Authorization": value}
            answer = browser.post("/api/games", json={"against": "friend"}, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


@pytest.mark.parametrize("value", ["", "Basic x", "basic", "Digest x", "Negotiate x"])
def test_a_header_that_is_not_for_the_api_does_not_skip_the_origin_check(
    browser: httpx.Client, value: str
) -> None:
    with browser:
        browser.post("/api/me", json={})
        headers = {"Origin": "http://evil.example", "Authorization": value}
        answer = browser.post("/api/games", json={"against": "friend"}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")


def test_a_browser_behind_a_proxy_with_a_password_keeps_its_session(browser: httpx.Client) -> None:
    with browser:
        browser.headers["Authorization"] = "Basic YW5uYTpzZWNyZXQ="
        assert browser.get("/api/me").json()["id"] is None  # a visitor, as without a password
        user = browser.post("/api/me", json={}).json()["id"]
        assert browser.get("/api/me").json()["id"] == user
        assert browser.post("/api/games", json={"against": "friend"}).status_code == 201


@pytest.mark.parametrize(
    ("public_url", "origin"),
    [
        ("https://Jaipur.Example", "https://jaipur.example"),
        ("HTTPS://jaipur.example:443/", "https://jaipur.example"),
        ("http://jaipur.example:80", "http://jaipur.example"),
        ("http://jaipur.example:443", "http://jaipur.example:443"),
        ("https://[2001:DB8::1]:8443", "https://[2001:db8::1]:8443"),
        ("https://jaipür.example", "https://xn--jaipr-nva.example"),
    ],
)
def test_the_public_url_is_compared_as_browsers_write_it(
    tmp_path: Path, public_url: str, origin: str
) -> None:
    with a_server(roomy(tmp_path / "g.db", public_url=public_url)) as server:
        made = httpx.post(f"{server.url}/api/me", json={}, headers={"Origin": origin})
        assert made.status_code == 201
        assert ("Secure" in made.headers["set-cookie"]) == origin.startswith("https:")
        for other in ("https://other.example", "null", origin + "0", origin.replace("://", "://x")):
            refused = httpx.post(f"{server.url}/api/me", json={}, headers={"Origin": other})
            assert refused.json()["code"] == "wrong_origin"


def test_a_device_link_expires_after_ten_minutes(tmp_path: Path) -> None:
    clock = [1_700_000_000_000]
    with (
        a_server(roomy(tmp_path / "g.db"), clock=Clock(lambda: clock[0])) as server,
        Person(server) as anna,
    ):
        links = [anna.http.post("/api/me/links", json={"kind": "device"}).json() for _ in range(2)]
        assert links[1]["expires"] == clock[0] + 600_000
        for link, minutes in ((links[0], 0), (links[1], 10)):  # a new one ends the old
            clock[0] += 60_000 * minutes
            answer = httpx.post(f"{server.url}/api/session", json={"link": link["token"]})
            assert answer.json()["code"] == "link_gone"


def test_a_wrong_token_is_refused(server: Server) -> None:
    for value in ("Bearer wrong", "Bearer", "x"):
        answer = httpx.get(f"{server.url}/api/me", headers={"Authorization": value})
        assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


def test_a_device_link_works_once(anna: Person, browser: httpx.Client) -> None:
    with browser:
        link = anna.http.post("/api/me/links", json={"kind": "device"}).json()
        assert link["link"].endswith(f"/link#{link['token']}")
        assert link["expires"] is not None
        signed_in = browser.post("/api/session", json={"link": link["token"]})
        assert signed_in.json()["id"] == anna.id
        assert browser.get("/api/me").json()["id"] == anna.id
        again = browser.post("/api/session", json={"link": link["token"]})
        assert (again.status_code, again.json()["code"]) == (410, "link_gone")


def test_a_recovery_link_can_be_kept_and_replaced(anna: Person, browser: httpx.Client) -> None:
    with browser:
        link = anna.http.post("/api/me/links", json={"kind": "recovery"}).json()
        for _ in range(2):
            assert (
                browser.post("/api/session", json={"link": link["token"]}).json()["id"] == anna.id
            )
        anna.http.post("/api/me/links", json={"kind": "recovery"})
        assert (
            browser.post("/api/session", json={"link": link["token"]}).json()["code"] == "link_gone"
        )


def test_signing_out_ends_the_session(browser: httpx.Client) -> None:
    with browser:
        token = browser.post("/api/me", json={}).cookies["jaipur"]
        assert browser.delete("/api/session").status_code == 204
        browser.cookies.set("jaipur", token)
        assert browser.get("/api/me").json()["id"] is None


def test_signing_out_ends_a_session_that_is_being_read(
    server: Server, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = anna.http.post("/api/me", json={"token": True}).json()["token"]
    store, signed_out, was_read = server.services.store, threading.Event(), threading.Event()
    read = store.rows

    async def read_and_pause(query: Any, **values: Any) -> Any:
        rows = await read(query, **values)
        if not was_read.is_set():
            was_read.set()
            await asyncio.to_thread(signed_out.wait, 20)
        return rows

    monkeypatch.setattr(store, "rows", read_and_pause)
    with httpx.Client(base_url=server.url, headers={"Authorization": f"Bearer {token}"}) as http:
        reading = threading.Thread(target=http.get, args=("/api/me",))
        reading.start()
        assert was_read.wait(20)
        assert httpx.delete(f"{server.url}/api/session", headers=http.headers).status_code == 204
        signed_out.set()
        reading.join(20)
        assert http.get("/api/me").status_code == 401


def test_signing_out_ends_the_streams_of_the_session(tmp_path: Path) -> None:
    with a_server(roomy(tmp_path / "g.db", heartbeat=60)) as server, Person(server) as anna:
        game = anna.plays_against()
        with Person(server) as other_session:
            other_session.token = anna.http.post("/api/me", json={"token": True}).json()["token"]
            listeners = Listener(anna, game), Listener(other_session, game)
        assert anna.http.delete("/api/session").status_code == 204
        listeners[0].join(timeout=10)
        assert [listener.is_alive() for listener in listeners] == [False, True]


def test_deleting_a_user_ends_all_their_streams(tmp_path: Path) -> None:
    with a_server(roomy(tmp_path / "g.db", heartbeat=60)) as server, Person(server) as anna:
        listener = Listener(anna, anna.plays_against())
        assert anna.http.delete("/api/me").status_code == 204
        listener.join(timeout=10)
        assert not listener.is_alive()


def test_a_deleted_user_is_forgotten(server: Server) -> None:
    with seated(server) as (anna, bela, game):
        with Person(server, "Carl") as carl:
            finished = carl.plays_against()
            carl.does(finished, "resign")
            assert carl.http.delete("/api/me").status_code == 204
            assert carl.http.get("/api/me").status_code == 401
            assert bela.now(finished)["table"]["players"][0]["name"] == ""
        assert anna.http.delete("/api/me").status_code == 204
        table = bela.now(game)["table"]
        assert (table["ended"], table["winner"]) == ("abandoned", 1)
