"""The measured mistakes of the levels: complete, and what one expects of these levels."""

import pytest

from jaipur.coach.level_themes import level_themes
from jaipur.coach.mistake_themes import MistakeTheme
from jaipur.players.levels import LEVELS
from tests.builders import BOTH


@pytest.mark.parametrize("ruleset", BOTH)
def test_every_level_was_measured_in_every_theme(ruleset: str) -> None:
    found = level_themes(ruleset)
    assert list(found) == [level.name for level in LEVELS]
    for level in found.values():
        assert list(level.themes) == list(MistakeTheme)
        assert level.decisions >= 250


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_weakest_level_loses_most_by_mistakes_and_the_strongest_nearly_nothing(
    ruleset: str,
) -> None:
    lost = [
        sum(level.lost_by_decision(theme) for theme in MistakeTheme)
        for level in level_themes(ruleset).values()
    ]
    assert lost[0] == max(lost)
    assert lost[-1] == min(lost) < 0.01


def test_nothing_is_known_of_other_rulesets() -> None:
    assert level_themes("tiny") == {}
