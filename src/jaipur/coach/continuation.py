"""How a round may go on after a move: one sampled line, to be shown on a table.

The hidden cards are as the mover could have met them, and the network plays for both seats. Of many
redeals the first is taken in which the other answers as it does most often, so that the line shows
what usually happens. It is an example, and no proof of what a move is worth.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Final

from jaipur.engine.one_ply import choose_one_ply
from jaipur.rules.core.redeal import Belief
from jaipur.rules.moves import Move
from jaipur.rules.round import Round
from jaipur.rules.view import View

__all__ = ["LINE_PLIES", "LineStep", "continuation"]

LINE_PLIES: Final = 4
"""The move itself, the answer, and a move of each."""
_REDEALS: Final = 24


@dataclass(frozen=True, slots=True)
class LineStep:
    """One ply of a line: who moved, and the round before and after."""

    seat: int
    move: Move
    before: Round
    after: Round


def continuation(
    view: View, move: Move, *, plies: int = LINE_PLIES, seed: int = 0
) -> list[LineStep]:
    """A line that begins with a legal move of a view; shorter where the round ends."""
    first = _typical(view, move, seed)
    line = [first]
    while len(line) < plies and (step := _step(line[-1].after)) is not None:
        line.append(step)
    return line


def _typical(view: View, move: Move, seed: int) -> LineStep:
    """The move in the first redeal in which its answer is the most frequent one."""
    belief, rng = Belief(view), Random(seed)
    found: list[tuple[LineStep, Move | None]] = []
    for _ in range(_REDEALS):
        step = _played(belief.redeal(rng), move)
        answer = _step(step.after)
        found.append((step, None if answer is None else answer.move))
    usual, _ = Counter(answer for _, answer in found).most_common(1)[0]
    return next(step for step, answer in found if answer == usual)


def _step(round: Round) -> LineStep | None:
    """The network's move; None where the round is over."""
    if round.turn is None:
        return None
    return _played(round, choose_one_ply(round.view(round.turn))[0])


def _played(round: Round, move: Move) -> LineStep:
    assert round.turn is not None
    return LineStep(round.turn, move, round, round.play(move))
