"""The shapes of what the engine and the rules say about moves: refusals and hints."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from jaipur.errors import Refusal
from jaipur.server.shapes.fields import MoveText, Shape

__all__ = ["Explained", "ExplainedMove", "Hint", "Hints", "Progress"]


class Explained(Shape):
    """`refusal` is null if the selection can still become a move."""

    refusal: Annotated[Refusal, Meta(title="Refusal")] | None
    sentence: str | None


class ExplainedMove(Explained):
    """`move` is the typed move in the notation, if it may be played."""

    move: str | None


class Hint(Shape):
    """A move and its probability of winning the seal of this round."""

    move: MoveText
    win: float
    error: float


class Hints(Shape):
    """The best moves, the best first."""

    seq: int
    hints: list[Hint]
    waiting: Annotated[
        int, Meta(ge=0, description="How many questions to the engine waited before this one.")
    ]


class Progress(Shape):
    """A review that is being computed, in steps."""

    status: Literal["working"]
    done: int
    of: int
