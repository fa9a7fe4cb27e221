"""kill -9 in the middle of games by correspondence: no notice is lost, none is shown twice."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from tests.server.notice_kills import play_through_kills, shown_by_service_worker
from tests.server.processes import Process


def test_no_notice_is_lost_or_shown_twice_when_the_server_is_killed(tmp_path: Path) -> None:
    database = str(tmp_path / "games.db")
    with Process(database, registration="open", push_loopback=True, notice_interval=0.2) as server:
        tally = asyncio.run(play_through_kills(server, database, notices=200, kills=3, games=20))
    assert tally.kills == 3
    assert len(tally.received) >= 200
    assert tally.lost == set()
    assert tally.received.keys() == tally.expected
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    shown = shown_by_service_worker(node, tally.messages)
    assert set(shown) == tally.expected
    assert set(shown.values()) == {1}
