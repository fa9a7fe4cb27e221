"""What every player promises: a name, and a move for a view.

A player sees a View and nothing else, so it cannot know more than its seat may know (R11).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Protocol, TypeVar, runtime_checkable

from jaipur.errors import IllegalMove, Refusal
from jaipur.rules.moves import Move
from jaipur.rules.view import View

__all__ = ["Player", "RoundEndListener", "in_turn"]


class Player(Protocol):
    """What chooses moves."""

    @property
    def name(self) -> str:
        """What the player is called in records and at the table."""

    def choose(self, view: View) -> Move:
        """A legal move for the view's seat.

        The players of this package raise IllegalMove where there is none to choose: `round_over`
        once the round has ended, `not_your_turn` for the other seat's turn or a spectator's view.
        """


@runtime_checkable
class RoundEndListener(Protocol):
    """A player that also wants to know how its rounds end."""

    def end_round(self, rupees: Sequence[int], seal: int | None) -> None:
        """A round is over: the rupees by seat, and the seat that won the seal."""


P = TypeVar("P")


def in_turn(choose: Callable[[P, View], Move]) -> Callable[[P, View], Move]:
    """A method `choose` that refuses the views in which its seat is not to move."""

    @wraps(choose)
    def choose_in_turn(player: P, view: View) -> Move:
        if not isinstance(view, View):
            raise TypeError(f"view must be a View, got {type(view).__name__}")
        if view.turn is None:
            raise IllegalMove(Refusal.ROUND_OVER, "")
        if view.turn != view.seat:
            raise IllegalMove(Refusal.NOT_YOUR_TURN, "")
        return choose(player, view)

    return choose_in_turn
