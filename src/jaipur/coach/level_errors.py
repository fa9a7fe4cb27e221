"""The error per decision of each level, as measured, and where a player stands among them.

`training/measure_level_errors.py` writes the file `level_errors.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import isinf

from jaipur.coach.accuracy import Accuracy

__all__ = ["Placement", "level_errors", "place"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """The levels that a player plays like, by name, the weakest first."""

    like: tuple[str, ...]
    """Those that it cannot be told from: less than two standard errors apart."""
    weaker: str | None = None
    """Where it is like none: the next weaker level, if there is one."""
    stronger: str | None = None
    """Where it is like none: the next stronger level, if there is one."""


@cache
def level_errors(ruleset: str) -> Mapping[str, Accuracy]:
    """What the levels lose by a decision, the weakest first; nothing where it was not measured."""
    data = json.loads(files("jaipur.coach").joinpath("level_errors.json").read_bytes())
    found = data["rulesets"].get(ruleset, {})
    return {
        name: Accuracy(level["decisions"], level["mean"], level["error"])
        for name, level in found.items()
    }


def place(accuracy: Accuracy, ruleset: str) -> Placement | None:
    """Where a player stands among the levels; None where that is not known."""
    levels = level_errors(ruleset)
    if not levels or isinf(accuracy.error):
        return None
    like = tuple(name for name, level in levels.items() if not accuracy.differs_from(level))
    if like:
        return Placement(like=like)
    worse = [name for name, level in levels.items() if level.mean > accuracy.mean]
    better = [name for name, level in levels.items() if level.mean < accuracy.mean]
    return Placement(
        like=(), weaker=worse[-1] if worse else None, stronger=better[0] if better else None
    )
