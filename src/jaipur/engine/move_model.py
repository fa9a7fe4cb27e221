"""How a seat is thought to choose its moves, for reading its hand from them."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["MoveModel"]


@dataclass(frozen=True, slots=True)
class MoveModel:
    """How a seat is thought to choose its moves.

    A move is chosen with a probability that falls with its value, or now and then just any. The
    defaults fit the strongest level; docs/engine.md has how well they fit others.
    """

    softness: float = 0.15
    """A move whose logit is lower by so much is e times less likely."""
    mistakes: float = 0.1
    """The share of moves that are any legal move."""
    trust: float = 0.7
    """Of each move so much is believed, since a seat that differs from the model differs again and
    again: the power of its probability. 0 believes nothing, 1 takes moves as independent."""
