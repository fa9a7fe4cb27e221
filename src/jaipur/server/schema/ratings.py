"""Tables of ratings, which follow from the logs."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    text,
)

from jaipur.server.schema.metadata import metadata

__all__ = ["rated_matches", "rating_changes", "ratings"]

# The finished rated games, as their logs tell them: the scores of seat 0 by round, as results and,
# once that is worked out, with luck taken out. A game that does not count has no rounds.
rated_matches = Table(
    "rated_matches",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("ruleset", String(32), nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("user0", String(32), index=True),
    Column("user1", String(32), index=True),
    Column("level", String(32)),
    Column("rounds", Text, nullable=False),
    Column("adjusted", Text),
    Index("rated_matches_in_order", "ruleset", "ended_at", "game"),
    Index(
        "rated_matches_with_luck",
        "ended_at",
        sqlite_where=text("adjusted IS NULL"),
        postgresql_where=text("adjusted IS NULL"),
    ),
)

# What each rated match did to the ratings of its users. `figure` is `results` or `luck`. A user who
# was deleted stays in them by id, as in the logs, since the opponents' ratings follow from it.
rating_changes = Table(
    "rating_changes",
    metadata,
    Column("user_id", String(32), primary_key=True),
    Column("figure", String(8), primary_key=True),
    Column("game", ForeignKey("games.id"), primary_key=True, index=True),
    Column("ruleset", String(32), nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("before", Double, nullable=False),
    Column("weight", Double, nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Index("rating_changes_in_order", "ruleset", "figure", "ended_at", "game"),
    Index("rating_changes_of_user", "user_id", "ruleset", "figure", "ended_at"),
)

# The present ratings: the latest change of each user.
ratings = Table(
    "ratings",
    metadata,
    Column("user_id", String(32), primary_key=True),
    Column("ruleset", String(32), primary_key=True),
    Column("figure", String(8), primary_key=True),
    Column("ended_at", BigInteger, nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Index("ratings_by_rank", "ruleset", "figure", "rating"),
)
