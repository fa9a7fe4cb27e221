"""What the live lobby costs: CPU of the server for a change that everybody in it sees.

    PYTHONPATH=. python benchmarks/server_lobby.py [--streams 500] [--changes 20]

So many guests have the lobby open; one of them opens invitations, one after the other, and each is
awaited by all. The same number of seconds without a change is taken off. One line of JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from pathlib import Path
from typing import Any

import aiohttp

from benchmarks.server_load import cpu_seconds, memory
from tests.server.processes import Process


class Streams:
    """The streams, and how much they have received."""

    def __init__(self) -> None:
        self.heartbeats = self.messages = self.bytes = 0

    async def follow(self, http: aiohttp.ClientSession, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        timeout = aiohttp.ClientTimeout(total=None)
        async with http.get("/api/lobby/events", headers=headers, timeout=timeout) as stream:
            async for line in stream.content:
                self.bytes += len(line)
                self.heartbeats += line == b"event: heartbeat\n"
                self.messages += b'{"invitations":' in line


async def a_guest(http: aiohttp.ClientSession) -> str:
    async with http.post("/api/me", json={"token": True}) as answer:
        return str((await answer.json())["token"])


async def invite(http: aiohttp.ClientSession, token: str) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    body = {"against": "friend", "listed": True}
    async with http.post("/api/games", json=body, headers=headers) as answer:
        assert answer.status == 201, await answer.text()


async def measure(server: Process, streams: int, changes: int) -> dict[str, Any]:
    pid, seen = server.process.pid, Streams()
    connector = aiohttp.TCPConnector(limit=0, limit_per_host=0)
    async with aiohttp.ClientSession(server.url, connector=connector) as http:
        tokens = [await a_guest(http) for _ in range(streams)]
        before = memory(pid)
        tasks = [asyncio.create_task(seen.follow(http, token)) for token in tokens]
        while seen.heartbeats < streams:
            await asyncio.sleep(0.1)
        opened = memory(pid)
        await asyncio.sleep(2)
        start, cpu, first, received = time.monotonic(), cpu_seconds(pid), seen.messages, seen.bytes
        for number in range(changes):
            await invite(http, tokens[0])
            # The one who invites sees it among their own games.
            while seen.messages < first + (number + 1) * (streams - 1):
                await asyncio.sleep(0.01)
        busy, seconds = cpu_seconds(pid) - cpu, time.monotonic() - start
        received = seen.bytes - received
        cpu = cpu_seconds(pid)
        await asyncio.sleep(seconds)
        idle = cpu_seconds(pid) - cpu
        for task in tasks:
            task.cancel()
    return {
        "streams": streams,
        "changes": changes,
        "kb_per_stream": round(1024 * (opened - before) / streams, 1),
        "cpu_ms_per_change": round(1000 * (busy - idle) / changes, 1),
        "us_per_message": round(1e6 * (busy - idle) / changes / streams, 1),
        "bytes_per_message": round(received / changes / streams),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--streams", type=int, default=500)
    parser.add_argument("--changes", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder, "games.db"))
        with Process(database, registration="open", heartbeat=10.0) as server:
            print(json.dumps(asyncio.run(measure(server, options.streams, options.changes))))


if __name__ == "__main__":
    main()
