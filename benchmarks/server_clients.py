"""The clients of the load benchmark, in a process of their own: people, streams and moves.

    python benchmarks/server_clients.py URL [URL …] --games 500 --interval 2 --seconds 180

Half of the games are of two people, half against the fastest level; with --people, all are of two.
A game of two people has a move every `interval` seconds; a person against a level moves every
second time, and the level answers by itself. One line of JSON says how long it took from sending a
POST until the other side's event was there, and which errors there were. With several URLs every
request goes to any of them; with --affinity, those of a game always to the same.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import resource
import time
import zlib
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import msgspec

Data = dict[str, Any]


class Message(msgspec.Struct):
    """The fields that are read of every message."""

    type: str
    seq: int
    table: Data
    view: Data | None


MESSAGE = msgspec.json.Decoder(Message)
TIMEOUT_SECONDS = 60.0


@dataclass
class Measurements:
    """What was measured, in seconds, since the warm-up."""

    people: list[float] = field(default_factory=list)
    levels: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    moves: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    counting: bool = False


class Person:
    """A guest with an event stream."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.headers: dict[str, str] = {}
        self.last: Message | None = None
        self.updated = asyncio.Event()
        self.listening: asyncio.Task[None] | None = None
        self.received: dict[int, float] = {}

    async def create_guest(self) -> None:
        me = await self.post("/api/me", {"token": True})
        self.headers = {"Authorization": f"Bearer {me['token']}"}

    async def post(self, address: str, body: Data | None = None) -> Data:
        url = self.load.url_of(address)
        async with self.load.http.post(url, json=body or {}, headers=self.headers) as answer:
            data = msgspec.json.decode(await answer.read())
            if answer.status >= 400:
                self.load.measured.errors[str(data.get("code"))] += 1
            return dict(data)

    def listen(self, game: str) -> None:
        self.last = None
        self.received.clear()
        self.updated = asyncio.Event()
        self.listening = asyncio.create_task(self._listen(f"/api/games/{game}/events"))

    async def _listen(self, address: str) -> None:
        timeout = aiohttp.ClientTimeout(total=None, sock_read=60)
        url = self.load.url_of(address)
        async with self.load.http.get(url, headers=self.headers, timeout=timeout) as stream:
            async for line in stream.content:
                if line.startswith(b'data: {"format"'):
                    now = time.perf_counter()
                    self.last = MESSAGE.decode(line[6:])
                    self.received[self.last.seq] = now
                    self.updated.set()

    async def receives(self, seq: int) -> float:
        """When the event with this number was received."""
        while seq not in self.received:
            self.updated.clear()
            await self.updated.wait()
        return self.received[seq]

    async def close(self) -> None:
        if self.listening is not None:
            self.listening.cancel()
            await asyncio.gather(self.listening, return_exceptions=True)


class GameLoad:
    """One game after the other, with the same users."""

    def __init__(self, load: Load, number: int, people: int) -> None:
        self.load = load
        self.rng = random.Random(number)
        self.people = [Person(load) for _ in range(people)]
        self.game = ""

    async def open(self) -> None:
        maker = self.people[0]
        for person in self.people:
            if not person.headers:
                await person.create_guest()
            await person.close()
        terms: Data = {"against": "friend"}
        if len(self.people) == 1:
            terms = {"against": "level", "level": self.load.level, "take_backs": False}
        opened = await maker.post("/api/games", terms)
        self.game = opened["id"]
        await maker.post(f"/api/games/{self.game}/seat")
        if len(self.people) == 2:
            token = opened["invitation"].rsplit("/", 1)[-1]
            await self.people[1].post(f"/api/invitations/{token}")
        for person in self.people:
            person.listen(self.game)
            await person.updated.wait()

    async def run(self, start: float) -> None:
        """A move whenever it is time, until the load ends."""
        own = self.load.interval * (1 if len(self.people) == 2 else 2)
        due = start + self.rng.random() * own
        while not self.load.over:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due = max(due + own, time.perf_counter() - own)
            await self.act()

    async def act(self) -> None:
        last = self.people[0].last
        assert last is not None
        if last.table["status"] == "over":
            await self.open()
        elif last.table["status"] == "between":
            for person in self.people:
                answer = await person.post(f"/api/games/{self.game}/ready")
                await self.all_receive(answer["seq"])
        else:
            await self.move()

    async def all_receive(self, seq: int) -> None:
        """Continue only when every client is in sync, however slow the machine is."""
        for person in self.people:
            await asyncio.wait_for(person.receives(seq), TIMEOUT_SECONDS)

    async def move(self) -> None:
        seat = next(
            (n for n, p in enumerate(self.people) if p.last and n in p.last.table["waits_for"]),
            None,
        )
        if seat is None:
            return  # the level thinks, or an event is on its way
        mover, measured = self.people[seat], self.load.measured
        assert mover.last is not None
        view = mover.last.view
        assert view is not None
        body = {"move": self.rng.choice(view["moves"]), "seq": view["seq"], "key": f"{view['seq']}"}
        start = time.perf_counter()
        answer = await mover.post(f"/api/games/{self.game}/moves", body)
        answered = time.perf_counter()
        if "seq" not in answer:
            return
        if measured.counting:
            measured.moves += 1
            measured.answers.append(answered - start)
        if len(self.people) == 2:
            received = await asyncio.wait_for(
                self.people[1 - seat].receives(answer["seq"]), TIMEOUT_SECONDS
            )
            if measured.counting:
                measured.people.append(received - start)
            # The move that ends a round is followed by the end, in the same transaction.
            await self.all_receive(answer["seq"] + (answer["view"]["over"] is not None))
        elif answer["view"]["over"] is None:
            received = await asyncio.wait_for(mover.receives(answer["seq"] + 1), TIMEOUT_SECONDS)
            if measured.counting:
                measured.moves += 1
                measured.levels.append(received - start)


class Load:
    """All games."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.interval: float = options.interval
        self.level: str = options.level
        self.measured = Measurements()
        self.over = False
        self.cpu = 0.0
        self.rng = random.Random(1)
        self.http: aiohttp.ClientSession

    def url_of(self, address: str) -> str:
        """The address at one of the servers, as a proxy would choose it."""
        urls: list[str] = self.options.url
        is_of_game = self.options.affinity and address.startswith("/api/games/")
        place = (
            zlib.crc32(address.split("/")[3].encode()) if is_of_game else self.rng.getrandbits(30)
        )
        return urls[place % len(urls)] + address

    async def run(self) -> Data:
        connector = aiohttp.TCPConnector(limit=0)
        timeout = aiohttp.ClientTimeout(total=60)
        async with aiohttp.ClientSession(connector=connector, timeout=timeout) as self.http:
            half = self.options.games if self.options.people else self.options.games // 2
            games = [GameLoad(self, n, 2 if n < half else 1) for n in range(self.options.games)]
            for start in range(0, len(games), 25):
                await asyncio.gather(*(game.open() for game in games[start : start + 25]))
            now = time.perf_counter()
            playing = [asyncio.create_task(self._play(game, now)) for game in games]
            await asyncio.sleep(self.options.warm_up)
            print(json.dumps({"phase": "warm"}), flush=True)
            self.measured.counting = True
            began, cpu = time.perf_counter(), time.process_time()
            await asyncio.sleep(self.options.seconds)
            self.measured.counting, seconds = False, time.perf_counter() - began
            self.cpu = time.process_time() - cpu
            print(json.dumps({"phase": "measured"}), flush=True)
            self.over = True
            await asyncio.gather(*playing)
            for game in games:
                for person in game.people:
                    await person.close()
        return self.summary(seconds)

    async def _play(self, game: GameLoad, start: float) -> None:
        try:
            await game.run(start)
        except Exception as error:
            self.measured.errors[type(error).__name__] += 1

    def summary(self, seconds: float) -> Data:
        measured = self.measured
        return {
            "phase": "done",
            "moves_per_second": round(measured.moves / seconds, 1),
            "people": percentiles(measured.people),
            "levels": percentiles(measured.levels),
            "both": percentiles(measured.people + measured.levels),
            "answers": percentiles(measured.answers),
            "client_cpu_ms_per_move": round(1000 * self.cpu / max(1, measured.moves), 2),
            "errors": dict(measured.errors),
        }


def percentiles(values: list[float]) -> Data:
    """Milliseconds."""
    ordered = sorted(values)
    if not ordered:
        return {}
    at = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    places = {name: min(len(ordered) - 1, int(share * len(ordered))) for name, share in at.items()}
    return {"count": len(ordered), **{n: round(ordered[p] * 1000, 1) for n, p in places.items()}}


def allow_many_connections() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 65_536)), hard))


def main() -> None:
    allow_many_connections()
    # A collection of 10,000 open streams holds this process up for a second, and every answer that
    # arrives meanwhile would seem to be late.
    gc.disable()
    parser = argparse.ArgumentParser()
    parser.add_argument("url", nargs="+")
    parser.add_argument("--affinity", action="store_true")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--interval", type=float, default=2.0)
    parser.add_argument("--warm-up", type=float, default=10.0)
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--level", default="kite")
    parser.add_argument("--people", action="store_true")
    print(json.dumps(asyncio.run(Load(parser.parse_args()).run())), flush=True)


if __name__ == "__main__":
    main()
