"""The command that measures the mistakes of levels: every reason has a theme, and its table."""

import sys

import pytest

from jaipur.coach.reason import ReasonCode
from jaipur.players.levels import LEVELS
from training import measure_level_themes
from training.measure_level_themes import THEMES


def test_every_reason_has_one_theme() -> None:
    codes = [code for codes in THEMES.values() for code in codes]
    assert sorted(codes) == sorted(ReasonCode)


def test_it_prints_a_row_for_every_level(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure_level_themes, "LEVELS", LEVELS[:2])
    monkeypatch.setattr(sys, "argv", ["measure", "--rounds", "1", "--samples", "60"])
    measure_level_themes.main()
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 4
    assert all(row.count("|") == len(THEMES) + 5 for row in rows)
    assert rows[2].startswith("| `kite` | ")
