"""Games by correspondence that are played by notices alone, while the server is killed.

A player moves when a notice has come, and never otherwise: a notice that is lost stops its game.
The push service is a process of its own, which decrypts each message and writes a line for it.
`play_through_kills` counts what came; what a browser would have shown of it is counted by running
the page's own service worker over the same messages (`tests/server/show_notices.mjs`).
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
from sqlalchemy import create_engine, text

from jaipur.server.database import database_url
from tests.server.processes import ROOT, Process
from tests.server.push_service import Browser

Data = dict[str, Any]
THREE_DAYS = 3 * 24 * 3_600
SERVICE_WORKER = ROOT / "web" / "public" / "sw.js"
SHOW = Path(__file__).with_name("show_notices.mjs")
LOST = (aiohttp.ClientError, OSError, TimeoutError)


@dataclass
class Tally:
    """What has come so far."""

    messages: list[Data] = field(default_factory=list)
    received: Counter[str] = field(default_factory=Counter)
    expected: set[str] = field(default_factory=set)
    kills: int = 0

    @property
    def lost(self) -> set[str]:
        return self.expected - self.received.keys()

    @property
    def repeated(self) -> int:
        return sum(count - 1 for count in self.received.values())


class Match:
    """Two players of many games, who move when they are told to."""

    def __init__(self, server: Process, http: aiohttp.ClientSession, goal: int) -> None:
        self.server = server
        self.http = http
        self.goal = goal
        self.tally = Tally()
        self.tokens: list[str] = []
        self.acting: set[asyncio.Task[None]] = set()

    async def request(self, seat: int, method: str, path: str, **body: Any) -> Data:
        """A request that is repeated until the server is there."""
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"} if self.tokens[seat:] else {}
        sent = body if method == "POST" else None
        while True:
            with suppress(*LOST):
                async with self.http.request(method, path, headers=headers, json=sent) as answer:
                    if answer.status != 503:
                        return dict(json.loads(await answer.read() or b"{}"))
            await asyncio.sleep(0.2)

    async def begin(self, subscriptions: list[Data], games: int) -> None:
        for seat, subscription in enumerate(subscriptions):
            made = await self.request(seat, "POST", "/api/me", token=True)
            self.tokens.append(made["token"])
            device = await self.request(seat, "POST", "/api/me/notices/devices", **subscription)
            assert "id" in device, device
        await asyncio.gather(*(self.open() for _ in range(games)))

    async def open(self) -> None:
        terms = {"against": "friend", "time": THREE_DAYS, "first": "me"}
        game = await self.request(0, "POST", "/api/games", **terms)
        await self.request(0, "POST", f"/api/games/{game['id']}/seat", nonce="11" * 16)
        token = game["invitation"].rsplit("/", 1)[-1]
        await self.request(1, "POST", f"/api/invitations/{token}", nonce="22" * 16)

    def hear(self, seat: int, notice: Data) -> None:
        """A notice has come: the first time it is answered with a move."""
        tally = self.tally
        tally.messages.append(notice)
        tally.received[notice["id"]] += 1
        if tally.received[notice["id"]] > 1 or len(tally.received) >= self.goal:
            return
        act = {"your_move": self.act, "match_over": self.open_another}.get(notice["kind"])
        if act is not None:
            task = asyncio.create_task(act(seat, notice["game"]))
            self.acting.add(task)
            task.add_done_callback(self.acting.discard)

    async def open_another(self, _: int, __: str) -> None:
        await self.open()

    async def act(self, seat: int, game: str) -> None:
        """Play the first legal move, or confirm the next round."""
        address = f"/api/games/{game}"
        view = await self.request(seat, "GET", f"{address}/view")
        if view.get("over") is not None:
            await self.request(seat, "POST", f"{address}/ready")
        elif view.get("turn") == seat:
            move = {"move": view["moves"][-1], "seq": view["seq"], "key": str(view["seq"])}
            await self.request(seat, "POST", f"{address}/moves", **move)


async def play_through_kills(
    server: Process, database: str, *, notices: int, kills: int, games: int
) -> Tally:
    """Play until so many notices have come, and kill the server that often meanwhile."""
    service = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.server.notice_kills"),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        limit=2**20,
    )
    assert service.stdout is not None
    timeout = aiohttp.ClientTimeout(total=30)
    async with aiohttp.ClientSession(server.url, timeout=timeout) as http:
        match = Match(server, http, notices)
        try:
            subscriptions = json.loads(await service.stdout.readline())
            hearing = asyncio.create_task(_hear(match, service.stdout))
            await match.begin(subscriptions, games)
            for kill in range(1, kills + 1):
                await _come(match, kill * notices // (kills + 1))
                await asyncio.to_thread(server.kill)
                await asyncio.to_thread(server.restart)
                match.tally.kills += 1
            await _come(match, notices)
            await _finish(match, database)
            hearing.cancel()
        finally:
            service.terminate()
            await service.wait()
    return match.tally


async def _hear(match: Match, lines: asyncio.StreamReader) -> None:
    while line := await lines.readline():
        seat, notice = json.loads(line)
        match.hear(seat, notice)


async def _come(match: Match, count: int) -> None:
    while len(match.tally.received) < count:
        await asyncio.sleep(0.02)


async def _finish(match: Match, database: str) -> None:
    """Wait until the last moves are made and nothing is left to send."""
    while match.acting:
        await asyncio.sleep(0.05)
    while await asyncio.to_thread(_waiting, database):
        await asyncio.sleep(0.1)
    match.tally.expected = await asyncio.to_thread(_written, database)
    await asyncio.sleep(0.5)  # what was sent is read from the pipe


def _query(database: str, query: str) -> list[Any]:
    engine = create_engine(database_url(database))
    with engine.connect() as connection:
        found = connection.execute(text(query)).scalars().all()
    engine.dispose()
    return list(found)


def _waiting(database: str) -> bool:
    due = "SELECT id FROM notices WHERE push_at IS NOT NULL AND kind <> 'reminder' LIMIT 1"
    left = "SELECT notice FROM deliveries LIMIT 1"
    return bool(_query(database, due) or _query(database, left))


def _written(database: str) -> set[str]:
    return set(_query(database, "SELECT id FROM notices WHERE kind <> 'reminder'"))


def shown_by_service_worker(node: str, messages: list[Data]) -> Counter[str]:
    """How often a browser would have shown each notice."""
    text = "\n".join(map(json.dumps, messages))
    command = [node, str(SHOW), str(SERVICE_WORKER)]
    run = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return Counter(json.loads(run.stdout))


async def _serve() -> None:
    """The push service: prints its subscriptions, then a line for each message."""
    browsers = [Browser("/0"), Browser("/1")]

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                path = head.split(" ", 2)[1]
                fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:-2])
                body = await reader.readexactly(int(fields["content-length"]))
                seat = int(path.removeprefix("/"))
                print(json.dumps([seat, browsers[seat].decrypt(body)]), flush=True)
                writer.write(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
                await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    print(json.dumps([browser.subscription(url) for browser in browsers]), flush=True)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve())
