"""Who plays for the house: the levels, and the analyst behind hints and analyses.

This is the only place that knows where they come from. Both see a View and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from jaipur import RULESETS, Move, View, players
from jaipur.engine import analysis, evaluation
from jaipur.players.levels import LEVELS

__all__ = ["Analyst", "Judgement", "Level", "Thought", "choose", "find_analyst", "level_names"]
__all__ += ["levels"]

_HINT_MILLISECONDS: Final = 500
_JUDGE_SAMPLES: Final = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A named strength of opponent. Faces and sentences in other languages are the browser's."""

    name: str
    title: str
    sentence: str
    rating: int | None
    ratings: dict[str, int]
    """By ruleset, where it was measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """A move with how likely it wins the round's seal, and how far off that may be."""

    move: str
    win: float
    error: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A move that was played, beside the best one."""

    played: Thought
    best: Thought
    lost: float
    lost_error: float
    mistake: bool
    """Whether what was lost is larger than the error."""


class Analyst(Protocol):
    """What can say how good moves are."""

    def best(self, view: View, count: int) -> list[Thought]:
        """The best moves of a view, the best first."""

    def judge(self, view: View, move: Move) -> Judgement:
        """A move of a view, beside the best one."""


class Engine:
    """The analyst of the house: the strongest player's own search."""

    def best(self, view: View, count: int) -> list[Thought]:
        """The best moves of a view, the best first."""
        found = analysis.analyse(view, milliseconds=_HINT_MILLISECONDS, best=count)
        return [_told(one) for one in found]

    def judge(self, view: View, move: Move) -> Judgement:
        """A move of a view, beside the best one."""
        judged = analysis.judge(view, move, samples=_JUDGE_SAMPLES)
        return Judgement(
            played=_told(judged.played),
            best=_told(judged.best),
            lost=judged.lost,
            lost_error=judged.error,
            mistake=judged.is_mistake,
        )


def _told(one: evaluation.MoveEvaluation) -> Thought:
    return Thought(move=str(one.move), win=round(one.win, 4), error=round(one.error, 4))


def levels() -> tuple[Level, ...]:
    """Every level, the weakest first."""
    return tuple(
        Level(
            name=level.name,
            title=level.title,
            sentence=level.sentence,
            rating=level.rating(),
            ratings={name: r for name in RULESETS if (r := level.rating(name)) is not None},
        )
        for level in LEVELS
    )


def level_names() -> tuple[str, ...]:
    """The names of the levels."""
    return tuple(level.name for level in LEVELS)


def choose(level: str, view: View, seed: int) -> Move:
    """A level's move. It takes its time: call it off the event loop."""
    return players.make_player(level, seed=seed).choose(view)


def find_analyst() -> Analyst:
    """The engine behind hints and analyses."""
    return Engine()
