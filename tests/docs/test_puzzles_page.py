"""docs/puzzles.md has the numbers of the data that is in the package."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jaipur.coach.puzzles import puzzle
from jaipur.coach.puzzles.proof import MIN_MARGIN, MIN_SIGMAS, PROOF_SAMPLES
from jaipur.server.puzzle_ratings import PUZZLE_DEVIATION, START
from training import mine_puzzles, pack_puzzles, puzzle_rounds

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "puzzles.md").read_text("utf-8")


@pytest.mark.parametrize("name", ["counts", "themes"])
def test_the_tables_are_those_of_the_data(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = re.search(rf"<!-- {name} -->\n(.*?)\n<!-- /{name} -->", PAGE, re.DOTALL)
    assert found is not None
    hint = "python -m training.pack_puzzles --page writes it anew"
    assert found[1] == pack_puzzles.page_tables()[name], hint


def test_the_limits_are_those_of_the_code() -> None:
    for text in (
        f"up to {puzzle.RIGHT_WITHIN:.0%} is right".replace("%", " %"),
        f"below {puzzle.HALF_BELOW:.0%} is half right".replace("%", " %"),
        f"at least {MIN_MARGIN:.0%}".replace("%", " %"),
        f"in {PROOF_SAMPLES:,} fresh samples",
        f"{puzzle_rounds.RANDOM_MOVES:.0%} of the moves are drawn".replace("%", " %"),
        f"A search of {mine_puzzles.SCREEN_SAMPLES} samples",
        f"ahead by {mine_puzzles.SCREEN_MARGIN:.0%}".replace("%", " %"),
        f"in {mine_puzzles.NEAR_SAMPLES} each",
        f"a search of {mine_puzzles.LINE_SAMPLES} samples",
        f"begins at {START.rating:.0f} ± {START.deviation:.0f}",
        f"rating ± {PUZZLE_DEVIATION:.0f}",
    ):
        assert text in PAGE, text
    assert MIN_SIGMAS == 5
    assert "by five standard errors" in PAGE
