"""Real servers on free ports, and users who play games on them.

`with a_server(path) as server:` runs uvicorn in a thread; `Person(server)` is a guest with a
bearer token. `seated(server)` is a game of two users, ready to be played.
"""

from __future__ import annotations

import hashlib
import json
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import httpx
import uvicorn

from jaipur.server.app import create_app
from jaipur.server.clock import Clock
from jaipur.server.entropy import Entropy
from jaipur.server.levels import Analyst
from jaipur.server.reviews import MakeReviewer
from jaipur.server.services import Services
from jaipur.server.serving import make_config
from jaipur.server.settings import RateLimit, Settings

Data = dict[str, Any]
NO_LIMITS = {
    name: RateLimit(burst=10**6, rate=10**6)
    for name in (
        *("guests", "games", "acts", "reads", "histories", "hints", "records", "logins"),
        "reports",
    )
}


def roomy(database: str | Path, **changes: Any) -> Settings:
    """Settings with limits that no test reaches."""
    defaults: Data = {
        "limits": NO_LIMITS,
        "streams_per_user": 10_000,
        "streams_per_address": 10_000,
        "connections_per_address": 10_000,
        "games_per_user": 10_000,
        "games_per_address": 10_000,
        "heartbeat": 0.3,
    }
    return Settings(database=str(database), **{**defaults, **changes})


class Server:
    """A running server."""

    def __init__(self, url: str, services: Services, uvicorn_server: uvicorn.Server) -> None:
        self.url = url
        self.services = services
        self.uvicorn = uvicorn_server


RUNNING: dict[str, Server] = {}
"""The running servers by address, for tests that write to a store directly."""


@contextmanager
def a_server(
    settings: Settings,
    *,
    clock: Clock | None = None,
    entropy: Entropy | None = None,
    analyst: Analyst | None = None,
    reviewer: MakeReviewer | None = None,
) -> Iterator[Server]:
    """A server in a thread of its own. Its deals are the same in every run."""
    chance = random.Random(settings.database.rsplit("/", 1)[-1])
    entropy = entropy or Entropy(secret=lambda: chance.randbytes(32))
    app = create_app(settings, clock=clock, entropy=entropy, analyst=analyst, reviewer=reviewer)
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as sock:
        server = uvicorn.Server(make_config(app, settings))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]}, daemon=True)
        thread.start()
        wait_for(lambda: server.started or not thread.is_alive())
        assert server.started
        running = Server(f"http://127.0.0.1:{sock.getsockname()[1]}", app.app.services, server)
        RUNNING[running.url] = running
        try:
            yield running
        finally:
            del RUNNING[running.url]
            services = app.app.services
            services.loop.call_soon_threadsafe(services.end_streams)
            server.should_exit = True
            thread.join(timeout=10)
            assert not thread.is_alive()


def wait_for(condition: Callable[[], Any], seconds: float = 20.0, pause: float = 0.01) -> Any:
    """The result of the condition, once it is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if result := condition():
            return result
        time.sleep(pause)
    raise AssertionError(f"the condition was not true within {seconds:g} s")


def slowness() -> float:
    """How many times longer CPU work takes now than on an idle machine."""
    start, cpu = time.perf_counter(), time.thread_time()
    while time.thread_time() < cpu + 0.1:
        pass
    return max(1.0, (time.perf_counter() - start) / 0.1)


class Person:
    """A guest with a bearer token, and the requests that a client makes."""

    def __init__(self, server: Server | str, name: str | None = None) -> None:
        url = server if isinstance(server, str) else server.url
        self.http = httpx.Client(base_url=url, timeout=30)
        made = self.http.post("/api/me", json={"token": True, "name": name})
        assert made.status_code == 201, made.text
        self.id = made.json()["id"]
        self.token = made.json()["token"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def opens(self, against: str = "level", **terms: Any) -> Data:
        """A new game; the maker's seat is not taken yet."""
        level = {"level": "kite"} if against == "level" else {}
        answer = self.http.post("/api/games", json={"against": against, **level, **terms})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def sits_down(self, game: str, nonce: str = "11" * 16) -> Data:
        return self.does(game, "seat", nonce=nonce)

    def commits(self, game: str, nonce: str = "11" * 16) -> Data:
        """Take the seat with a commitment to this nonce."""
        promise = hashlib.sha256(bytes.fromhex(nonce)).hexdigest()
        return self.does(game, "seat", commitment=promise)

    def reveals(self, game: str, nonce: str = "11" * 16) -> Data:
        return self.does(game, "reveal", nonce=nonce)

    def plays_against(self, level: str = "kite", **terms: Any) -> str:
        """A running game against a level."""
        game = str(self.opens("level", level=level, **terms)["id"])
        self.sits_down(game)
        return game

    def accepts(self, invitation: str, nonce: str = "22" * 16) -> Data:
        token = invitation.rsplit("/", 1)[-1]
        answer = self.http.post(f"/api/invitations/{token}", json={"nonce": nonce})
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def tries(self, game: str, command: str, /, **body: Any) -> httpx.Response:
        """POST a command, and return any answer."""
        return self.http.post(f"/api/games/{game}/{command}", json=body)

    def does(self, game: str, command: str, /, **body: Any) -> Data:
        """POST a command that must succeed."""
        answer = self.tries(game, command, **body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def view(self, game: str, **query: Any) -> Data:
        answer = self.http.get(f"/api/games/{game}/view", params=query)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def moves(self, game: str, move: str | None = None, **body: Any) -> Data:
        """Play a move in the current position: this one, or the first legal one."""
        view = self.view(game)
        body = {"move": move or view["moves"][0], "seq": view["seq"], **body}
        return self.does(game, "moves", **body)

    def hears(self, game: str, after: int | str | None = None, **query: Any) -> list[Data]:
        """The events after this number, or the current snapshot."""
        return [json.loads(line) for line in self.hears_bytes(game, after, **query)]

    def hears_bytes(self, game: str, after: int | str | None = None, **query: Any) -> list[bytes]:
        params = {"wait": 0, **({} if after is None else {"after": after}), **query}
        answer = self.http.get(f"/api/games/{game}/events", params=params)
        assert answer.status_code == 200, answer.text
        return [data for name, data in frames(answer.content) if name == "message"]

    def now(self, game: str) -> Data:
        """The current snapshot."""
        return self.hears(game)[-1]

    def waits_for(self, game: str, condition: Callable[[Data], Any]) -> Data:
        """The first snapshot for which the condition holds."""

        def look() -> Data | None:
            snapshot = self.now(game)
            return snapshot if condition(snapshot) else None

        return dict(wait_for(look))

    def waits_for_turn(self, game: str) -> Data:
        return self.waits_for(
            game,
            lambda s: (
                s["table"]["status"] == "over" or s["view"]["seat"] in s["table"]["waits_for"]
            ),
        )


def frames(body: bytes) -> list[tuple[str, bytes]]:
    """The frames of a stream, each with its event name and its data."""
    found = []
    for frame in body.split(b"\n\n"):
        fields = dict(line.split(b": ", 1) for line in frame.splitlines() if b": " in line)
        if b"data" in fields:
            found.append((fields.get(b"event", b"message").decode(), fields[b"data"]))
    return found


@contextmanager
def seated(server: Server | str, **terms: Any) -> Iterator[tuple[Person, Person, str]]:
    """A game of two users: seat 0, seat 1, and the game's id."""
    with Person(server, "Anna") as anna, Person(server, "Bela") as bela:
        opened = anna.opens("friend", **terms)
        anna.sits_down(opened["id"])
        bela.accepts(opened["invitation"])
        yield anna, bela, opened["id"]


def play_on(
    people: tuple[Person, Person], game: str, rng: random.Random, plies: int = 10**6
) -> Data:
    """Random moves of two users, until the match is over or so many were played."""
    for _ in range(plies):
        snapshot = people[0].now(game)
        if snapshot["table"]["status"] == "over":
            break
        seat = snapshot["table"]["waits_for"][0]
        if snapshot["table"]["status"] == "between":
            people[seat].does(game, "ready")
            continue
        view = people[seat].view(game)
        people[seat].does(game, "moves", move=rng.choice(view["moves"]), seq=view["seq"])
    return people[0].now(game)
