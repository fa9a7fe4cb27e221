"""People for the tests of the lobby: guests, accounts, and those who follow what it shows."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

import httpx
from sqlalchemy import Connection, insert, update

from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.user_names import name_key
from tests.server.games import Data, Person, Server, a_server, frames, roomy, wait_for


@contextmanager
def a_site(folder: Path, *, clock: Clock | None = None, **changes: Any) -> Iterator[Server]:
    """A server with accounts."""
    settings = roomy(folder / "games.db", registration="open", **changes)
    with a_server(settings, clock=clock) as server:
        yield server


def an_account(server: Server, name: str) -> Person:
    """A person with an account of this name."""
    person = Person(server, name)
    register(server, person.id, name)
    return person


def register(server: Server, user: str, name: str) -> None:
    """Make an account of a guest."""
    services = server.services

    def work(connection: Connection) -> None:
        mine = schema.users.c.id == user
        connection.execute(update(schema.users).where(mine).values(registered_at=1))
        row = {"key": name_key(name), "user_id": user, "until": None}
        connection.execute(insert(schema.account_names).values(row))

    done = asyncio.run_coroutine_threadsafe(services.store.write(work), services.loop)
    done.result(timeout=10)
    services.loop.call_soon_threadsafe(services.users.forget, user)


class Somebody(Person):
    """Somebody with a browser: the session is a cookie. Without a name, a visitor."""

    def __init__(
        self, server: Server | str, name: str | None = None, *, account: bool = False
    ) -> None:
        url = server if isinstance(server, str) else server.url
        self.http = httpx.Client(base_url=url, timeout=30, headers={"Origin": url})
        if name is not None:
            made = self.http.post("/api/me", json={"name": name})
            assert made.status_code == 201, made.text
            self.id = made.json()["id"]
        if account:
            assert isinstance(server, Server)
            assert name is not None
            register(server, self.id, name)

    def lobby(self) -> Data:
        """The lobby as they see it now."""
        answer = self.http.get("/api/lobby")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def blocks(self, name: str) -> None:
        answer = self.http.post("/api/me/blocks", json={"name": name})
        assert answer.status_code == 201, answer.text


class Follower(threading.Thread):
    """A stream of the lobby, or of another address, and what it has sent."""

    def __init__(self, person: Person, path: str = "/api/lobby/events") -> None:
        super().__init__(daemon=True)
        self.body = b""
        self.ended = threading.Event()
        self._path = path
        url, headers = person.http.base_url, person.http.headers
        cookies = dict(person.http.cookies)
        self._http = httpx.Client(base_url=url, headers=headers, cookies=cookies, timeout=60)
        self._answer: httpx.Response | None = None
        self.start()
        wait_for(lambda: b"heartbeat" in self.body or self.ended.is_set())

    def run(self) -> None:
        try:
            with self._http, self._http.stream("GET", self._path) as answer:
                self._answer = answer
                for chunk in answer.iter_raw():
                    self.body += chunk
        except (httpx.HTTPError, httpx.StreamError, OSError):
            pass
        finally:
            self.ended.set()

    def leave(self) -> None:
        """Close the connection, as a page does that is closed."""
        if self._answer is not None and not self.ended.is_set():
            stream = self._answer.extensions["network_stream"]
            with suppress(OSError):  # it has just ended
                stream.get_extra_info("socket").shutdown(socket.SHUT_RDWR)
        self.ended.wait(10)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    @property
    def messages(self) -> list[Data]:
        whole = self.body[: self.body.rfind(b"\n\n") + 2]
        return [json.loads(data) for name, data in frames(whole) if name == "message"]

    @property
    def lobby(self) -> Data:
        """The lobby after all messages so far."""
        lobby: Data = {}
        for message in self.messages:
            lobby |= message
        return lobby

    def sees(self, condition: Callable[[Data], Any], seconds: float = 20) -> Data:
        """The lobby, once the condition holds for it."""
        wait_for(lambda: condition(self.lobby), seconds)
        return self.lobby


def names(lobby: Data) -> list[str]:
    """The names of the people who are here."""
    return [person["name"] for person in lobby["here"]["people"]]
