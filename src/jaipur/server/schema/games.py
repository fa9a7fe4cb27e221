"""Tables of games: their logs, and what is kept beside them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from jaipur.server.schema.metadata import metadata

__all__ = ["events", "games", "imports", "pairing_tickets", "participants", "presence"]

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("format", String(32), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("maker", String(32), nullable=False),
    Column("key", String(96)),
    Column("terms", Text, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("invitation", String(32), unique=True),
    Column("watchable", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("seq", Integer, nullable=False),
    Column("status", String(16), nullable=False),
    Column("user0", String(32)),
    Column("user1", String(32)),
    Column("name0", String(96)),
    Column("name1", String(96)),
    Column("waits_for", Integer, nullable=False),  # bit 0: seat 0, bit 1: seat 1
    Column("level_turn", Boolean, nullable=False),
    Column("deadline", BigInteger),
    Column("updated_at", BigInteger, nullable=False),
    # The result so far; null before the deal, and in games that ended before they were added.
    Column("winner", Integer),
    Column("seals0", Integer),
    Column("seals1", Integer),
    UniqueConstraint("maker", "key"),
    # Without columns that every move changes, so that on SQLite a move writes to no index. On
    # PostgreSQL other processes look for what has changed lately. Conditions must stand here as
    # SQLAlchemy writes them in queries, or SQLite does not use the index.
    Index("games_updated", "updated_at").ddl_if(dialect="postgresql"),
    Index("games_of_user0", "user0"),
    Index("games_of_user1", "user1"),
    Index(
        "games_running",
        "status",
        sqlite_where=text("status != 'over'"),
        postgresql_where=text("status != 'over'"),
    ),
    Index(
        "games_listed",
        "status",
        "updated_at",
        sqlite_where=text("listed = 1"),
        postgresql_where=text("listed"),
    ),
    Index(
        "games_watchable",
        "status",
        "updated_at",
        sqlite_where=text("watchable = 1"),
        postgresql_where=text("watchable"),
    ),
    Index(
        "games_rated",
        "status",
        sqlite_where=text("rated = 1"),
        postgresql_where=text("rated"),
    ),
    # A match begins when both seats are taken.
    Index(
        "games_not_started",
        "updated_at",
        sqlite_where=text("name0 IS NULL OR name1 IS NULL"),
        postgresql_where=text("name0 IS NULL OR name1 IS NULL"),
    ),
)

events = Table(
    "events",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("key", String(160)),
    Column("data", Text, nullable=False),
    UniqueConstraint("game", "key"),
    sqlite_with_rowid=False,
)

# Every user who has ever had a seat in a game, also those whom a level has replaced.
participants = Table(
    "participants",
    metadata,
    Column("user_id", String(32), primary_key=True),
    Column("game", ForeignKey("games.id"), primary_key=True, index=True),
)

# Games that are imported records. `record` is SourceMatch as compressed JSON, and the log follows
# from it; in rows from before it is null, with the source among the game's terms.
imports = Table(
    "imports",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("user_id", String(32), nullable=False),
    Column("seen_at", BigInteger, nullable=False, index=True),
    Column("record", LargeBinary),
    Index("imports_of_user", "user_id", "seen_at"),
)

presence = Table(
    "presence",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("seen", BigInteger, nullable=False),
)

# Users who look for an opponent until a time; `game` is set once they are paired.
pairing_tickets = Table(
    "pairing_tickets",
    metadata,
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("key", String(64), nullable=False),
    Column("terms", Text, nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("game", String(32)),
)
