"""kill -9 in the middle of live games: no acknowledged move is lost, none is there twice."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.server.games import frames
from tests.server.processes import Process, postgresql

GAMES = 200
Data = dict[str, Any]


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    if kind == "sqlite":
        yield str(folder / "games.db")
    else:
        with postgresql() as address:
            yield address


class Player:
    """One who plays a game over HTTP, and remembers every answer that came."""

    def __init__(self, rng: random.Random) -> None:
        self.http: aiohttp.ClientSession | None = None
        self.rng = rng
        self.headers: dict[str, str] = {}
        self.game = ""
        self.acknowledged: dict[int, Data] = {}
        self.sent = 0
        self.pending: Data | None = None

    async def post(self, address: str, **body: Any) -> tuple[int, Data]:
        assert self.http is not None
        async with self.http.post(address, json=body, headers=self.headers) as answer:
            return answer.status, json.loads(await answer.read())

    async def get(self, address: str) -> Data:
        assert self.http is not None
        async with self.http.get(address, headers=self.headers) as answer:
            body = await answer.read()
            assert answer.status == 200, body
            return dict(json.loads(frames(body)[0][1] if body.startswith(b"id:") else body))

    async def begin(self, number: int) -> None:
        me = (await self.post("/api/me", token=True))[1]
        self.headers = {"Authorization": f"Bearer {me['token']}"}
        level = "porter" if number % 2 else "kite"
        self.game = (await self.post("/api/games", against="level", level=level))[1]["id"]
        assert (await self.post(f"/api/games/{self.game}/seat"))[0] == 200

    async def play(self) -> None:
        """Play until the server is gone."""
        try:
            while True:
                await self.step()
        except (aiohttp.ClientError, OSError):
            return

    async def step(self) -> None:
        snapshot = await self.get(f"/api/games/{self.game}/events?wait=0")
        table, view = snapshot["table"], snapshot["view"]
        if table["status"] == "between":
            await self.post(f"/api/games/{self.game}/ready")
        elif table["waits_for"] == [0]:
            self.sent += 1
            move = self.rng.choice(view["moves"])
            self.pending = {"move": move, "seq": view["seq"], "key": str(self.sent)}
            await self.send()
        else:
            await asyncio.sleep(0.05)

    async def send(self) -> None:
        """Send the pending move, perhaps again; forget it when it was answered."""
        assert self.pending is not None
        status, event = await self.post(f"/api/games/{self.game}/moves", **self.pending)
        if status == 200:
            assert event["move"] == self.pending["move"]
            self.acknowledged[event["seq"]] = event
        else:
            assert event["code"] in ("stale", "unavailable"), event
        self.pending = None


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_after_a_kill_every_acknowledged_move_is_there_once(kind: str, tmp_path: Path) -> None:
    with database(kind, tmp_path) as address, Process(address) as server:
        asyncio.run(live_through_a_crash(server))


async def live_through_a_crash(server: Process) -> None:
    players = [Player(random.Random(n)) for n in range(GAMES)]
    async with a_session(server.url, players):
        await asyncio.gather(*(player.begin(number) for number, player in enumerate(players)))
        playing = [asyncio.create_task(player.play()) for player in players]
        while sum(len(player.acknowledged) for player in players) < 3 * GAMES:
            await asyncio.sleep(0.01)
        server.kill()
        await asyncio.gather(*playing)
    server.restart()
    async with a_session(server.url, players):
        await asyncio.gather(*map(check, players))


@asynccontextmanager
async def a_session(url: str, players: list[Player]) -> AsyncIterator[None]:
    connector = aiohttp.TCPConnector(limit=50)
    timeout = aiohttp.ClientTimeout(total=120)
    async with aiohttp.ClientSession(url, connector=connector, timeout=timeout) as http:
        for player in players:
            player.http = http
        yield


async def check(player: Player) -> None:
    address = f"/api/games/{player.game}"
    events = (await player.get(f"{address}/positions"))["events"]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    by_seq = {event["seq"]: event for event in events}
    for seq, event in player.acknowledged.items():
        assert by_seq[seq] == event
    if player.pending is not None:
        # It was sent, but no answer came: the same key now gives one, and does it once.
        await player.send()
        await player.get(address)
    for _ in range(3):
        await comes_to_turn(player)
        await player.step()
    moves = [
        event
        for event in (await player.get(f"{address}/positions"))["events"]
        if event["type"] == "moved"
    ]
    plies = [(event["view"]["round"], event["view"]["ply"]) for event in moves]
    assert len(plies) == len(set(plies))


async def comes_to_turn(player: Player) -> None:
    """The level thinks on after the restart."""
    for _ in range(1000):
        table = (await player.get(f"/api/games/{player.game}"))["table"]
        if table["status"] == "over" or 0 in table["waits_for"]:
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the level does not move")
