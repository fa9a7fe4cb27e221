"""What a search says about one move."""

from __future__ import annotations

from dataclasses import dataclass

from jaipur.rules.moves import Move

__all__ = ["MoveEvaluation"]


@dataclass(frozen=True, slots=True)
class MoveEvaluation:
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
    reply_share: float = 0.0
    """In which share of the samples it did so."""
