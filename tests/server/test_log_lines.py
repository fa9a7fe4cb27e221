"""Every log line is one line, and names the request that has caused it."""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from jaipur.server import levels
from jaipur.server.log_lines import LOG_CONFIG, LogLine
from jaipur.server.routes import play
from tests.server.games import Person, wait_for


class Console(logging.Handler):
    """Keeps the lines as `jaipur serve` would print them."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.setFormatter(LogLine())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def console() -> Iterator[Console]:
    handler = Console()
    logging.getLogger("jaipur").addHandler(handler)
    yield handler
    logging.getLogger("jaipur").removeHandler(handler)


def breaks(*_: object) -> None:
    raise RuntimeError("broken\nby a test")


def test_a_failed_request_is_one_line_with_the_id_that_its_answer_tells(
    anna: Person, console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = anna.plays_against()
    monkeypatch.setattr(play, "table_view", breaks)
    answer = anna.http.get(f"/api/games/{game}/view")
    (line,) = console.lines
    assert "\n" not in line
    assert f" request={answer.json()['request']} " in line
    assert re.match(r"time=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z level=error ", line)
    assert ' message="method=GET route=/api/games failed" ' in line
    assert "broken\nby a test" in json.loads(line.partition(" trace=")[2])
    assert not any(secret in line for secret in (game, anna.token, anna.id))


def test_what_a_request_has_started_logs_its_id(
    anna: Person, console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = anna.opens("level", first="other")["id"]
    monkeypatch.setattr(levels, "choose", breaks)
    anna.sits_down(game)  # and the level is to move
    (line,) = wait_for(lambda: console.lines)
    assert re.search(r" request=[0-9a-f]{6}-[0-9a-f]+ message=\"a level failed to move\"", line)


def test_what_the_server_does_by_itself_has_no_request(console: Console) -> None:
    logging.getLogger("jaipur.server").warning("Redis can be used again")
    assert ' request=- message="Redis can be used again"' in console.lines[0]


def test_the_console_is_quiet_but_for_warnings() -> None:
    assert LOG_CONFIG["handlers"]["stderr"]["level"] == "WARNING"


def test_the_configuration_leaves_the_levels_of_other_logs_alone() -> None:
    """In a process of its own, since it configures the logging of the whole process."""
    program = (
        "import logging.config, jaipur.server.http_protocol, jaipur.server.security_log\n"
        "from jaipur.server.log_lines import LOG_CONFIG\n"
        "logging.config.dictConfig(LOG_CONFIG)\n"
        "for name in ('jaipur.server', 'jaipur.security', 'jaipur.server.protocol'):\n"
        "    print(logging.getLevelName(logging.getLogger(name).getEffectiveLevel()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["WARNING", "INFO", "ERROR"]
