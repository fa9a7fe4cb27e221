"""Hints and judgements for a table: the strongest level's thoughts, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from jaipur.engine.analysis import Thought, analyse
from jaipur.engine.search import compare
from jaipur.rules.moves import Move
from jaipur.rules.view import View

__all__ = ["Advice", "Analyst", "analyst"]

_HINT_MILLISECONDS: Final = 500
_JUDGE_SAMPLES: Final = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """A move with how likely it wins the round, and how far off that may be."""

    move: str
    win: float
    error: float


class Analyst:
    """Says how good moves are; it sees no more than the view."""

    def best(self, view: View, count: int) -> list[Advice]:
        """The best moves of a view, best first."""
        return [_advice(found) for found in _best(view, count)]

    def judge(self, view: View, move: Move) -> Advice:
        """One move of a view."""
        return _advice(compare(view, [move], samples=_JUDGE_SAMPLES)[0])


def analyst() -> Analyst:
    """The analyst of this house."""
    return Analyst()


def _best(view: View, count: int) -> list[Thought]:
    return analyse(view, milliseconds=_HINT_MILLISECONDS, best=count)


def _advice(found: Thought) -> Advice:
    return Advice(move=str(found.move), win=found.win, error=found.error)
