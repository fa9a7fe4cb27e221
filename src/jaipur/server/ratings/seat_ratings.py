"""The rating with which a user sits down: it goes into the log, and is shown at the table."""

from __future__ import annotations

from typing import Any

from jaipur.players.rating_book import Standing
from jaipur.server.game_terms import GameTerms
from jaipur.server.ratings.rating_service import RatingService
from jaipur.server.sessions import User

__all__ = ["seat_rating"]


async def seat_rating(
    ratings: RatingService, terms: GameTerms, user: User, now: int
) -> dict[str, Any]:
    """What `joined` tells of the rating of an account; nothing of guests and two at one screen."""
    if not user.is_account or terms.against == "self":
        return {}
    found = (await ratings.standings([user.id], terms.ruleset)).get(user.id)
    if found is None and not terms.rated:
        return {}
    rating = (found or Standing()).rating_at(now)
    return {"rating": [round(rating.rating), round(rating.deviation)]}
