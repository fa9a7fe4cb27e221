"""The levels that play on the server, and the engine behind hints and analyses.

The rest of the server knows them only through this module. Both get a View and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from jaipur import RULESETS, Move, View, players
from jaipur.engine import analysis, evaluation
from jaipur.players.levels import LEVELS

__all__ = [
    "Analyst",
    "LevelInfo",
    "MoveEstimate",
    "MoveJudgement",
    "choose",
    "find_analyst",
    "level_names",
]
__all__ += ["levels"]

_HINT_MILLISECONDS: Final = 500
_JUDGE_SAMPLES: Final = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelInfo:
    """A level as the API describes it. The browser has pictures and translations."""

    name: str
    title: str
    sentence: str
    rating: int | None
    ratings: dict[str, int]
    """By ruleset, as far as measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveEstimate:
    """A move with its probability of winning the round's seal, and the error of that."""

    move: str
    win: float
    error: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveJudgement:
    """A move that was played, compared with the best one."""

    played: MoveEstimate
    best: MoveEstimate
    lost: float
    lost_error: float
    mistake: bool
    """Whether the loss is larger than its error."""


class Analyst(Protocol):
    """An engine that evaluates moves."""

    def best(self, view: View, count: int) -> list[MoveEstimate]:
        """The best moves of a view, the best first."""

    def judge(self, view: View, move: Move) -> MoveJudgement:
        """A move of a view, compared with the best one."""


class SearchAnalyst:
    """The analyst that uses the strongest player's search."""

    def best(self, view: View, count: int) -> list[MoveEstimate]:
        """The best moves of a view, the best first."""
        found = analysis.analyse(view, milliseconds=_HINT_MILLISECONDS, best=count)
        return [_estimate(one) for one in found]

    def judge(self, view: View, move: Move) -> MoveJudgement:
        """A move of a view, compared with the best one."""
        judged = analysis.judge(view, move, samples=_JUDGE_SAMPLES)
        return MoveJudgement(
            played=_estimate(judged.played),
            best=_estimate(judged.best),
            lost=judged.lost,
            lost_error=judged.error,
            mistake=judged.is_mistake,
        )


def _estimate(one: evaluation.MoveEvaluation) -> MoveEstimate:
    return MoveEstimate(move=str(one.move), win=round(one.win, 4), error=round(one.error, 4))


def levels() -> tuple[LevelInfo, ...]:
    """Every level, the weakest first."""
    return tuple(
        LevelInfo(
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
    """A level's move. It blocks while the level thinks: call it off the event loop."""
    return players.make_player(level, seed=seed).choose(view)


def find_analyst() -> Analyst:
    """The engine behind hints and analyses."""
    return SearchAnalyst()
