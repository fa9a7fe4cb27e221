"""Running a site: suspensions, reports, and the acts of admins."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and the tables."""
    op.add_column("users", sa.Column("suspended_until", sa.BigInteger))
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("about", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32)),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("closed_at", sa.BigInteger),
        sa.UniqueConstraint("by", "about", "game", "kind"),
    )
    op.create_table(
        "admin_acts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.String(96), nullable=False),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("taken_at", sa.BigInteger),
        sa.Column("outcome", sa.Text),
    )
