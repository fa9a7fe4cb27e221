"""Who is here: those who have a page open, and whether an account is shown among them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table, and the column: everybody is shown until they choose otherwise."""
    shown = sa.Column("shown_here", sa.Boolean, nullable=False, server_default=sa.true())
    op.add_column("users", shown)
    op.create_table(
        "people_here",
        sa.Column("worker", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("users", sa.Text, nullable=False),
        sa.Column("visitors", sa.Integer, nullable=False),
    )
