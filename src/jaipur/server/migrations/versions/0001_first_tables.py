"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make users, sessions, links, games, events and what goes with them."""
    _people()
    _games()
    _events()
    _around()


def _people() -> None:
    op.create_table(
        "users",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(96), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    owner = ("user_id", sa.String(32), sa.ForeignKey("users.id", ondelete="CASCADE"))
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column(*owner, nullable=False, index=True),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    owner = ("user_id", sa.String(32), sa.ForeignKey("users.id", ondelete="CASCADE"))
    op.create_table(
        "links",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column(*owner, nullable=False, index=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("expires_at", sa.BigInteger),
    )


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("format", sa.String(32), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("maker", sa.String(32), nullable=False),
        sa.Column("key", sa.String(96)),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("invitation", sa.String(32), unique=True),
        sa.Column("watchable", sa.Boolean, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("user0", sa.String(32)),
        sa.Column("user1", sa.String(32)),
        sa.Column("name0", sa.String(96)),
        sa.Column("name1", sa.String(96)),
        sa.Column("waits_for", sa.Integer, nullable=False),
        sa.Column("level_turn", sa.Boolean, nullable=False),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("maker", "key"),
    )
    op.create_index("games_of_user0", "games", ["user0", "updated_at"])
    op.create_index("games_of_user1", "games", ["user1", "updated_at"])
    op.create_index("games_to_show", "games", ["status", "updated_at"])


def _events() -> None:
    op.create_table(
        "events",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("key", sa.String(160)),
        sa.Column("data", sa.Text, nullable=False),
        sa.UniqueConstraint("game", "key"),
        sqlite_with_rowid=False,
    )


def _around() -> None:
    op.create_table(
        "presence",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "analyses",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "alive",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("since", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
