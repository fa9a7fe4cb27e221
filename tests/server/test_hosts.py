"""The Host header: another site's name that points here (DNS rebinding) gets nothing."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
import pytest

from jaipur.server.settings import BadSettings, Settings
from tests.server.games import Server, a_server, roomy


def answer_for(server: Server, host: str, path: str = "/api/levels") -> httpx.Response:
    return httpx.get(f"{server.url}{path}", headers={"Host": host}, timeout=30)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evil.example.",
        "notlocalhost",
        "[::1].evil.example",
        "xn--nxasmq6b.example",
        ":8000",
    ],
)
def test_a_foreign_name_is_refused(server: Server, host: str) -> None:
    for path in ("/api/levels", "/", "/api/lobby", "/metrics"):
        answer = answer_for(server, host, path)
        assert (answer.status_code, answer.json()["code"]) == (421, "wrong_host")


def test_a_page_behind_a_foreign_name_cannot_become_a_user(server: Server) -> None:
    headers = {"Host": "evil.example", "Origin": "http://evil.example"}
    answer = httpx.post(f"{server.url}/api/me", json={}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (421, "wrong_host")
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8000",
        "localhost.",
        "jaipur.localhost:8000",
        "127.0.0.1",
        "192.168.1.20:8000",
        "[::1]:8000",
        "[2001:db8::1]",
        socket.gethostname(),
        socket.gethostname().upper() + ":8000",
        socket.gethostname().partition(".")[0] + ".local",
    ],
)
def test_addresses_and_own_names_are_served(server: Server, host: str) -> None:
    assert answer_for(server, host).status_code == 200


def test_a_phone_in_the_local_network_plays_by_address(server: Server) -> None:
    origin = "http://192.168.1.20:8000"
    headers = {"Host": "192.168.1.20:8000", "Origin": origin}
    with httpx.Client(base_url=server.url, headers=headers, timeout=30) as phone:
        assert phone.post("/api/me", json={}).status_code == 201
        opened = phone.post("/api/games", json={"against": "friend"}).json()
        assert opened["invitation"].startswith(f"{origin}/join/")


def test_configured_names_are_served(tmp_path: Path) -> None:
    settings = roomy(
        tmp_path / "names.db",
        public_url="https://Jaipur.Example",
        allowed_hosts=("table.lan", "bücher.example"),
    )
    with a_server(settings) as server:
        for host in (
            "jaipur.example",
            "jaipur.example:443",
            "TABLE.lan:80",
            "xn--bcher-kva.example",
        ):
            assert answer_for(server, host).status_code == 200
        assert answer_for(server, "other.example").json()["code"] == "wrong_host"


@pytest.mark.parametrize("name", ["", "table.lan:8000", "http://table.lan", "*.lan", "[::1]"])
def test_an_allowed_host_is_a_name(name: str) -> None:
    with pytest.raises(BadSettings, match="must be a name like table.lan"):
        Settings(allowed_hosts=(name,))


def test_health_answers_to_any_name(server: Server) -> None:
    assert answer_for(server, "jaipur-1.cluster", "/healthz").status_code == 200
