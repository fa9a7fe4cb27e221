"""What an open event stream costs: memory a stream, and CPU of the server a heartbeat.

    PYTHONPATH=. python benchmarks/server_streams.py [--games 500] [--seconds 20]

Every game has two people with a stream each, who do nothing. Memory is that of the server after
all streams were opened, less that before; CPU is what it takes while only heartbeats are sent, less
what it takes without any stream. The clients are in a process of their own. One line of JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import aiohttp

from benchmarks.server_load import cpu_seconds, memory
from tests.server.processes import Process

HEARTBEAT_SECONDS = 1.0
IDLE_SECONDS = 10.0


async def listen(http: aiohttp.ClientSession, game: str, token: str, beats: list[int]) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    timeout = aiohttp.ClientTimeout(total=None)
    async with http.get(f"/api/games/{game}/events", headers=headers, timeout=timeout) as stream:
        async for line in stream.content:
            beats[0] += line == b"event: heartbeat\n"


async def seat_two(http: aiohttp.ClientSession) -> tuple[str, list[str]]:
    tokens = []
    for _ in range(2):
        async with http.post("/api/me", json={"token": True}) as answer:
            tokens.append((await answer.json())["token"])
    maker, guest = ({"Authorization": f"Bearer {token}"} for token in tokens)
    async with http.post("/api/games", json={"against": "friend"}, headers=maker) as answer:
        opened = await answer.json()
    invitation = opened["invitation"].rsplit("/", 1)[-1]
    for path, headers in (
        (f"/api/games/{opened['id']}/seat", maker),
        (f"/api/invitations/{invitation}", guest),
    ):
        async with http.post(path, json={}, headers=headers) as answer:
            assert answer.status == 200, await answer.text()
    return opened["id"], tokens


async def clients(url: str, games: int, seconds: float) -> None:
    """Print a line at each step; wait for a line before the streams are opened."""
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(url, connector=connector) as http:
        seated = []
        for start in range(0, games, 20):
            some = min(20, games - start)
            seated += await asyncio.gather(*(seat_two(http) for _ in range(some)))
        print("seated", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        beats = [0]
        tasks = [
            asyncio.create_task(listen(http, game, token, beats))
            for game, tokens in seated
            for token in tokens
        ]
        while beats[0] < 3 * len(tasks):
            await asyncio.sleep(0.1)
        print("open", flush=True)
        before = beats[0]
        await asyncio.sleep(seconds)
        print(beats[0] - before, flush=True)
        for task in tasks:
            task.cancel()


def measure(games: int, seconds: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder, "games.db"))
        with Process(database, heartbeat=HEARTBEAT_SECONDS, live_games_kept=2 * games) as server:
            pid = server.process.pid
            command = [sys.executable, __file__, "--url", server.url]
            command += ["--games", str(games), "--seconds", str(seconds)]
            with subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            ) as process:
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdout.readline()
                time.sleep(2)
                start, cpu = memory(pid), cpu_seconds(pid)
                time.sleep(IDLE_SECONDS)
                idle = (cpu_seconds(pid) - cpu) / IDLE_SECONDS
                process.stdin.write("\n")
                process.stdin.flush()
                process.stdout.readline()
                opened, cpu = memory(pid), cpu_seconds(pid)
                beats = int(process.stdout.readline())
                cpu = cpu_seconds(pid) - cpu - idle * seconds
    streams = 2 * games
    return {
        "streams": streams,
        "kb_per_stream": round(1024 * (opened - start) / streams, 1),
        "heartbeats": beats,
        "us_per_heartbeat": round(1e6 * cpu / max(1, beats), 1),
        "idle_ms_per_second": round(1000 * idle, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--url")
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 65_536)), hard))
    if options.url is None:
        print(json.dumps(measure(options.games, options.seconds)))
    else:
        asyncio.run(clients(options.url, options.games, options.seconds))


if __name__ == "__main__":
    main()
