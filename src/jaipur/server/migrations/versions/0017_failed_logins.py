"""Failed logins: the counts that slow down guessing, for all processes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "failed_logins",
        sa.Column("source", sa.String(64), primary_key=True),
        sa.Column("guesses", sa.Double, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
    )
