"""Answers to users' own mistakes, and when each is due again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table; mistakes without an answer follow from the reviews."""
    user, game = (sa.ForeignKey(f"{name}.id", ondelete="CASCADE") for name in ("users", "games"))
    op.create_table(
        "mistake_answers",
        sa.Column("user_id", sa.String(32), user, primary_key=True),
        sa.Column("game", sa.String(32), game, primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("right", sa.Integer, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
    )
