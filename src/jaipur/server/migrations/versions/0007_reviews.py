"""Reviews of matches in the place of analyses."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the analyses: a review has all that they had, and is made when somebody asks."""
    op.drop_table("analyses")
    op.create_table(
        "reviews",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("state", sa.LargeBinary),
        sa.Column("body", sa.LargeBinary),
        sa.Column("mistakes", sa.Text),
    )
