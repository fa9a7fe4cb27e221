"""Indexes of games without the time of the last event: a move then changes no index.

In PostgreSQL there is one of that time alone, by which processes find what others have written.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_REPLACED = ("games_of_user0", "games_of_user1", "games_to_show", "games_rated")


def upgrade() -> None:
    """Replace the indexes."""
    for name in _REPLACED:
        op.drop_index(name, "games")
    op.create_index("games_of_user0", "games", ["user0"])
    op.create_index("games_of_user1", "games", ["user1"])
    running = sa.text("status != 'over'")
    op.create_index(
        "games_running", "games", ["status"], sqlite_where=running, postgresql_where=running
    )
    for flag, columns in (
        ("listed", ["status", "updated_at"]),
        ("watchable", ["status", "updated_at"]),
        ("rated", ["status"]),
    ):
        # As SQLAlchemy writes the condition in queries: SQLite uses the index for no other.
        op.create_index(
            f"games_{flag}",
            "games",
            columns,
            sqlite_where=sa.text(f"{flag} = 1"),
            postgresql_where=sa.text(flag),
        )
    if op.get_bind().dialect.name == "postgresql":
        op.create_index("games_updated", "games", ["updated_at"])
