"""The facts of users' finished matches, for their history and statistics."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table; the facts of older matches are computed when they are asked for."""
    op.create_table(
        "match_facts",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("ruleset", sa.String(32), nullable=False),
        sa.Column("opponent", sa.String(32), nullable=False),
        sa.Column("level", sa.String(32)),
        sa.Column("won", sa.Boolean),
        sa.Column("counted", sa.Boolean, nullable=False),
        sa.Column("taken_back", sa.Integer, nullable=False),
        sa.Column("facts", sa.Text),
        sa.Column("review", sa.Text),
    )
    op.create_index("match_facts_of_user", "match_facts", ["user_id", "ended_at"])
