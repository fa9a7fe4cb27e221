"""What every player promises: a name, and a move for a view.

A player sees a View and nothing else, so it cannot know more than its seat may know (R11).
"""

from __future__ import annotations

from typing import Protocol

from jaipur.rules.moves import Move
from jaipur.rules.view import View

__all__ = ["Player"]


class Player(Protocol):
    """What chooses moves."""

    @property
    def name(self) -> str:
        """What the player is called in records and at the table."""

    def choose(self, view: View) -> Move:
        """A legal move for the view's seat, whose turn it is."""
