"""Attempts at puzzles, and the ratings of users and puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the three tables."""
    owner = sa.ForeignKey("users.id", ondelete="CASCADE")
    op.create_table(
        "puzzle_scores",
        sa.Column("user_id", sa.String(32), owner, primary_key=True),
        *_rating_columns(),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("right", sa.Integer, nullable=False),
    )
    op.create_table(
        "puzzle_attempts",
        sa.Column(
            "user_id",
            sa.String(32),
            sa.ForeignKey("users.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("puzzle", sa.String(8), primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("move", sa.String(24), nullable=False),
        sa.Column("grade", sa.String(8), nullable=False),
        sa.Column("lost", sa.Double, nullable=False),
        sa.Column("change", sa.Double, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(8), primary_key=True),
        *_rating_columns(),
        sa.Column("attempts", sa.Integer, nullable=False),
    )


def _rating_columns() -> list[sa.Column[float]]:
    names = ("rating", "deviation", "volatility")
    return [sa.Column(name, sa.Double, nullable=False) for name in names]
