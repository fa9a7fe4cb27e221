"""The five levels: named opponents of rising strength.

All of them use the network of `jaipur.engine`. They differ in their handicap (how much noise its
values have, whether they remember who took what, how many cards they exchange at most) and in
whether they search. None of them plays well and then blunders on purpose. The numbers were fitted
to steps of 400 Elo by `training/fit_levels.py`; docs/strength.md has the measured ratings.

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
from jaipur.players.budget import Budget
from jaipur.rules.moves import Move
from jaipur.rules.view import View

__all__ = ["LEVELS", "Level", "LevelPlayer", "find_level", "ratings", "seed_for"]

_DEFAULT_BUDGET: Final = Budget(milliseconds=100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A named strength of opponent, and the handicap that makes it so strong and no stronger."""

    name: str
    title: str
    sentence: str
    noise: float = 0.0
    """The standard deviation of the error of each value, in natural units of the logit."""
    forgets: bool = False
    """Whether it forgets which cards the other seat took and which were sold."""
    max_exchange: int = 5
    """How many cards it exchanges at once, at most."""
    thinks: bool = False
    """Whether it searches, for as long as it is given; the others play one ply deep."""

    @property
    def handicap(self) -> tuple[float, bool, int]:
        """What weakens its choice: noise, forgets, max_exchange."""
        return self.noise, self.forgets, self.max_exchange

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
        sentence="Grabs what glitters, carries two cards at a time, and forgets what it saw.",
        noise=2.05,
        forgets=True,
        max_exchange=2,
    ),
    Level(
        name="porter",
        title="The porter",
        sentence="Knows what sells, but judges by the weight of it and forgets who took what.",
        noise=0.79,
        forgets=True,
        max_exchange=3,
    ),
    Level(
        name="spicer",
        title="The spice-seller",
        sentence="Has a good eye for prices, and no memory for other people's hands.",
        noise=0.31,
        forgets=True,
    ),
    Level(
        name="caravan",
        title="The caravan leader",
        sentence="Remembers every card, and trusts the first look.",
        noise=0.16,
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

    def choose(self, view: View) -> Move:
        """The move that this level values highest."""
        seed, level, budget = seed_for(self._seed, view), self.level, self._budget
        if level.thinks:
            time, samples = budget.milliseconds, budget.samples
            return think(view, milliseconds=time, samples=samples, seed=seed)[0].move
        return choose_with_handicap(
            view,
            noise=level.noise,
            forgets=level.forgets,
            max_exchange=level.max_exchange,
            seed=seed,
        )


def find_level(name: str) -> Level | None:
    """The level of that name, if there is one."""
    return next((level for level in LEVELS if level.name == name), None)


def seed_for(seed: int, view: View) -> int:
    """The seed of one view, so that a choice does not depend on the choices before it."""
    digest = hashlib.sha256(f"{seed} {view.to_json()}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


@cache
def ratings() -> Mapping[str, Any]:
    """The measured ratings by ruleset and player; `tools/write_ratings.py` writes the file."""
    data: dict[str, Any] = json.loads(files("jaipur.players").joinpath("ratings.json").read_bytes())
    return data
