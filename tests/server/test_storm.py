"""A player's match in a storm of attacks, each within its limits: every move is answered.

All attacks go to one real server with its usual limits, from addresses of their own. How long a
move takes is measured in the long test only; in the short one the machine may be busy.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from jaipur.server.settings import Settings
from tests.server.games import seated, slowness, wait_for
from tests.server.processes import ROOT, Process
from tests.server.storm import ATTACKS, CUT

USUAL: dict[str, Any] = {
    name: getattr(Settings(), name)
    for name in (
        "limits",
        "streams_per_user",
        "streams_per_address",
        "connections_per_address",
        "heartbeat",
    )
}
Counts = dict[str, dict[int, int]]
"""How often each attack got which status."""
QUIET_MOVES = 100
SLOWEST_SECONDS = 1.0
MOVES_A_SECOND = 5  # a user may play 10


@dataclass
class Play:
    """Two players in one match after the other."""

    url: str
    rng: random.Random
    seconds: list[float] = field(default_factory=list)
    """How long the answer to each move took."""

    def goes_on(self, *, moves: int | None = None, storm: subprocess.Popen[bytes] | None) -> None:
        """Play so many moves, or until the storm has ended."""
        while not self._is_done(moves, storm):
            with seated(self.url) as (anna, bela, game):
                while not self._is_done(moves, storm):
                    snapshot = anna.now(game)
                    if snapshot["table"]["status"] == "over":
                        break
                    seat = snapshot["table"]["waits_for"][0]
                    person = (anna, bela)[seat]
                    if snapshot["table"]["status"] == "between":
                        person.does(game, "ready")
                        continue
                    view = person.view(game)
                    body = {"move": self.rng.choice(view["moves"]), "seq": view["seq"]}
                    start = time.monotonic()
                    event = person.does(game, "moves", **body)
                    self.seconds.append(time.monotonic() - start)
                    assert event["move"] == body["move"]
                    time.sleep(1 / MOVES_A_SECOND)  # people do not play faster
                events = anna.hears(game, 0)
                assert [event["seq"] for event in events] == list(range(1, len(events) + 1))

    def _is_done(self, moves: int | None, storm: subprocess.Popen[bytes] | None) -> bool:
        if storm is not None:
            return storm.poll() is not None
        assert moves is not None
        return len(self.seconds) >= moves


def play_in_storm(process: Process, seconds: float, seed: int) -> tuple[list[float], Counts]:
    """How long moves took in a storm of so many seconds, and what its attacks were answered."""
    command = [sys.executable, "-m", "tests.server.storm", process.url, str(seconds), str(seed)]
    stormy = Play(process.url, random.Random(seed + 1))
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as storm:
        stormy.goes_on(storm=storm)
        assert storm.stdout is not None
        counts = json.loads(storm.stdout.read())
        assert storm.wait() == 0
    print(json.dumps(counts, indent=1))
    counts = {name: {int(s): n for s, n in of.items()} for name, of in counts.items()}
    check_answers(counts)
    return stormy.seconds, counts


def check_answers(counts: Counts) -> None:
    """Every attack was answered or cut off, as documented, and none broke the server."""
    assert set(counts) == set(ATTACKS)
    for name, statuses in counts.items():
        wrong = {status for status in statuses if status >= 500}
        assert not wrong, (name, statuses)
        if name != "half_open_connections":
            assert sum(statuses.values()) > 0, name
    assert set(counts["large_heads"]) <= {431, 429, CUT}
    assert set(counts["wrong_hosts"]) <= {421, 429}
    assert set(counts["wrong_tokens"]) <= {401, 404, 410, 429}
    assert not set(counts["wrong_bodies"]) & {200, 201}


def recovered(url: str) -> None:
    """Nothing of the storm stays: no stream, and a server that is healthy."""
    assert httpx.get(f"{url}/healthz", timeout=30).json()["status"] == "ok"
    wait_for(
        lambda: "jaipur_streams_open 0.0\n" in httpx.get(f"{url}/metrics", timeout=30).text, 60
    )


def test_every_move_is_played_in_a_short_storm(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Process(str(tmp_path / "games.db"), log=log, **USUAL) as process:
        stormy, _ = play_in_storm(process, seconds=8, seed=1)
        recovered(process.url)
        assert stormy
    assert log.read_text() == ""  # a stranger cannot fill it


@pytest.mark.long
def test_every_move_is_answered_in_a_second_in_a_long_storm(tmp_path: Path) -> None:
    busy = slowness()
    with Process(str(tmp_path / "games.db"), **USUAL) as process:
        quiet = Play(process.url, random.Random(3))
        quiet.goes_on(moves=QUIET_MOVES, storm=None)
        stormy, counts = play_in_storm(process, seconds=180, seed=2)
        recovered(process.url)
    assert any(429 in statuses for statuses in counts.values())  # the limits were reached
    median, slowest = sorted(quiet.seconds)[QUIET_MOVES // 2], max(stormy)
    print(f"median before the storm {1000 * median:.0f} ms, slowest in it {1000 * slowest:.0f} ms,")
    print(f"{len(stormy)} moves, machine {busy:.1f} times slower than idle")
    assert slowest < SLOWEST_SECONDS * busy
