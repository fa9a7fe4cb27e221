"""The tables of the database. Only `games` and `events` are essential; the rest can be lost.

All times are milliseconds since 1970. The columns of `games` from `seq` on repeat what the log
says, so that the lobby need not replay it; they are written in the same transaction.
"""

from __future__ import annotations

from jaipur.server.schema.games import (
    events,
    games,
    imports,
    pairing_tickets,
    participants,
    presence,
)
from jaipur.server.schema.metadata import metadata
from jaipur.server.schema.practice import (
    match_facts,
    mistake_answers,
    puzzle_attempts,
    puzzle_ratings,
    puzzle_scores,
    reviews,
)
from jaipur.server.schema.ratings import rated_matches, rating_changes, ratings
from jaipur.server.schema.site import admin_acts, alive, outages, people_here, reports
from jaipur.server.schema.users import (
    account_names,
    blocks,
    challenges,
    deletions,
    failed_logins,
    friends,
    invitation_codes,
    known_browsers,
    links,
    passkeys,
    passwords,
    profiles,
    recovery_codes,
    sessions,
    users,
)

__all__ = [
    "account_names",
    "admin_acts",
    "alive",
    "blocks",
    "challenges",
    "deletions",
    "events",
    "failed_logins",
    "friends",
    "games",
    "imports",
    "invitation_codes",
    "known_browsers",
    "links",
    "match_facts",
    "metadata",
    "mistake_answers",
    "outages",
    "pairing_tickets",
    "participants",
    "passkeys",
    "passwords",
    "people_here",
    "presence",
    "profiles",
    "puzzle_attempts",
    "puzzle_ratings",
    "puzzle_scores",
    "rated_matches",
    "rating_changes",
    "ratings",
    "recovery_codes",
    "reports",
    "reviews",
    "sessions",
    "users",
]
