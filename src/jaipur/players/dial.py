"""The dial: an opponent at any rating between the weakest and the strongest level.

`level:1240` plays at the rating 1240 on the scale of docs/strength.md, where `random` is 0. Its
handicap lies between those of the two neighbours, by how far its rating lies between theirs: a
level and the next one, the fourth level and the network alone. Above the network alone it searches,
with more samples for a higher rating. Ratings are measured for each ruleset, so the same dial means
another handicap with another ruleset.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from jaipur.engine.traits import Handicap
from jaipur.errors import UnknownPlayer
from jaipur.players.levels import LEVELS, Level, LevelPlayer, ratings
from jaipur.players.player import in_turn
from jaipur.rules.moves import Move
from jaipur.rules.view import View

__all__ = ["DIAL_PREFIX", "DialPlayer", "dial_range", "level_at", "read_dial"]

DIAL_PREFIX: Final = "level:"
# With so many samples the search plays as well as the network alone, and as well as the strongest
# level where its rating was measured.
_FEWEST_SAMPLES: Final = 80
_MOST_SAMPLES: Final = 1000


@dataclass(frozen=True, slots=True)
class _Stop:
    """A point of the dial whose rating was measured."""

    rating: int
    handicap: Handicap
    samples: int | None = None


class DialPlayer:
    """A player of a given rating."""

    def __init__(self, rating: int, seed: int = 0) -> None:
        self.name = f"{DIAL_PREFIX}{rating}"
        self._rating = rating
        self._seed = seed

    @in_turn
    def choose(self, view: View) -> Move:
        """The move of a level at this rating, with the view's ruleset."""
        return LevelPlayer(level_at(self._rating, view.ruleset), self._seed).choose(view)


def dial_range() -> tuple[int, int]:
    """The lowest and the highest rating that can be played with every measured ruleset."""
    weakest = max(_stops(ruleset)[0].rating for ruleset in ratings())
    return weakest, min(_stops(ruleset)[-1].rating for ruleset in ratings())


def read_dial(name: str) -> int:
    """The rating in a name such as `level:1240`; UnknownPlayer if it cannot be played."""
    lowest, highest = dial_range()
    text = name.removeprefix(DIAL_PREFIX)
    if re.fullmatch(r"[1-9][0-9]{0,4}", text) and lowest <= int(text) <= highest:
        return int(text)
    raise UnknownPlayer(
        f"The rating after {DIAL_PREFIX!r} must be a whole number from {lowest} to {highest}, "
        f"got {text[:20]!r}."
    )


@cache
def level_at(rating: int, ruleset: str) -> Level:
    """The level at a rating between the weakest and the strongest one of a ruleset.

    With a ruleset that was not measured, it is the level of the standard one.
    """
    stops = _stops(ruleset if ruleset in ratings() else "standard")
    for lower, upper in pairwise(stops):
        if lower.rating <= rating <= upper.rating:
            return _between(lower, upper, rating)
    raise ValueError(
        f"rating must be from {stops[0].rating} to {stops[-1].rating} with {ruleset}, got {rating}"
    )


def _between(lower: _Stop, upper: _Stop, rating: int) -> Level:
    share = (rating - lower.rating) / (upper.rating - lower.rating)
    samples = None
    if upper.samples is not None:
        fewest = lower.samples or _FEWEST_SAMPLES
        samples = round(fewest * (upper.samples / fewest) ** share)
    return Level(
        name=f"{DIAL_PREFIX}{rating}",
        title=f"Level {rating}",
        sentence=f"Plays at a rating of {rating}, where random moves are 0.",
        handicap=lower.handicap.towards(upper.handicap, share),
        thinks=samples is not None,
        samples=samples,
    )


@cache
def _stops(ruleset: str) -> tuple[_Stop, ...]:
    """The measured points of the dial, the weakest first."""
    known = ratings()[ruleset]
    return (
        *(_Stop(known[level.name], level.handicap) for level in LEVELS[:-1]),
        _Stop(known["one-ply"], Handicap()),
        _Stop(known[LEVELS[-1].name], Handicap(), _MOST_SAMPLES),
    )
