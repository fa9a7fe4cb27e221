"""The winner and the seals of a match, for the lobby."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; matches that are over already stay without a result."""
    for name in ("winner", "seals0", "seals1"):
        op.add_column("games", sa.Column(name, sa.Integer))
