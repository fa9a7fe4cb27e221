"""The measured figures of the levels: complete, and what one expects of these levels."""

import json
import sys
from pathlib import Path

import pytest

from jaipur.coach.level_style import level_styles
from jaipur.players.levels import LEVELS
from tests.builders import BOTH
from training import measure_level_style

NAMES = [level.name for level in LEVELS]


@pytest.mark.parametrize("ruleset", BOTH)
def test_every_level_was_measured_against_every_level(ruleset: str) -> None:
    found = level_styles(ruleset)
    assert list(found) == NAMES
    for level in found.values():
        assert list(level.against) == NAMES
        assert level.matches >= 100
        assert level.style.rounds >= 2 * level.matches
        assert level.style.sale.error < 0.1


@pytest.mark.parametrize("ruleset", BOTH)
def test_stronger_levels_sell_more_at_once_and_earn_more(ruleset: str) -> None:
    found = list(level_styles(ruleset).values())
    weakest, strongest = found[0].style, found[-1].style
    for figure in ("sale", "bonus_tokens", "rupees"):
        assert getattr(weakest, figure).mean < getattr(strongest, figure).mean
    assert (found[-1].against["kite"].share or 0) > 0.9


def test_nothing_is_known_of_other_rulesets() -> None:
    assert level_styles("tiny") == {}


def test_one_command_writes_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "style.json"
    monkeypatch.setattr(measure_level_style, "LEVELS", LEVELS[:2])
    monkeypatch.setattr(sys, "argv", ["measure", "--deals", "1", "--out", str(out)])
    measure_level_style.main()
    written = json.loads(out.read_text())
    assert written["deals"] == 1
    assert list(written["rulesets"]) == ["standard", "box"]
    assert list(written["rulesets"]["box"]) == ["kite", "porter"]
    assert written["rulesets"]["box"]["kite"]["against"]["porter"][1] == 2
    assert "kite" in capsys.readouterr().out
