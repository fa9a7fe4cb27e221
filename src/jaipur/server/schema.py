"""The tables of the database. Only `games` and `events` are essential; the rest can be lost.

All times are milliseconds since 1970. The columns of `games` from `seq` on repeat what the log
says, so that the lobby need not replay it; they are written in the same transaction.
"""

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
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

__all__ = [
    "account_names",
    "admin_acts",
    "alive",
    "blocks",
    "deletions",
    "events",
    "games",
    "imports",
    "links",
    "metadata",
    "pairing_tickets",
]
__all__ += [
    "match_facts",
    "mistake_answers",
    "outages",
    "participants",
    "people_here",
    "presence",
    "puzzle_attempts",
]
__all__ += ["challenges", "failed_logins", "invitation_codes", "known_browsers"]
__all__ += ["passkeys", "passwords"]
__all__ += ["puzzle_ratings", "puzzle_scores", "recovery_codes", "reports", "reviews", "sessions"]
__all__ += ["users"]
__all__ += ["friends", "profiles", "rated_matches", "rating_changes", "ratings"]

metadata = MetaData()

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

# Who has a page open, one row for each process: `users` is JSON, whether each plays, by id.
people_here = Table(
    "people_here",
    metadata,
    Column("worker", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("users", Text, nullable=False),
    Column("visitors", Integer, nullable=False),
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

links = Table(
    "links",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(16), nullable=False),
    Column("expires_at", BigInteger, nullable=False, index=True),
)

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
    # Without columns that every move changes, so that a move writes to no index. Conditions must
    # stand here as SQLAlchemy writes them in queries, or SQLite does not use the index.
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

# Users who were deleted lately, for the memory of other processes.
deletions = Table(
    "deletions",
    metadata,
    Column("user_id", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
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

presence = Table(
    "presence",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("seen", BigInteger, nullable=False),
)

# `state` is what a review that is not finished has found so far; `body` is the finished one, as
# compressed JSON without names, and `mistakes` its moves that lost.
reviews = Table(
    "reviews",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("made_at", BigInteger, nullable=False),
    Column("done", Integer, nullable=False),
    Column("steps", Integer, nullable=False),
    Column("state", LargeBinary),
    Column("body", LargeBinary),
    Column("mistakes", Text),
)

# What users did in their finished matches, which follows from the logs: `facts` is MatchFacts as
# JSON, null where no match was played, and `review` ReviewFacts, once the match was reviewed.
match_facts = Table(
    "match_facts",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", String(32), nullable=False),
    Column("version", Integer, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("ruleset", String(32), nullable=False),
    Column("opponent", String(32), nullable=False),
    Column("level", String(32)),
    Column("won", Boolean),
    Column("counted", Boolean, nullable=False),
    Column("taken_back", Integer, nullable=False),
    Column("facts", Text),
    Column("review", Text),
    Index("match_facts_of_user", "user_id", "ended_at"),
)

# One row: when any process of this server was last known to run.
alive = Table(
    "alive",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

outages = Table(
    "outages",
    metadata,
    Column("since", BigInteger, primary_key=True),
    Column("until", BigInteger, nullable=False),
)

# Answers to a user's own mistakes; mistakes without an answer follow from the reviews.
mistake_answers = Table(
    "mistake_answers",
    metadata,
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("right", Integer, nullable=False),
    Column("due_at", BigInteger, nullable=False),
)

# A user's rating in puzzles by Glicko-2.
puzzle_scores = Table(
    "puzzle_scores",
    metadata,
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("right", Integer, nullable=False),
)

# A user's first attempt at each puzzle.
puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", String(8), primary_key=True),
    Column("key", String(64), nullable=False),
    Column("move", String(24), nullable=False),
    Column("grade", String(8), nullable=False),
    Column("lost", Double, nullable=False),
    Column("change", Double, nullable=False),
    Column("at", BigInteger, nullable=False),
)

# The ratings of puzzles that somebody has tried.
puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(8), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("attempts", Integer, nullable=False),
)

# What users have reported about others: `kind` is `name` or `behaviour`.
reports = Table(
    "reports",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", String(32), nullable=False),
    Column("about", String(32), nullable=False),
    Column("game", String(32)),
    Column("kind", String(16), nullable=False),
    Column("closed_at", BigInteger),
    UniqueConstraint("by", "about", "game", "kind"),
)

# What admins have done, and are to have done by the server; `outcome` is null until it is.
admin_acts = Table(
    "admin_acts",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", String(96), nullable=False),
    Column("act", Text, nullable=False),
    Column("taken_at", BigInteger),
    Column("outcome", Text),
)

# The finished rated games, as their logs tell them: the scores of seat 0 by round, as results and,
# once that is worked out, with luck taken out. A game that does not count has no rounds.
rated_matches = Table(
    "rated_matches",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("ruleset", String(32), nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("user0", String(32), index=True),
    Column("user1", String(32), index=True),
    Column("level", String(32)),
    Column("rounds", Text, nullable=False),
    Column("adjusted", Text),
    Index("rated_matches_in_order", "ruleset", "ended_at", "game"),
    Index(
        "rated_matches_with_luck",
        "ended_at",
        sqlite_where=text("adjusted IS NULL"),
        postgresql_where=text("adjusted IS NULL"),
    ),
)

# What each rated match did to the ratings of its users. `figure` is `results` or `luck`. A user who
# was deleted stays in them by id, as in the logs, since the opponents' ratings follow from it.
rating_changes = Table(
    "rating_changes",
    metadata,
    Column("user_id", String(32), primary_key=True),
    Column("figure", String(8), primary_key=True),
    Column("game", ForeignKey("games.id"), primary_key=True, index=True),
    Column("ruleset", String(32), nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("before", Double, nullable=False),
    Column("weight", Double, nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Index("rating_changes_in_order", "ruleset", "figure", "ended_at", "game"),
    Index("rating_changes_of_user", "user_id", "ruleset", "figure", "ended_at"),
)

# The present ratings: the latest change of each user.
ratings = Table(
    "ratings",
    metadata,
    Column("user_id", String(32), primary_key=True),
    Column("ruleset", String(32), primary_key=True),
    Column("figure", String(8), primary_key=True),
    Column("ended_at", BigInteger, nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Index("ratings_by_rank", "ruleset", "figure", "rating"),
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
