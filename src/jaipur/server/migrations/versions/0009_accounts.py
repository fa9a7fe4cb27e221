"""Accounts: when a guest became one, and the names that are taken."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and the table; everybody is a guest until then."""
    op.add_column("users", sa.Column("registered_at", sa.BigInteger))
    user = sa.ForeignKey("users.id", ondelete="SET NULL")
    op.create_table(
        "account_names",
        sa.Column("key", sa.String(96), primary_key=True),
        sa.Column("user_id", sa.String(32), user, index=True),
        sa.Column("until", sa.BigInteger),
    )
