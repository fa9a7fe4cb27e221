"""How long quick pairing takes when many seek at once: 200 people, one request each.

    PYTHONPATH=. python benchmarks/server_pairing.py [--database postgresql] [--workers 2]

The server is a process of its own, and this one is its clients. One line of JSON: the time from the
first request until each has a game, the share of the machine that was left, and what went wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import time
from contextlib import ExitStack
from typing import Any

import aiohttp

from benchmarks.server_load import a_database, cpu_seconds, family
from tests.server.processes import Process

Data = dict[str, Any]


async def a_guest(http: aiohttp.ClientSession, url: str) -> Data:
    async with http.post(f"{url}/api/me", json={"token": True}) as answer:
        made = await answer.json()
    return {"Authorization": f"Bearer {made['token']}"}


async def seek(http: aiohttp.ClientSession, url: str, headers: Data, begun: float) -> Any:
    """The game of one seeker, and after how many seconds it was told."""
    body = {"key": "benchmark", "clock": {"initial": 300, "increment": 8}}
    while True:
        async with http.post(f"{url}/api/pairing", json=body, headers=headers) as answer:
            found = await answer.json()
        if found.get("game") is not None or answer.status != 200:
            return found.get("game"), time.perf_counter() - begun


async def run(url: str, seekers: int) -> Data:
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as http:
        people = [await a_guest(http, url) for _ in range(seekers)]
        begun = time.perf_counter()
        found = await asyncio.gather(*(seek(http, url, each, begun) for each in people))
    times = sorted(seconds for _, seconds in found)
    games = [game for game, _ in found]
    wrong = sum(games.count(game) != 2 for game in games)
    return {
        "seekers": seekers,
        "all_s": round(times[-1], 3),
        "median_s": round(times[len(times) // 2], 3),
        "not_in_a_pair": wrong,
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seekers", type=int, default=200)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    with ExitStack() as stack:
        address = stack.enter_context(a_database(options.database))
        more = ["--workers", str(options.workers)]
        server = stack.enter_context(Process(address, *more, registration="open"))
        before = sum(map(cpu_seconds, family(server.process.pid)))
        result = asyncio.run(run(server.url, options.seekers))
        used = sum(map(cpu_seconds, family(server.process.pid))) - before
    load = round(os.getloadavg()[0], 1)
    print(json.dumps({**result, "server_cpu_s": round(used, 2), "load": load}))


if __name__ == "__main__":
    main()
