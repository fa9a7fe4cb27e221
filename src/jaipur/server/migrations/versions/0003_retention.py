"""Participants, deletions, and imported records that are stored once and can be removed."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

NOT_STARTED = sa.text("name0 IS NULL OR name1 IS NULL")


def upgrade() -> None:
    """Make the tables, and list the participants and imports of existing games."""
    op.create_index(
        "games_not_started",
        "games",
        ["updated_at"],
        sqlite_where=NOT_STARTED,
        postgresql_where=NOT_STARTED,
    )
    op.create_table(
        "participants",
        sa.Column("user_id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True, index=True),
    )
    op.create_table(
        "imports",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("user_id", sa.String(32), nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False, index=True),
        sa.Column("record", sa.LargeBinary),
        sa.Index("imports_of_user", "user_id", "seen_at"),
    )
    op.create_table(
        "deletions",
        sa.Column("user_id", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
    )
    _fill()


def _fill() -> None:
    sqlite = op.get_context().dialect.name == "sqlite"
    user = "json_extract(data, '$.user')" if sqlite else "data::json ->> 'user'"
    op.execute(
        f"INSERT INTO participants (user_id, game) SELECT DISTINCT {user}, game FROM events "
        f"WHERE kind = 'joined' AND {user} IS NOT NULL"
    )
    now = time.time_ns() // 1_000_000
    imported = sa.text(
        "INSERT INTO imports (game, user_id, seen_at) "
        "SELECT id, maker, :now FROM games WHERE key LIKE 'record/%'"
    )
    op.execute(imported.bindparams(now=now))
