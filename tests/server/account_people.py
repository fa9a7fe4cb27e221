"""People with accounts: browsers with cookies, and a server whose passwords are quick to check."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from jaipur.server.clock import Clock
from jaipur.server.settings import Settings
from tests.server.games import Server, a_server, roomy
from tests.server.test_sessions import Time

PASSWORD = "seven tame camels"


def account_settings(database: str | Path, **changes: Any) -> Settings:
    """A server with open registration; argon2 takes next to nothing."""
    cheap = {"password_memory": 8, "password_passes": 1, "registration": "open"}
    return roomy(database, **{**cheap, **changes})


@contextmanager
def an_account_server(database: str | Path, **changes: Any) -> Iterator[tuple[Server, Time]]:
    """Such a server, and its time."""
    time = Time()
    settings = account_settings(database, **changes)
    with a_server(settings, clock=Clock(lambda: time.now)) as server:
        yield server, time


class Browser:
    """A browser that keeps its cookies."""

    def __init__(self, server: Server | str, address: str | None = None) -> None:
        url = server if isinstance(server, str) else server.url
        forwarded = {} if address is None else {"X-Forwarded-For": address}
        headers = {"Origin": url, "User-Agent": "Firefox Linux", **forwarded}
        self.http = httpx.Client(base_url=url, headers=headers, timeout=30)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def posts(self, path: str, **body: Any) -> httpx.Response:
        return self.http.post(f"/api{path}", json=body)

    def registers(self, name: str, password: str = PASSWORD, **more: Any) -> dict[str, Any]:
        """Make an account; its recovery codes."""
        answer = self.posts("/account", name=name, password=password, **more)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def logs_in(self, name: str, password: str = PASSWORD, **more: Any) -> httpx.Response:
        return self.posts("/account/login", name=name, password=password, **more)

    @property
    def me(self) -> dict[str, Any]:
        return dict(self.http.get("/api/me").json())


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]
