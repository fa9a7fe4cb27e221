"""Rated games, ratings, and who may see a profile."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column and the tables; no game was rated until then."""
    rated = sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("games", rated)
    where = sa.text("rated")
    op.create_index("games_rated", "games", ["status"], sqlite_where=where, postgresql_where=where)
    _add_rated_matches()
    _add_ratings()
    op.create_table(
        "profiles",
        _user("user_id"),
        sa.Column("visibility", sa.String(8), nullable=False),
    )
    op.create_table(
        "friends",
        _user("user_id"),
        _user("friend_id", index=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def _user(name: str, *, index: bool = False) -> sa.Column[str]:
    owner = sa.ForeignKey("users.id", ondelete="CASCADE")
    return sa.Column(name, sa.String(32), owner, primary_key=True, index=index or None)


def _add_rated_matches() -> None:
    op.create_table(
        "rated_matches",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("ruleset", sa.String(32), nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("user0", sa.String(32), index=True),
        sa.Column("user1", sa.String(32), index=True),
        sa.Column("level", sa.String(32)),
        sa.Column("rounds", sa.Text, nullable=False),
        sa.Column("adjusted", sa.Text),
    )
    op.create_index("rated_matches_in_order", "rated_matches", ["ruleset", "ended_at", "game"])
    op.create_index(
        "rated_matches_with_luck",
        "rated_matches",
        ["ended_at"],
        sqlite_where=sa.text("adjusted IS NULL"),
        postgresql_where=sa.text("adjusted IS NULL"),
    )


def _add_ratings() -> None:
    op.create_table(
        "rating_changes",
        sa.Column("user_id", sa.String(32), primary_key=True),
        sa.Column("figure", sa.String(8), primary_key=True),
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True, index=True),
        sa.Column("ruleset", sa.String(32), nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("before", sa.Double, nullable=False),
        sa.Column("weight", sa.Double, nullable=False),
        *_rating(),
    )
    here = ["ruleset", "figure", "ended_at"]
    op.create_index("rating_changes_in_order", "rating_changes", [*here, "game"])
    op.create_index("rating_changes_of_user", "rating_changes", ["user_id", *here])
    op.create_table(
        "ratings",
        sa.Column("user_id", sa.String(32), primary_key=True),
        sa.Column("ruleset", sa.String(32), primary_key=True),
        sa.Column("figure", sa.String(8), primary_key=True),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        *_rating(),
    )
    op.create_index("ratings_by_rank", "ratings", ["ruleset", "figure", "rating"])


def _rating() -> list[sa.Column[Any]]:
    figures = ("rating", "deviation", "volatility")
    counts = ("matches", "rounds")
    return [
        *(sa.Column(name, sa.Double, nullable=False) for name in figures),
        *(sa.Column(name, sa.Integer, nullable=False) for name in counts),
    ]
