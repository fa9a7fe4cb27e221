"""The values along a round that was played, for seat 0, in integers that add up exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from jaipur.rules.moves import Move

__all__ = ["PlyValues", "RoundValues", "Worth"]


class Worth(NamedTuple):
    """A value, or a difference of two, for seat 0."""

    seal: int
    """Probability of the seal, in 1/SEAL_ONE."""
    rupees: int
    """Lead in rupees at the end of the round, in 1/RUPEE_ONE."""

    def __sub__(self, other: Worth) -> Worth:
        return Worth(self.seal - other.seal, self.rupees - other.rupees)


@dataclass(frozen=True, slots=True)
class PlyValues:
    """What a move and the chance after it were worth, in values for seat 0."""

    seat: int
    move: Move
    before: Worth
    """The value of the position that the move was played in."""
    mean: Worth
    """The mean value after the move, over all cards or tokens that could have come."""
    after: Worth
    """The value after those that came; of the last move, the result of the round."""
    chance: Literal["draw", "bonus"] | None
    """What chance added: "draw", "bonus", or None."""

    @property
    def luck(self) -> Worth:
        """What chance added, for seat 0."""
        return self.after - self.mean

    @property
    def choice(self) -> Worth:
        """What the move changed, before chance, for seat 0."""
        return self.mean - self.before


@dataclass(frozen=True, slots=True)
class RoundValues:
    """The values along a round that was dealt and played."""

    first: int
    starter: Worth
    """The mean value of a deal in which this seat begins."""
    dealt: Worth
    """The value of the deal."""
    plies: tuple[PlyValues, ...]

    @property
    def deal_luck(self) -> Worth:
        """What the deal was worth for seat 0, given who begins."""
        return self.dealt - self.starter
