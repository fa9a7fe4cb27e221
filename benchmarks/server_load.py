"""How much the table server carries: 500 games, 750 streams, 250 moves a second.

    PYTHONPATH=. python benchmarks/server_load.py [--database postgresql] [--workers N] [--redis]
    PYTHONPATH=. python benchmarks/server_load.py --games 5000 --people --interval 15 --no-raise
    PYTHONPATH=. python benchmarks/server_load.py --database postgresql --servers 2 --affinity

Server and clients share the machine. The first run measures the latency at the rate above; then
the rate is raised until p99 passes 500 ms. Lines of JSON, and a table for docs/performance.md.
What other machines of the same host stole meanwhile, and what was left idle, stands in each row.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.server.processes import Process, postgresql, redis

Data = dict[str, Any]
CLIENTS = Path(__file__).with_name("server_clients.py")
TOO_SLOW_MS = 500.0


@contextmanager
def a_database(kind: str) -> Iterator[str]:
    if kind == "postgresql":
        with postgresql(durable=True) as address:
            yield address
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield str(Path(folder, "games.db"))


def family(pid: int) -> list[int]:
    """A process and those that it has started."""
    found = [pid]
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text().rsplit(")", 1)[1].split()[1])
        except (OSError, IndexError):
            continue
        if parent == pid:
            found.append(int(status.parent.name))
    return found


def cpu_seconds(pid: int) -> float:
    total = 0
    for one in family(pid):
        fields = Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Resident megabytes."""
    pages = sum(int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in family(pid))
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def machine_time() -> tuple[int, int, int]:
    """Ticks of all cores so far: stolen by other machines of the same host, idle, and in all."""
    line = Path("/proc/stat").read_text().splitlines()[0]
    ticks = [int(field) for field in line.split()[1:9]]
    return ticks[7], ticks[3], sum(ticks)


def run(
    servers: Sequence[Process],
    *,
    games: int,
    interval: float,
    warm_up: float,
    seconds: float,
    people: bool = False,
    affinity: bool = False,
) -> Data:
    """One run of the clients, with what the servers took for it."""
    command = [sys.executable, str(CLIENTS), *(each.url for each in servers)]
    command += ["--games", str(games), *(["--affinity"] if affinity else [])]
    command += ["--interval", str(interval), "--warm-up", str(warm_up), "--seconds", str(seconds)]
    command += ["--people"] if people else []
    before: Data = {}
    after: Data = {}
    result: Data = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as clients:
        assert clients.stdout is not None
        for line in clients.stdout:
            message = json.loads(line)
            state = {
                "cpu": sum(cpu_seconds(each.process.pid) for each in servers),
                "memory": sum(memory(each.process.pid) for each in servers),
                "machine": machine_time(),
            }
            if message["phase"] == "warm":
                before = state
            elif message["phase"] == "measured":
                after = state
            else:
                result = message
    moves = result["moves_per_second"] * seconds
    stolen, idle, ticks = (b - a for a, b in zip(before["machine"], after["machine"], strict=True))
    return {
        "games": games,
        "interval": interval,
        **{name: value for name, value in result.items() if name != "phase"},
        "cpu_ms_per_move": round(1000 * (after["cpu"] - before["cpu"]) / moves, 2),
        "memory_mb": [round(before["memory"]), round(after["memory"])],
        "steal_percent": round(100 * stolen / ticks, 1),
        "idle_percent": round(100 * idle / ticks, 1),
    }


def raise_rate(servers: Sequence[Process], games: int, seconds: float) -> list[Data]:
    """Ever more moves, until p99 passes half a second or something fails."""
    results, interval = [], 1.5
    while True:
        result = run(servers, games=games, interval=interval, warm_up=5, seconds=seconds)
        results.append(result)
        print(json.dumps(result), flush=True)
        if result["both"]["p99"] > TOO_SLOW_MS or result["errors"]:
            return results
        interval *= 0.8


def row(name: str, result: Data) -> str:
    both = result["both"]
    figures = [
        f"{result['moves_per_second']:.0f}",
        *(f"{both[key]:.0f}" for key in ("p50", "p95", "p99", "max")),
        f"{result['cpu_ms_per_move']:.2f}",
        " → ".join(map(str, result["memory_mb"])),
        str(sum(result["errors"].values())),
        f"{result['steal_percent']:.1f}",
        f"{result['idle_percent']:.0f}",
    ]
    return f"| {name} | " + " | ".join(figures) + " |"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--redis", action="store_true")
    parser.add_argument("--servers", type=int, default=1, help="with one worker each")
    parser.add_argument("--affinity", action="store_true", help="a game always at one server")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--interval", type=float, default=2.0)
    parser.add_argument("--warm-up", type=float, default=10.0)
    parser.add_argument("--people", action="store_true")
    parser.add_argument("--no-raise", action="store_true")
    options = parser.parse_args()
    with ExitStack() as stack:
        address = stack.enter_context(a_database(options.database))
        more = ["--workers", str(options.workers)]
        if options.redis:
            more += ["--redis", stack.enter_context(redis())]
        many = 20 * options.games
        servers = [
            stack.enter_context(
                Process(
                    address,
                    *more,
                    heartbeat=10,
                    live_games_kept=max(2000, 2 * options.games),
                    connections_per_address=max(10_000, many),
                    streams_per_address=max(10_000, many),
                    games_per_address=max(10_000, many),
                )
            )
            for _ in range(options.servers)
        ]
        count = f"{options.workers} worker(s)" if len(servers) == 1 else f"{len(servers)} servers"
        name = f"{options.database}, {count}{', Redis' * options.redis}"
        name += ", affinity" * options.affinity
        first = run(
            servers,
            games=options.games,
            interval=options.interval,
            warm_up=options.warm_up,
            seconds=options.seconds,
            people=options.people,
            affinity=options.affinity,
        )
        print(json.dumps(first), flush=True)
        rows = [row(name, first)]
        if not options.no_raise:
            rows += [row(name, r) for r in raise_rate(servers, options.games, options.seconds / 6)]
    columns = "server|moves/s|p50 ms|p95|p99|max|CPU ms a move|memory MB|errors|steal %|idle %"
    print("| " + columns.replace("|", " | ") + " |")
    print("| --- " * (columns.count("|") + 1) + "|")
    print("\n".join(rows))


if __name__ == "__main__":
    main()
