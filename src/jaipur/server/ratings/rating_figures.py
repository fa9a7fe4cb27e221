"""Ratings as they are shown."""

from __future__ import annotations

from jaipur.players.glicko import GlickoRating
from jaipur.players.rating_book import PROVISIONAL_DEVIATION
from jaipur.server.shapes.rating_figure import RatingFigure

__all__ = ["figure_of"]


def figure_of(rating: GlickoRating) -> RatingFigure:
    """A rating as the API gives it."""
    return RatingFigure(
        rating=round(rating.rating),
        deviation=round(rating.deviation),
        provisional=rating.deviation >= PROVISIONAL_DEVIATION,
    )
