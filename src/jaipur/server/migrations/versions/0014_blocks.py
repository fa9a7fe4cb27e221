"""Blocks: users who do not want to play with each other."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "blocks",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("user_id", sa.String(32), _user(), nullable=False),
        sa.Column("blocked_id", sa.String(32), _user(), nullable=False, index=True),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("user_id", "blocked_id"),
    )


def _user() -> sa.ForeignKey:
    return sa.ForeignKey("users.id", ondelete="CASCADE")
