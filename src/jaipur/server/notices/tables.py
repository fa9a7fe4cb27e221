"""The tables of notices: what is to be told, to whom, and on which devices.

A notice holds no name and no words: both are found when it is sent, so that a name that was
removed is not sent any more. All times are milliseconds since 1970.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, Table, Text

from jaipur.server.schema import metadata

__all__ = ["deliveries", "devices", "notice_settings", "notices", "server_keys"]

# Only users with such a row get notices: it is made with the first device or the feed.
notice_settings = Table(
    "notice_settings",
    metadata,
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    Column("language", String(2), nullable=False),
    Column("time_zone", String(64), nullable=False),
    Column("quiet_from", Integer),  # minutes since midnight; null without quiet hours
    Column("quiet_until", Integer),
    Column("switched_off", Text, nullable=False),  # kinds, separated by spaces
    Column("feed_hash", String(64), unique=True),  # SHA-256 of the secret in the feed's address
)

# Subscriptions of browsers, as Web Push has them.
devices = Table(
    "devices",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False, unique=True),
    Column("p256dh", String(96), nullable=False),
    Column("auth", String(32), nullable=False),
    Column("name", String(96), nullable=False),
    Column("language", String(2), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("sent_at", BigInteger),
    Column("failed_at", BigInteger),
    Column("failure", String(64)),  # why the last attempt failed; null after a success
)

# The outbox. `due_at` is when it is shown, `push_at` when devices are chosen; null once they are.
notices = Table(
    "notices",
    metadata,
    Column("id", String(80), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("game", String(32)),
    Column("seat", Integer),
    Column("move", String(24)),  # the move after which it is the user's turn
    Column("due_at", BigInteger, nullable=False),
    Column("push_at", BigInteger),
    Column("muted", Boolean, nullable=False),
    Index("notices_of_user", "user_id", "due_at"),
    Index("notices_of_game", "game"),
    Index("notices_to_push", "push_at"),
    Index("notices_by_age", "due_at"),
)

# What is still to be sent. Whoever sends it moves `next_at` forward first: nobody else does then.
deliveries = Table(
    "deliveries",
    metadata,
    Column("notice", ForeignKey("notices.id", ondelete="CASCADE"), primary_key=True),
    Column("device", ForeignKey("devices.id", ondelete="CASCADE"), primary_key=True),
    Column("attempts", Integer, nullable=False),
    Column("next_at", BigInteger, nullable=False, index=True),
    Column("expires_at", BigInteger, nullable=False),
    Index("deliveries_to_device", "device"),
)

# Keys that the server made for itself, by name.
server_keys = Table(
    "server_keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
