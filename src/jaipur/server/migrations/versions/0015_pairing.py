"""Quick pairing: the tickets of users who look for an opponent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    user = sa.ForeignKey("users.id", ondelete="CASCADE")
    op.create_table(
        "pairing_tickets",
        sa.Column("user_id", sa.String(32), user, primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(32)),
    )
