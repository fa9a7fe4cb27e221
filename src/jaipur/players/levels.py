"""The five levels: named opponents of rising strength.

All of them use the network of `jaipur.engine`. They differ in their handicap, which has the
mistakes of people of that strength (`jaipur.engine.traits`), and in whether they search. None of
them plays well and then blunders on purpose. `training/fit_levels.py` has fitted the numbers so
that each takes about four rounds in five from the one below; docs/strength.md has the ratings.

A player is a function of its seed and the view: asked twice, it answers the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from jaipur.engine.handicap import choose_with_handicap
from jaipur.engine.search import think
from jaipur.engine.traits import Handicap
from jaipur.players.budget import Budget
from jaipur.players.player import in_turn
from jaipur.rules.moves import Move
from jaipur.rules.view import View

__all__ = ["LEVELS", "Level", "LevelPlayer", "find_level", "ratings", "seed_for"]

_DEFAULT_BUDGET: Final = Budget(milliseconds=100)
_NO_HANDICAP: Final = Handicap()


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A named strength of opponent, and the handicap that makes it so strong and no stronger."""

    name: str
    title: str
    sentence: str
    handicap: Handicap = _NO_HANDICAP
    """The mistakes that it makes; a level that searches makes none of them."""
    thinks: bool = False
    """Whether it searches, at most for as long as it is given; the others play one ply deep."""
    samples: int | None = None
    """How many samples it searches, whatever it is given; None for as many as its budget allows."""

    @property
    def order(self) -> int:
        """Its place among the levels, 0 for the weakest."""
        return LEVELS.index(self)

    def rating(self, ruleset: str = "standard") -> int | None:
        """Its measured rating on the scale of docs/strength.md; None where it was not measured."""
        rating: int | None = ratings().get(ruleset, {}).get(self.name)
        return rating

    def __str__(self) -> str:
        return self.name


LEVELS: Final = (
    Level(
        name="kite",
        title="The child with the kite",
        sentence="Grabs what glitters, sells it at once, leaves the camels and forgets cards.",
        handicap=Handicap(
            noise=1.76,
            forgetting=1.0,
            short_sight=0.21,
            impatience=0.53,
            greed=1.23,
            timidity=0.88,
            camel_neglect=1.41,
        ),
    ),
    Level(
        name="porter",
        title="The porter",
        sentence="Sells at the first chance, seldom exchanges, and forgets who took what.",
        handicap=Handicap(
            noise=0.35,
            forgetting=0.75,
            short_sight=0.037,
            impatience=0.46,
            timidity=0.24,
        ),
    ),
    Level(
        name="spicer",
        title="The spice-seller",
        sentence="Has an eye for prices, a weakness for precious goods, and no memory for hands.",
        handicap=Handicap(noise=0.32, forgetting=0.5, short_sight=0.042, greed=0.21),
    ),
    Level(
        name="caravan",
        title="The caravan leader",
        sentence="Remembers every card, and trusts the first look.",
        handicap=Handicap(noise=0.14, timidity=0.055),
    ),
    Level(
        name="jeweller",
        title="The jeweller",
        sentence="Turns every move under the lens for as long as it may, and misses little.",
        thinks=True,
    ),
)


class LevelPlayer:
    """A level as a player."""

    def __init__(self, level: Level, seed: int = 0, budget: Budget | None = None) -> None:
        self.level = level
        self.name = level.name
        self._seed = seed
        self._budget = budget if budget is not None and str(budget) else _DEFAULT_BUDGET

    @in_turn
    def choose(self, view: View) -> Move:
        """The move that this level values highest."""
        seed, level, budget = seed_for(self._seed, view), self.level, self._budget
        if level.thinks:
            if level.samples is not None:
                budget = Budget(samples=level.samples)
            time, samples = budget.milliseconds, budget.samples
            found = think(
                view,
                milliseconds=time,
                samples=samples,
                seed=seed,
                stop_early=True,
                read_hand=True,
            )
            return found[0].move
        return choose_with_handicap(view, level.handicap, seed=seed)


def find_level(name: str) -> Level | None:
    """The level of that name, if there is one."""
    return next((level for level in LEVELS if level.name == name), None)


def seed_for(seed: int, view: View) -> int:
    """The seed of one view, so that a choice does not depend on the choices before it."""
    digest = hashlib.sha256(f"{seed} {view.to_json()}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


@cache
def ratings() -> Mapping[str, Any]:
    """The measured ratings by ruleset and player; `training/measure_ratings.py` writes the file."""
    data: dict[str, Any] = json.loads(files("jaipur.players").joinpath("ratings.json").read_bytes())
    return data
