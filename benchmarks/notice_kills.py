"""Notices through kills of the server: how many were lost, came twice, and were shown twice.

    PYTHONPATH=. python benchmarks/notice_kills.py [--notices 10000] [--kills 20] [--games 100]

Games by correspondence are played by notices alone, on SQLite, while `kill -9` ends the server
process again and again. One line of JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import tempfile
import time
from pathlib import Path

from tests.server.notice_kills import play_through_kills, shown_by_service_worker
from tests.server.processes import Process


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notices", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--games", type=int, default=100)
    options = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder, "games.db"))
        with Process(
            database, registration="open", push_loopback=True, notice_interval=0.2
        ) as server:
            tally = asyncio.run(
                play_through_kills(
                    server,
                    database,
                    notices=options.notices,
                    kills=options.kills,
                    games=options.games,
                )
            )
    node = shutil.which("node")
    shown = None if node is None else shown_by_service_worker(node, tally.messages)
    print(
        json.dumps(
            {
                "notices": len(tally.expected),
                "kills": tally.kills,
                "lost": len(tally.lost),
                "sent_twice": tally.repeated,
                "shown": None if shown is None else len(shown),
                "shown_twice": None if shown is None else sum(n > 1 for n in shown.values()),
                "seconds": round(time.monotonic() - begun),
            }
        )
    )


if __name__ == "__main__":
    main()
