"""The levels that play on the server, and the engine behind hints.

The rest of the server knows them only through this module. Both get a View and nothing else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Protocol

from jaipur import RULESETS, Move, View, players
from jaipur.engine import analysis, evaluation
from jaipur.players.dial import DIAL_PREFIX, dial_range
from jaipur.players.levels import LEVELS, find_level
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.shapes.info import Dial, Levels, LevelShape

__all__ = [
    "Analyst",
    "MoveEstimate",
    "check_level",
    "choose",
    "describe_levels",
    "find_analyst",
    "level_names",
    "levels",
    "rating_of",
]

_HINT_MILLISECONDS: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveEstimate:
    """A move with its probability of winning the round's seal, and the error of that."""

    move: str
    win: float
    error: float


class Analyst(Protocol):
    """An engine that evaluates moves."""

    def best(self, view: View, count: int) -> list[MoveEstimate]:
        """The best moves of a view, the best first."""


class SearchAnalyst:
    """The analyst that uses the strongest player's search."""

    def best(self, view: View, count: int) -> list[MoveEstimate]:
        """The best moves of a view, the best first."""
        found = analysis.analyse(view, milliseconds=_HINT_MILLISECONDS, best=count)
        return [_estimate(one) for one in found]


def _estimate(one: evaluation.MoveEvaluation) -> MoveEstimate:
    return MoveEstimate(move=str(one.move), win=round(one.win, 4), error=round(one.error, 4))


def levels() -> tuple[LevelShape, ...]:
    """Every level, the weakest first."""
    return tuple(
        LevelShape(
            name=level.name,
            title=level.title,
            sentence=level.sentence,
            rating=level.rating(),
            ratings={name: r for name in RULESETS if (r := level.rating(name)) is not None},
        )
        for level in LEVELS
    )


def describe_levels(*, hints: bool) -> Levels:
    """The levels and the range of ratings between them, as the API describes them."""
    lowest, highest = dial_range()
    return Levels(levels=list(levels()), dial=Dial(lowest=lowest, highest=highest), hints=hints)


def level_names() -> tuple[str, ...]:
    """The names of the levels."""
    return tuple(level.name for level in LEVELS)


def check_level(name: str | None) -> str:
    """The name of a level, or of a rating such as `level:1240`; Problem if there is none such."""
    lowest, highest = dial_range()
    rating = None if name is None else _dial_rating(name)
    if name in level_names() or (rating is not None and lowest <= rating <= highest):
        assert name is not None
        return name
    known, ratings = list(level_names()), [lowest, highest]
    raise Problem.of(ProblemCode.UNKNOWN_LEVEL, known=known, ratings=ratings)


def rating_of(name: str, ruleset: str) -> int | None:
    """The rating of a level, or the one that a name such as `level:1240` has."""
    level = find_level(name)
    return _dial_rating(name) if level is None else level.rating(ruleset)


def choose(level: str, view: View, seed: int) -> Move:
    """A level's move. It blocks while the level thinks: call it off the event loop."""
    rating = _dial_rating(level)
    if rating is None:
        return players.make_player(level, seed=seed).choose(view)
    # A game that was opened before the levels were measured anew can be out of their range.
    lowest, highest = dial_range()
    return players.DialPlayer(min(highest, max(lowest, rating)), seed).choose(view)


def _dial_rating(name: str) -> int | None:
    """The rating in a name such as `level:1240`, whether or not it is in the range."""
    found = re.fullmatch(rf"{DIAL_PREFIX}([1-9][0-9]{{0,4}})", name)
    return None if found is None else int(found[1])


def find_analyst() -> Analyst:
    """The engine behind hints."""
    return SearchAnalyst()
