"""How rounds and matches end. Each is a string, the one that records and positions hold."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["MatchEnd", "PositionEnd", "RoundEnd"]


class RoundEnd(StrEnum):
    """How a round ended."""

    DECK = "deck"
    """The market could not be filled (R4)."""
    TOKENS = "tokens"
    """Enough kinds of goods token were used up (R5)."""
    FORFEIT = "forfeit"
    """A seat gave it up; the seal is the other's."""
    LIMIT = "limit"
    """It reached the ply limit in an older version, and has no seal; still read (R10)."""
    STOPPED = "stopped"
    """It reached the ply limit, and is scored like any other (R10)."""


class MatchEnd(StrEnum):
    """How a match ended."""

    SEALS = "seals"
    """A seat won enough seals."""
    RESIGNED = "resigned"
    """A seat gave it up."""
    ABANDONED = "abandoned"
    """A seat left it."""


class PositionEnd(StrEnum):
    """Whether and how the round of a position ended: `Position.end`, and its last text field."""

    RUNNING = "running"
    DECK = "deck"
    TOKENS = "tokens"
    FORFEIT_0 = "forfeit0"
    FORFEIT_1 = "forfeit1"
    LIMIT = "limit"
    STOPPED = "stopped"
