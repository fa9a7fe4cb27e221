"""How each level plays, as measured: the same figures that are counted for people.

`training/measure_level_style.py` writes the file `level_style.json`, from matches of the levels
against each other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from jaipur.coach.estimates import Proportion
from jaipur.coach.play_style import PlayStyle

__all__ = ["LevelStyle", "level_styles"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelStyle:
    """The figures of one level."""

    style: PlayStyle
    against: Mapping[str, Proportion]
    """Matches won against each level, by name."""

    @property
    def matches(self) -> int:
        """How many matches the figures come from."""
        return sum(result.of for result in self.against.values())


@cache
def level_styles(ruleset: str) -> Mapping[str, LevelStyle]:
    """The figures of the levels, the weakest first; nothing where they were not measured."""
    data = json.loads(files("jaipur.coach").joinpath("level_style.json").read_bytes())
    return {
        name: LevelStyle(
            style=PlayStyle.from_data(level["style"]),
            against={other: Proportion(*won) for other, won in level["against"].items()},
        )
        for name, level in data["rulesets"].get(ruleset, {}).items()
    }
