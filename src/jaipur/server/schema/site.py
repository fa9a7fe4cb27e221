"""Tables of the site: its processes, who is here, reports, and what admins have done."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, String, Table, Text, UniqueConstraint

from jaipur.server.schema.metadata import metadata

__all__ = ["admin_acts", "alive", "outages", "people_here", "reports"]

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

# Who has a page open, one row for each process: `users` is JSON, whether each plays, by id.
people_here = Table(
    "people_here",
    metadata,
    Column("worker", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("users", Text, nullable=False),
    Column("visitors", Integer, nullable=False),
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
