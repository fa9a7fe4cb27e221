"""The list of a user's sessions: what it tells, and how one of them is named and ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import Request

from jaipur.server.accounts.device_names import device_name
from jaipur.server.authentication import current_user, is_program
from jaipur.server.clock import Clock
from tests.server.games import Person, Server, a_server, roomy
from tests.server.test_sessions import Time

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def a_browser(server: Server, agent: str = FIREFOX) -> httpx.Client:
    return httpx.Client(base_url=server.url, headers={"Origin": server.url, "User-Agent": agent})


def listed(http: httpx.Client) -> list[dict[str, Any]]:
    answer = http.get("/api/sessions")
    assert answer.status_code == 200, answer.text
    return list(answer.json()["sessions"])


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox, Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Safari/604.1", None),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("python-httpx/0.28.1", "python-httpx"),
        ("<script>", None),
        ("", None),
    ],
)
def test_a_device_is_named_by_browser_and_system(agent: str, name: str | None) -> None:
    if "iPhone" in agent:
        name = "Safari, iPhone"
    assert device_name(agent) == name


def test_the_list_tells_device_network_kind_and_times(tmp_path: Path) -> None:
    time = Time()
    with (
        a_server(roomy(tmp_path / "g.db"), clock=Clock(lambda: time.now)) as server,
        a_browser(server) as browser,
    ):
        began = time.now
        browser.post("/api/me", json={})
        time.pass_days(2)
        token = browser.post("/api/me", json={"token": True}).json()["token"]
        mine, program = sorted(listed(browser), key=lambda session: not session["current"])
        assert (mine["device"], mine["network"], mine["kind"]) == (
            "Firefox, Linux",
            "127.0.0.0/24",
            "browser",
        )
        assert (mine["created_at"], mine["used_at"], mine["name"]) == (began, time.now, None)
        assert (program["kind"], program["current"]) == ("program", False)
        assert token not in browser.get("/api/sessions").text


def test_a_session_is_named_and_ended_by_its_owner_alone(server: Server) -> None:
    with Person(server) as anna, Person(server) as bela, a_browser(server) as browser:
        link = anna.http.post("/api/me/links", json={"kind": "device"}).json()["token"]
        browser.post("/api/session", json={"link": link})
        other = next(each["id"] for each in listed(anna.http) if not each["current"])
        for method, body in (("PATCH", {"name": "x"}), ("DELETE", None)):
            answer = bela.http.request(method, f"/api/sessions/{other}", json=body)
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert (
            anna.http.patch(f"/api/sessions/{other}", json={"name": " My  phone "}).status_code
            == 204
        )
        assert "My phone" in [each["name"] for each in listed(browser)]
        assert anna.http.delete(f"/api/sessions/{other}").status_code == 204
        assert browser.get("/api/me").json()["id"] is None
        assert len(listed(anna.http)) == 1


def test_a_session_that_was_given_to_a_program_is_a_programs(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a bearer token, and by the same token as a cookie; a browser's own cookie is not."""
    found: list[bool] = []

    async def looked_up(request: Request, limit: str = "reads") -> Any:
        user = await current_user(request, limit)
        found.append(is_program(request))
        return user

    monkeypatch.setattr("jaipur.server.routes.users.current_user", looked_up)
    with Person(server) as anna, a_browser(server) as browser, a_browser(server) as disguised:
        anna.http.get("/api/me")
        disguised.cookies.set("jaipur", anna.token)
        assert disguised.get("/api/me").json()["id"] == anna.id
        browser.post("/api/me", json={})
        assert browser.get("/api/me").json()["id"] is not None
    assert [found[1], found[2], found[-1]] == [True, True, False]
