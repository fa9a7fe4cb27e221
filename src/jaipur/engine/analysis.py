"""Analysis: the best moves of a view, and what each move of a record was worth.

Every move is judged from its mover's view, so an analysis knows no more than the player could.
A difference is called a mistake only where it is larger than the error: the two moves are tried
anew in the same samples, which had no part in choosing the best, and the difference must be more
than `SIGMAS` of their combined standard errors. A standard error tells of chance, not of the
network's own faults, so what is below `SMALLEST` is not called one either.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Final

from jaipur.engine.search import check_budget, compare, think
from jaipur.engine.thought import Thought
from jaipur.rules.moves import Move
from jaipur.rules.view import View

__all__ = ["SIGMAS", "SMALLEST", "Judged", "Thought", "analyse", "judge"]

SIGMAS: Final = 2.0
SMALLEST: Final = 0.005
_FRESH: Final = 0x6A61697075720001
# Of a budget for one move, this share chooses the best; the rest compares it with what was played.
_CHOOSING: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A move that was played, and what was thought of it."""

    before: float
    """The mover's probability of the seal before it: that of the best move."""
    played: Thought
    best: Thought
    lost: float
    """By how much the best move was better; 0 where it was played, or where it was not better."""
    error: float
    """The combined standard error of the two."""

    @property
    def after(self) -> float:
        """The mover's probability of the seal after the move, before chance has its say."""
        return self.played.win

    @property
    def is_mistake(self) -> bool:
        """Whether the loss is larger than the error."""
        return self.lost > max(SIGMAS * self.error, SMALLEST)


def analyse(
    view: View,
    *,
    milliseconds: float | None = None,
    samples: int | None = None,
    best: int = 5,
    seed: int = 0,
    threads: int = 1,
) -> list[Thought]:
    """The best moves of a view, best first, with how likely each wins the round.

    Give a budget in milliseconds or in samples; with samples the result is the same everywhere, on
    any number of threads. Each thought has the probability of the seal, its standard error, and the
    reply that was most often expected.
    """
    if best < 1:
        raise ValueError("One move, at least, is to be found.")
    thoughts = think(
        view, milliseconds=milliseconds, samples=samples, seed=seed, threads=threads, keep=best
    )
    return thoughts[:best]


def judge(
    view: View,
    move: Move,
    *,
    milliseconds: float | None = None,
    samples: int | None = None,
    seed: int = 0,
    threads: int = 1,
) -> Judged:
    """What a legal move of a view loses against the best one."""
    check_budget(milliseconds, samples)
    part = None if milliseconds is None else milliseconds * _CHOOSING
    some = None if samples is None else max(1, int(samples * _CHOOSING))
    first = think(view, milliseconds=part, samples=some, seed=seed, threads=threads)[0]
    both = compare(
        view,
        {first.move, move},
        milliseconds=part,
        samples=some,
        seed=seed ^ _FRESH,
        threads=threads,
    )
    of = {thought.move: thought for thought in both}
    played, best = of[move], both[0]
    lost = best.win - played.win
    error = hypot(best.error, played.error) if best is not played else played.error
    return Judged(before=best.win, played=played, best=best, lost=lost, error=error)
