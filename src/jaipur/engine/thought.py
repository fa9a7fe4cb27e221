"""What a search thinks of a move."""

from __future__ import annotations

from dataclasses import dataclass

from jaipur.rules.moves import Move

__all__ = ["Thought"]


@dataclass(frozen=True, slots=True)
class Thought:
    """A move, how likely it wins the round, and how sure that is."""

    move: Move
    win: float
    """The probability of the seal; a round without a seal counts half."""
    error: float
    """The standard error of that probability."""
    samples: int
    """How many rounds it was tried in."""
    reply: Move | None = None
    """What the other seat answered most often; None where the round was over, or untried."""
    likely: float = 0.0
    """In which share of the samples it did so."""
