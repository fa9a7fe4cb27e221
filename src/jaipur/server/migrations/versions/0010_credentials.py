"""Passwords, passkeys and codes of accounts, and sessions that can be told apart."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and the tables; sessions from before count as those of browsers."""
    op.add_column("users", sa.Column("renamed_at", sa.BigInteger))
    kind = sa.Column("kind", sa.String(8), nullable=False, server_default="browser")
    op.add_column("sessions", kind)
    for name, size in (("name", 96), ("agent", 64), ("network", 64)):
        op.add_column("sessions", sa.Column(name, sa.String(size)))
    op.add_column("sessions", sa.Column("verified_at", sa.BigInteger))
    op.create_table(
        "passwords",
        sa.Column("user_id", sa.String(32), _of_user(), primary_key=True),
        sa.Column("hash", sa.String(255), nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("user_id", sa.String(32), _of_user(), nullable=False, index=True),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(96), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("user_id", sa.String(32), _of_user(), nullable=False, index=True),
    )
    op.create_table(
        "challenges",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("user_id", sa.String(32)),
        sa.Column("expires_at", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "known_browsers",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("user_id", sa.String(32), _of_user(), nullable=False, index=True),
        sa.Column("seen_at", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "invitation_codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("note", sa.String(96), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("uses_left", sa.Integer, nullable=False),
    )


def _of_user() -> sa.ForeignKey:
    return sa.ForeignKey("users.id", ondelete="CASCADE")
