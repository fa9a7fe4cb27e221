"""Notices: the outbox, the devices they are sent to, and the server's own keys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def _user(**options: object) -> sa.Column[str]:
    of_user = sa.ForeignKey("users.id", ondelete="CASCADE")
    return sa.Column("user_id", sa.String(32), of_user, **options)  # type: ignore[arg-type]


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "notice_settings",
        _user(primary_key=True),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("time_zone", sa.String(64), nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_until", sa.Integer),
        sa.Column("switched_off", sa.Text, nullable=False),
        sa.Column("feed_hash", sa.String(64), unique=True),
    )
    op.create_table(
        "devices",
        sa.Column("id", sa.String(32), primary_key=True),
        _user(nullable=False, index=True),
        sa.Column("endpoint", sa.Text, nullable=False, unique=True),
        sa.Column("p256dh", sa.String(96), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("name", sa.String(96), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("sent_at", sa.BigInteger),
        sa.Column("failed_at", sa.BigInteger),
        sa.Column("failure", sa.String(64)),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.String(80), primary_key=True),
        _user(nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32)),
        sa.Column("seat", sa.Integer),
        sa.Column("move", sa.String(24)),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("push_at", sa.BigInteger),
        sa.Column("muted", sa.Boolean, nullable=False),
    )
    op.create_index("notices_of_user", "notices", ["user_id", "due_at"])
    op.create_index("notices_of_game", "notices", ["game"])
    op.create_index("notices_to_push", "notices", ["push_at"])
    op.create_index("notices_by_age", "notices", ["due_at"])
    op.create_table(
        "deliveries",
        _part("notice", "notices.id", 80),
        _part("device", "devices.id", 32),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("next_at", sa.BigInteger, nullable=False, index=True),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )
    op.create_index("deliveries_to_device", "deliveries", ["device"])
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def _part(name: str, of: str, length: int) -> sa.Column[str]:
    key = sa.ForeignKey(of, ondelete="CASCADE")
    return sa.Column(name, sa.String(length), key, primary_key=True)
