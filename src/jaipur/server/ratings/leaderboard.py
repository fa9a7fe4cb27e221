"""The leaderboard: the highest ratings that are not provisional."""

from __future__ import annotations

from typing import Final

from sqlalchemy import select

from jaipur.players.levels import LEVELS
from jaipur.players.rating_book import PROVISIONAL_DEVIATION, Standing
from jaipur.server import schema
from jaipur.server.ratings.profiles import Profiles
from jaipur.server.ratings.rated_history import figure_of
from jaipur.server.ratings.rated_matches import LUCK, RESULTS
from jaipur.server.ratings.rating_service import RatingService
from jaipur.server.ratings.rating_tables import standing_of
from jaipur.server.shapes.ratings import Leaderboard, LeaderboardRow, LevelRating
from jaipur.server.store import Store

__all__ = ["leaderboard_of"]

_SHOWN: Final = 100
_READ: Final = 500  # some are provisional by now, or not for everybody to see


async def leaderboard_of(
    store: Store,
    ratings: RatingService,
    profiles: Profiles,
    ruleset: str,
    viewer: str | None,
    now: int,
) -> Leaderboard:
    """The leaderboard of a ruleset, as somebody may see it."""
    table = schema.ratings.c
    query = select(schema.ratings).where(
        table.ruleset == ruleset,
        table.figure == RESULTS,
        table.deviation < PROVISIONAL_DEVIATION,
    )
    best = await store.rows(query.order_by(table.rating.desc(), table.user_id).limit(_READ))
    names = await profiles.visible([row["user_id"] for row in best], viewer)
    known = {row["user_id"]: standing_of(row) for row in best if row["user_id"] in names}
    luck = await ratings.standings(known, ruleset, LUCK)
    listed = [user for user, standing in known.items() if _is_listed(standing, now)][:_SHOWN]
    return Leaderboard(
        ruleset=ruleset,
        rows=[
            LeaderboardRow(
                rank=rank,
                name=names[user],
                you=user == viewer,
                results=figure_of(known[user].rating_at(now)),
                luck=figure_of(luck[user].rating_at(now)) if user in luck else None,
                matches=known[user].matches,
            )
            for rank, user in enumerate(listed, 1)
        ],
        levels=[
            LevelRating(level=level.name, rating=rating)
            for level in LEVELS
            if (rating := level.rating(ruleset)) is not None
        ],
    )


def _is_listed(standing: Standing, now: int) -> bool:
    return standing.rating_at(now).deviation < PROVISIONAL_DEVIATION
