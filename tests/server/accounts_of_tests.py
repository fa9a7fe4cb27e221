"""Accounts in tests: guests whose row says that they have registered, with a browser's cookie."""

from __future__ import annotations

from typing import Any

import httpx
from sqlalchemy import update

from jaipur.server import schema
from tests.server.finished_games import run
from tests.server.games import Person, Server

__all__ = ["Member", "register"]


def register(server: Server, user: str, at: int = 1_780_000_000_000) -> None:
    """Make an account of a guest."""
    table = schema.users
    change = update(table).where(table.c.id == user).values(registered_at=at)
    run(server, server.services.store.write(lambda c: c.execute(change) and None))
    server.services.users.forget(user)


class Member(Person):
    """An account that plays in a browser: its session is a cookie."""

    def __init__(self, server: Server, name: str) -> None:
        self.http = httpx.Client(base_url=server.url, timeout=30, headers={"Origin": server.url})
        made = self.http.post("/api/me", json={"name": name})
        assert made.status_code == 201, made.text
        self.id = made.json()["id"]
        self.name = name
        register(server, self.id)

    def asks(self, path: str, **query: Any) -> Any:
        """The answer to a GET that must succeed."""
        answer = self.http.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()
