"""The bot of the examples plays a match against a level, and is as short as it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.games import Server

BOT = Path(__file__).parents[2] / "examples" / "http_bot.py"


def test_the_bot_is_at_most_25_lines_long() -> None:
    assert len(BOT.read_text().splitlines()) <= 25


@pytest.mark.parametrize("level", ["kite", "caravan"])
def test_the_bot_plays_a_match_against_a_level(server: Server, level: str) -> None:
    run = subprocess.run(
        [sys.executable, str(BOT), server.url, level],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert run.stdout in ("won\n", "lost\n")
