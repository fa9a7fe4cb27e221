"""The tables of ratings: brought up to date from one match on, in one transaction.

There is one way for a match that has just ended, for one that comes late and for the whole history:
forget every change from its place on, take the ratings from before it, and rate again what follows.
So the tables are always those that a recomputation gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select

from jaipur.players.glicko import GlickoRating
from jaipur.players.rating_book import WEEK_MS, RatedMatch, RatingBook, RatingChange, Standing
from jaipur.server import schema
from jaipur.server.ratings.rated_matches import (
    RESULTS,
    Order,
    add_rated_matches,
    read_rated_matches,
    since,
    unrated_games,
)
from jaipur.server.store import DatabaseRow

__all__ = ["lock_ratings", "rate_from", "rate_unrated", "standing_of"]

_LOCK: Final = 0x6A7076  # one process at a time changes ratings on PostgreSQL
_CHANGES: Final = schema.rating_changes.c
_MATCHES: Final = schema.rated_matches.c
_AT_ONCE: Final = 500  # values in one statement


def lock_ratings(connection: Connection) -> None:
    """Let no other process change ratings until the end of the transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))


def rate_unrated(connection: Connection, games: Sequence[str] | None = None) -> list[RatedMatch]:
    """Rate the finished games that were not rated yet: of these, or of all."""
    lock_ratings(connection)
    rows = [dict(row) for row in connection.execute(unrated_games(games)).mappings()]
    found = add_rated_matches(connection, rows)
    for ruleset in sorted({match.ruleset for match in found if match.rounds}):
        first = min(match.order for match in found if match.ruleset == ruleset and match.rounds)
        rate_from(connection, ruleset, RESULTS, first)
    return found


def rate_from(connection: Connection, ruleset: str, figure: str, first: Order) -> None:
    """Rate again all matches from this place on."""
    here = (_CHANGES.ruleset == ruleset) & (_CHANGES.figure == figure)
    gone = delete(schema.rating_changes).where(here, _since(first))
    users = set(connection.execute(gone.returning(_CHANGES.user_id)).scalars())
    matches = read_rated_matches(connection, figure, (_MATCHES.ruleset == ruleset) & since(first))
    users |= {user for match in matches for user in match.users if user is not None}
    standings = _standings(connection, here, users)
    book = RatingBook(standings, _meetings(connection, ruleset, figure, first, users))
    changes = [(match, change) for match in matches for change in book.add(match)]
    _insert(connection, figure, changes)
    _write_ratings(connection, ruleset, figure, users, book.standings)


def _since(first: Order) -> ColumnElement[bool]:
    ended_at, game = first
    same = and_(_CHANGES.ended_at == ended_at, _CHANGES.game >= game)
    return or_(_CHANGES.ended_at > ended_at, same)


def _standings(
    connection: Connection, here: ColumnElement[bool], users: Iterable[str]
) -> dict[str, Standing]:
    """The ratings of these users after their latest change that is left."""
    found: dict[str, Standing] = {}
    for user in sorted(users):
        latest = select(schema.rating_changes).where(here, _CHANGES.user_id == user)
        latest = latest.order_by(_CHANGES.ended_at.desc(), _CHANGES.game.desc()).limit(1)
        row = connection.execute(latest).mappings().first()
        if row is not None:
            found[user] = standing_of(row)
    return found


def _meetings(
    connection: Connection, ruleset: str, figure: str, first: Order, users: set[str]
) -> list[tuple[tuple[str, str], int]]:
    """The pairs with one of these users in the week before a match, and when each match ended."""
    week = (_MATCHES.ruleset == ruleset) & (_MATCHES.ended_at > first[0] - WEEK_MS) & ~since(first)
    if len(users) <= _AT_ONCE:
        week &= _MATCHES.user0.in_(users) | _MATCHES.user1.in_(users)
    found = read_rated_matches(connection, figure, week)
    return [(match.pair, match.ended_at) for match in found]


def _insert(
    connection: Connection, figure: str, changes: Sequence[tuple[RatedMatch, RatingChange]]
) -> None:
    rows = [
        {
            "user_id": change.user,
            "game": match.id,
            "figure": figure,
            "ruleset": match.ruleset,
            "ended_at": match.ended_at,
            "before": change.before.rating,
            "weight": change.weight,
            **_columns(change.after),
        }
        for match, change in changes
    ]
    if rows:
        connection.execute(insert(schema.rating_changes), rows)


def _write_ratings(
    connection: Connection,
    ruleset: str,
    figure: str,
    users: set[str],
    standings: Mapping[str, Standing],
) -> None:
    """Write the present ratings of these users."""
    table, everybody = schema.ratings, sorted(users)
    for start in range(0, len(everybody), _AT_ONCE):
        some = table.c.user_id.in_(everybody[start : start + _AT_ONCE])
        here = some & (table.c.ruleset == ruleset) & (table.c.figure == figure)
        connection.execute(delete(table).where(here))
    rows = [
        {
            "user_id": user,
            "ruleset": ruleset,
            "figure": figure,
            "ended_at": standings[user].at,
            **_columns(standings[user]),
        }
        for user in everybody
        if user in standings
    ]
    if rows:
        connection.execute(insert(table), rows)


def _columns(standing: Standing) -> DatabaseRow:
    return {
        "rating": standing.rating.rating,
        "deviation": standing.rating.deviation,
        "volatility": standing.rating.volatility,
        "matches": standing.matches,
        "rounds": standing.rounds,
    }


def standing_of(row: Mapping[Any, Any]) -> Standing:
    """The standing of a row of `ratings` or `rating_changes`."""
    return Standing(
        rating=GlickoRating(
            rating=row["rating"], deviation=row["deviation"], volatility=row["volatility"]
        ),
        at=row["ended_at"],
        matches=row["matches"],
        rounds=row["rounds"],
    )
