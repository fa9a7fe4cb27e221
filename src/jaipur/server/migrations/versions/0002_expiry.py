"""Sessions and recovery links that expire."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

DAY_MS = 24 * 3_600_000
SESSION_MS = 180 * DAY_MS
LINK_MS = 365 * DAY_MS


def upgrade() -> None:
    """Give every session and link that has no end one, counted from now."""
    now = time.time_ns() // 1_000_000
    with op.batch_alter_table("sessions") as sessions:
        sessions.add_column(sa.Column("expires_at", sa.BigInteger))
    op.execute(sa.text("UPDATE sessions SET expires_at = :at").bindparams(at=now + SESSION_MS))
    with op.batch_alter_table("sessions") as sessions:
        sessions.alter_column("expires_at", existing_type=sa.BigInteger, nullable=False)
    without_end = sa.text("UPDATE links SET expires_at = :at WHERE expires_at IS NULL")
    op.execute(without_end.bindparams(at=now + LINK_MS))
    with op.batch_alter_table("links") as links:
        links.alter_column("expires_at", existing_type=sa.BigInteger, nullable=False)
    op.create_index("ix_sessions_expires_at", "sessions", ["expires_at"])
    op.create_index("ix_links_expires_at", "links", ["expires_at"])
