"""The command that measures the mistakes of levels, and its table."""

import sys

import pytest

from jaipur.coach.mistake_themes import MistakeTheme
from jaipur.players.levels import LEVELS
from training import measure_level_themes


def test_it_prints_a_row_for_every_level(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure_level_themes, "LEVELS", LEVELS[:2])
    monkeypatch.setattr(sys, "argv", ["measure", "--rounds", "1", "--samples", "60"])
    measure_level_themes.main()
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 4
    assert all(row.count("|") == len(MistakeTheme) + 4 for row in rows)
    assert rows[2].startswith("| `kite` | ")
