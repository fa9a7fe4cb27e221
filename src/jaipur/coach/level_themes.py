"""The mistakes of each level by theme, as measured: beside them stand those of people.

`training/measure_level_themes.py` writes the file `level_themes.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from jaipur.coach.mistake_themes import MistakeTheme
from jaipur.coach.review_facts import ThemeLoss

__all__ = ["LevelMistakes", "level_themes"]


@dataclass(frozen=True, slots=True)
class LevelMistakes:
    """What one level lost in so many decisions, by theme."""

    decisions: int
    themes: Mapping[MistakeTheme, ThemeLoss]

    def lost_by_decision(self, theme: MistakeTheme) -> float:
        """What a decision loses on average by mistakes of a theme, of the seal."""
        return self.themes[theme].lost / self.decisions


@cache
def level_themes(ruleset: str) -> Mapping[str, LevelMistakes]:
    """The mistakes of the levels, the weakest first; nothing where they were not measured."""
    data = json.loads(files("jaipur.coach").joinpath("level_themes.json").read_bytes())
    return {
        name: LevelMistakes(
            level["decisions"],
            {MistakeTheme(theme): ThemeLoss(*loss) for theme, loss in level["themes"].items()},
        )
        for name, level in data["rulesets"].get(ruleset, {}).items()
    }
