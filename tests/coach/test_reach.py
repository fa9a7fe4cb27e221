"""The coach sees both hands: nothing that plays, hints or shows a running round may reach it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import jaipur

SOURCE = Path(jaipur.__file__).parent
LIVE = (
    "jaipur.players",
    "jaipur.players.levels",
    "jaipur.players.bot_server",
    "jaipur.engine.analysis",
    "jaipur.rules.match",
    "jaipur.envs.batch",
    "jaipur.server.events",
    "jaipur.server.level_moves",
    "jaipur.server.routes.play",
    "jaipur.server.hints",
    "jaipur.server.services",
)


def test_only_what_judges_rounds_that_are_over_names_the_coach() -> None:
    naming = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.p*")
        if path.suffix in {".py", ".pyx", ".pxd", ".pyi"}
        and re.search(r"jaipur[. ](import )?coach\b", path.read_text(encoding="utf-8"))
    }
    # Of the server, what is about matches that are over, and puzzles.
    finished = (
        r"server/(review\w*|own_\w+|stored_facts|ratings/luck_results|shapes/own_matches|openapi_examples|puzzle_\w+)"
        r"\.py$"
    )
    allowed = re.compile(
        rf"coach/|arena/|cli/review|cli/puzzle|cli/opening|{finished}|__init__\.py$"
    )
    assert naming
    assert sorted(name for name in naming if not allowed.match(name)) == []


@pytest.mark.parametrize("module", LIVE)
def test_live_play_loads_neither_the_coach_nor_the_referee(module: str) -> None:
    pytest.importorskip(module)
    code = (
        f"import sys, {module}\n"
        "print([m for m in sys.modules if m.startswith('jaipur.coach')\n"
        "    or m in ('jaipur.engine.referee', 'jaipur.engine.luck')])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert found.stdout.strip() == "[]"
