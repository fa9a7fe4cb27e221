"""Tables of users: who they are, how they get in, and whom they know."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Integer,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
    true,
)

from jaipur.server.schema.metadata import metadata

__all__ = [
    "account_names",
    "blocks",
    "challenges",
    "deletions",
    "failed_logins",
    "friends",
    "invitation_codes",
    "known_browsers",
    "links",
    "passkeys",
    "passwords",
    "profiles",
    "recovery_codes",
    "sessions",
    "users",
]

users = Table(
    "users",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(96), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("registered_at", BigInteger),  # when the guest became an account
    Column("renamed_at", BigInteger),  # when the account last changed its name
    Column("suspended_until", BigInteger),  # by an admin
    # Whether an account is listed among those who are here.
    Column("shown_here", Boolean, nullable=False, server_default=true()),
)

# Tokens are stored as SHA-256 only.
sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False, index=True),
    Column("kind", String(8), nullable=False, server_default="browser"),  # or "program"
    Column("name", String(96)),  # as its user calls it
    Column("agent", String(64)),
    Column("network", String(64)),
    Column("verified_at", BigInteger),
)

links = Table(
    "links",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(16), nullable=False),
    Column("expires_at", BigInteger, nullable=False, index=True),
)

# Users who were deleted lately, for the memory of other processes.
deletions = Table(
    "deletions",
    metadata,
    Column("user_id", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
)

# Names of accounts by what they look like; `until` is set for one that its user had before. Those
# of deleted users have the hash of it instead.
account_names = Table(
    "account_names",
    metadata,
    Column("key", String(96), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="SET NULL"), index=True),
    Column("until", BigInteger),
)

# How accounts get in: argon2id hashes, public keys, and one-time codes as SHA-256.
passwords = Table(
    "passwords",
    metadata,
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("hash", String(255), nullable=False),
    Column("changed_at", BigInteger, nullable=False),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("name", String(96), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
)

# What a passkey has to sign, once.
challenges = Table(
    "challenges",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("purpose", String(16), nullable=False),
    Column("user_id", String(32)),
    Column("expires_at", BigInteger, nullable=False, index=True),
)

# Browsers from which an account's owner has logged in: others' guesses do not slow them down.
known_browsers = Table(
    "known_browsers",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seen_at", BigInteger, nullable=False, index=True),
)

# Wrong passwords, by name and where they came from; see accounts.login_limits.
failed_logins = Table(
    "failed_logins",
    metadata,
    Column("source", String(64), primary_key=True),
    Column("guesses", Double, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
)

# Codes with which accounts are made where registration is by invitation.
invitation_codes = Table(
    "invitation_codes",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("note", String(96), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("uses_left", Integer, nullable=False),
)

# Who may see a user's profile: `public`, `friends` or `private`; without a row everybody.
profiles = Table(
    "profiles",
    metadata,
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("visibility", String(8), nullable=False),
)

# Whom a user has marked as a friend.
friends = Table(
    "friends",
    metadata,
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("friend_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("at", BigInteger, nullable=False),
)

# Users who do not want to play with others.
blocks = Table(
    "blocks",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("blocked_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
    UniqueConstraint("user_id", "blocked_id"),
)
