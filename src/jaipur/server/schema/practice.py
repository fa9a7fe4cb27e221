"""Tables of what people learn from: reviews, facts of matches, own mistakes, puzzles."""

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
)

from jaipur.server.schema.metadata import metadata

__all__ = [
    "match_facts",
    "mistake_answers",
    "puzzle_attempts",
    "puzzle_ratings",
    "puzzle_scores",
    "reviews",
]

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
