"""A storm of attacks on one server, each from an address of its own; see test_storm.py.

Run as a program, so that it does not slow down the player who is measured meanwhile:

    python -m tests.server.storm http://127.0.0.1:8000 SECONDS SEED

It ends by itself, and prints how often each attack got which status. An attacker who is told to
come back later (429) does so after a moment, whatever `Retry-After` says.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp

import jaipur

Data = dict[str, Any]
CUT: Final = 0
"""Instead of a status: the connection was closed without an answer."""
_PAUSE_SECONDS: Final = 0.05
_ANSWER_SECONDS: Final = 30.0
_HALF_OPEN: Final = 300
_STREAMS: Final = 250


class Attacker:
    """One address, with users of its own."""

    def __init__(self, url: str, address: str, rng: random.Random) -> None:
        parts = urlsplit(url)
        assert parts.hostname is not None
        assert parts.port is not None
        self.url, self.host, self.port, self.address = url, parts.hostname, parts.port, address
        self.rng = rng
        self.http: aiohttp.ClientSession | None = None
        self.statuses: Counter[int] = Counter()
        self.users: list[dict[str, str]] = []
        self.games: deque[str] = deque(maxlen=50)
        self.records: list[Data] = []
        self.open: list[asyncio.StreamWriter] = []
        self.tasks: set[asyncio.Task[None]] = set()

    async def request(self, method: str, path: str, **options: Any) -> Data:
        """The JSON of an answer; its status is counted."""
        status, body = await self._request(method, path, **options)
        self.statuses[status] += 1
        try:
            found = json.loads(body)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    async def _request(self, method: str, path: str, **options: Any) -> tuple[int, bytes]:
        assert self.http is not None
        status, body = CUT, b""
        with suppress(aiohttp.ClientError, OSError, TimeoutError):
            async with self.http.request(method, path, **options) as answer:
                status, body = answer.status, await answer.read()
        if status in (CUT, 429):
            await asyncio.sleep(_PAUSE_SECONDS)
        return status, body

    async def user(self) -> dict[str, str]:
        """The headers of one of a few users; making them is no attack, and is not counted."""
        if len(self.users) < 3:
            status, body = await self._request("POST", "/api/me", json={"token": True})
            if status == 201:
                self.users.append({"Authorization": f"Bearer {json.loads(body)['token']}"})
        return self.rng.choice(self.users) if self.users else {}

    def record(self) -> Data:
        """The record of a random match, which nobody has imported yet."""
        match = jaipur.Match.deal(seed=self.rng.getrandbits(32))
        while not match.is_over:
            if match.is_between:
                match = match.next_round()
            match = match.play(self.rng.choice(match.round.legal_moves()))
        return dict(match.record())

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self.host, self.port, local_addr=(self.address, 0))


async def large_heads(attacker: Attacker) -> None:
    head = b"GET /api/levels HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    data = attacker.rng.choice(
        [
            head + b"x: " + b"a" * 1_000_000,
            head + b"a: b\r\n" * 100_000,
            b"GET /" + b"a" * 100_000,
            head + b"a: b\r\n" * 101 + b"\r\n",
        ]
    )
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(_ANSWER_SECONDS):
            reader, writer = await attacker.connect()
            with suppress(OSError):
                writer.write(data)
                await writer.drain()
            line = b""
            with suppress(OSError):
                line = await reader.readline()
            attacker.statuses[int(line.split()[1]) if line else CUT] += 1
            writer.close()
    await asyncio.sleep(_PAUSE_SECONDS)


async def half_open_connections(attacker: Attacker) -> None:
    attacker.open = [writer for writer in attacker.open if not writer.transport.is_closing()]
    parts = [
        b"",
        b"GET",
        b"GET /api/lobby HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900\r\n\r\n{",
    ]
    with suppress(OSError):
        while len(attacker.open) < _HALF_OPEN:
            _, writer = await attacker.connect()
            writer.write(attacker.rng.choice(parts))
            attacker.open.append(writer)
    await asyncio.sleep(10 * _PAUSE_SECONDS)


async def imports(attacker: Attacker) -> None:
    if len(attacker.records) < 20:
        attacker.records.append(attacker.record())
    record = attacker.rng.choice(attacker.records)
    if attacker.rng.random() < 0.3:
        record = {**record, "rounds": [{**record["rounds"][0], "moves": [], "end": None}] * 321}
    made = await attacker.request(
        "POST", "/api/records", json=record, headers=await attacker.user()
    )
    if "id" in made:
        attacker.games.append(made["id"])


async def histories(attacker: Attacker) -> None:
    if len(attacker.games) < 3:
        await imports(attacker)
    for game in list(attacker.games)[:3]:
        for path in ("positions", "positions/1", "record", "proof", "events?after=0&wait=0"):
            await attacker.request(
                "GET", f"/api/games/{game}/{path}", headers=await attacker.user()
            )


async def reviews(attacker: Attacker) -> None:
    if len(attacker.games) < 10:
        await imports(attacker)
    for game in attacker.games:
        await attacker.request("GET", f"/api/games/{game}/review", headers=await attacker.user())
        await asyncio.sleep(_PAUSE_SECONDS)


async def level_games(attacker: Attacker) -> None:
    user = await attacker.user()
    terms = {"against": "level", "level": "jeweller", "first": "me"}
    made = await attacker.request("POST", "/api/games", json=terms, headers=user)
    if "id" not in made:
        return
    path = f"/api/games/{made['id']}"
    await attacker.request("POST", f"{path}/seat", json={}, headers=user)
    view = await attacker.request("GET", f"{path}/view", headers=user)
    if view.get("moves"):
        body = {"move": attacker.rng.choice(view["moves"]), "seq": view["seq"]}
        await attacker.request("POST", f"{path}/moves", json=body, headers=user)
    await attacker.request("POST", f"{path}/hint", json={}, headers=user)


async def streams(attacker: Attacker) -> None:
    if not attacker.games:
        await imports(attacker)
        return
    if len(attacker.tasks) < _STREAMS:
        user = await attacker.user() if attacker.rng.random() < 0.1 else {}
        task = asyncio.create_task(_listen(attacker, attacker.games[0], user))
        attacker.tasks.add(task)
        task.add_done_callback(attacker.tasks.discard)
    await asyncio.sleep(_PAUSE_SECONDS / 5)


async def _listen(attacker: Attacker, game: str, user: dict[str, str]) -> None:
    assert attacker.http is not None
    with suppress(aiohttp.ClientError, OSError, TimeoutError):
        path = f"/api/games/{game}/events"
        async with attacker.http.get(path, headers=user) as answer:
            attacker.statuses[answer.status] += 1
            async for _ in answer.content.iter_any():
                pass
    await asyncio.sleep(_PAUSE_SECONDS)


async def wrong_tokens(attacker: Attacker) -> None:
    token = attacker.rng.randbytes(32).hex()
    headers = {"Authorization": f"Bearer {token}"}
    path = attacker.rng.choice(["/api/me", "/api/lobby", "/api/games/x/view"])
    await attacker.request("GET", path, headers=headers)
    await attacker.request("POST", "/api/session", json={"link": token})
    await attacker.request("GET", f"/api/invitations/{token[:22]}")


async def joins_and_claims(attacker: Attacker) -> None:
    host, guest = await attacker.user(), await attacker.user()
    made = await attacker.request(
        "POST", "/api/games", json={"against": "friend", "listed": True}, headers=host
    )
    if "id" not in made:
        return
    path = f"/api/games/{made['id']}"
    await attacker.request("POST", f"{path}/seat", json={}, headers=host)
    invitation = made["invitation"].rsplit("/", 1)[-1]
    await attacker.request("POST", f"/api/invitations/{invitation}", json={}, headers=guest)
    for what in ("level", "match"):
        await attacker.request("POST", f"{path}/claim", json={"what": what}, headers=host)
    command = attacker.rng.choice(["leave", "resign", "rematch"])
    await attacker.request("POST", f"{path}/{command}", json={}, headers=guest)


async def reads(attacker: Attacker) -> None:
    path = attacker.rng.choice(["/api/lobby", "/api/levels", "/", "/api/openapi.json", "/healthz"])
    await attacker.request("GET", path, headers=await attacker.user())


async def wrong_bodies(attacker: Attacker) -> None:
    data, kind = attacker.rng.choice(
        [
            (b"[" * 16_000, "application/json"),
            (b"{" * 200_000, "application/json"),
            (b"\xff\xfe" * 100, "application/json"),
            (b'{"name": "' + b"a" * 15_000 + b'"}', "application/json"),
            (b"a" * 1_000, "text/plain"),
        ]
    )
    path = attacker.rng.choice(["/api/me", "/api/games", "/api/records"])
    headers = {**await attacker.user(), "Content-Type": kind}
    await attacker.request("POST", path, data=data, headers=headers)


async def wrong_hosts(attacker: Attacker) -> None:
    await attacker.request("GET", "/api/lobby", headers={"Host": "evil.example"})
    await asyncio.sleep(_PAUSE_SECONDS)


ATTACKS: Final[dict[str, Callable[[Attacker], Awaitable[None]]]] = {
    attack.__name__: attack
    for attack in (
        large_heads,
        half_open_connections,
        imports,
        histories,
        reviews,
        level_games,
        streams,
        wrong_tokens,
        joins_and_claims,
        reads,
        wrong_bodies,
        wrong_hosts,
    )
}


async def storm(url: str, seconds: float, seed: int) -> dict[str, Counter[int]]:
    """Attack for so many seconds; how often each attack got which status."""
    attackers = {
        name: Attacker(url, f"127.0.1.{number}", random.Random(f"{seed}/{name}"))
        for number, name in enumerate(ATTACKS, 1)
    }
    until = asyncio.get_running_loop().time() + seconds
    await asyncio.gather(
        *(_attack(attacker, ATTACKS[name], until) for name, attacker in attackers.items())
    )
    return {name: attacker.statuses for name, attacker in attackers.items()}


async def _attack(
    attacker: Attacker, attack: Callable[[Attacker], Awaitable[None]], until: float
) -> None:
    connector = aiohttp.TCPConnector(local_addr=(attacker.address, 0), limit=_STREAMS + 10)
    timeout = aiohttp.ClientTimeout(total=None, sock_read=_ANSWER_SECONDS)
    async with aiohttp.ClientSession(attacker.url, connector=connector, timeout=timeout) as http:
        attacker.http = http
        while asyncio.get_running_loop().time() < until:
            await attack(attacker)
        for task in attacker.tasks:
            task.cancel()
        await asyncio.gather(*attacker.tasks, return_exceptions=True)
        for writer in attacker.open:
            writer.close()


if __name__ == "__main__":
    print(json.dumps(asyncio.run(storm(sys.argv[1], float(sys.argv[2]), int(sys.argv[3])))))
