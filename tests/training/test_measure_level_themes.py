"""The command that measures the mistakes of levels, its table and its file."""

import json
import sys
from pathlib import Path

import pytest

from jaipur.coach.mistake_themes import MistakeTheme
from jaipur.players.levels import LEVELS
from training import measure_level_themes


def test_it_prints_a_row_for_every_level_and_writes_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "themes.json"
    monkeypatch.setattr(measure_level_themes, "LEVELS", LEVELS[:2])
    monkeypatch.setattr(measure_level_themes, "RULESETS", ("box",))
    arguments = ["measure", "--rounds", "1", "--samples", "60", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", arguments)
    measure_level_themes.main()
    rows = [row for row in capsys.readouterr().out.splitlines() if row.startswith("|")]
    assert len(rows) == 4
    assert all(row.count("|") == len(MistakeTheme) + 4 for row in rows)
    assert rows[2].startswith("| `kite` | ")
    written = json.loads(out.read_text())
    assert written["rounds"] == 1
    kite = written["rulesets"]["box"]["kite"]
    assert f"| {kite['decisions']} |" in rows[2]
    assert list(kite["themes"]) == list(MistakeTheme)
    assert sum(count for count, _ in kite["themes"].values()) > 0
