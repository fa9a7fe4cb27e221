"""The shape of a rating, for everything that shows one."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from jaipur.server.shapes.fields import Shape

__all__ = ["RatingFigure"]


class RatingFigure(Shape):
    """A rating on the scale of the levels, and how far off it may be."""

    rating: int
    deviation: Annotated[
        int, Meta(description="The standard error; it grows while no rated match is played.")
    ]
    provisional: Annotated[
        bool, Meta(description="Whether the deviation is still too large for the leaderboard.")
    ]
