"""Ratings computed anew from the logs of all finished rated games.

The tables of ratings hold nothing that does not follow from the logs. Who measures the levels anew,
or doubts a number, recomputes them; `python -m jaipur.server.ratings.recompute DATABASE` does it on
a server that is stopped.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, select, update

from jaipur.players.rating_book import STARTER_ADVANTAGE
from jaipur.server import schema
from jaipur.server.database import database_url, open_engine
from jaipur.server.migrate import migrate
from jaipur.server.ratings.luck_results import adjusted_rounds
from jaipur.server.ratings.rated_matches import LUCK, match_of_game, pack_rounds
from jaipur.server.ratings.rating_tables import lock_ratings, rate_from, rate_unrated

__all__ = ["Recomputed", "recompute"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recomputed:
    """What was computed."""

    matches: int
    """The matches that count."""
    ratings: int
    """The ratings of all users, rulesets and figures."""


def recompute(connection: Connection, *, luck: bool = True) -> Recomputed:
    """Compute all ratings anew, as a part of a transaction.

    Luck takes 25 ms a match; without it, what was computed before is used again.
    """
    lock_ratings(connection)
    old = {} if luck else _known_luck(connection)
    for table in (schema.ratings, schema.rating_changes, schema.rated_matches):
        connection.execute(delete(table))
    counted = [match.id for match in rate_unrated(connection) if match.rounds]
    for game in counted:
        _set_luck(connection, game, old.get(game) or (_luck_of(connection, game) if luck else None))
    for ruleset in STARTER_ADVANTAGE:
        rate_from(connection, ruleset, LUCK, (0, ""))
    ratings = connection.execute(select(func.count()).select_from(schema.ratings)).scalar_one()
    return Recomputed(matches=len(counted), ratings=ratings)


def _known_luck(connection: Connection) -> dict[str, str]:
    rows = schema.rated_matches.c
    known = select(rows.game, rows.adjusted).where(rows.adjusted.is_not(None))
    return {row["game"]: row["adjusted"] for row in connection.execute(known).mappings()}


def _luck_of(connection: Connection, game: str) -> str | None:
    match = match_of_game(connection, game)
    return None if match is None else pack_rounds(adjusted_rounds(match))


def _set_luck(connection: Connection, game: str, adjusted: str | None) -> None:
    table = schema.rated_matches
    connection.execute(update(table).where(table.c.game == game).values(adjusted=adjusted))


def main(database: str) -> None:
    """Recompute the ratings of a database that no server uses."""
    migrate(database)
    engine = open_engine(database_url(database), connections=1, lock_timeout=30.0, writes=True)
    with engine.begin() as connection:
        found = recompute(connection)
    engine.dispose()
    print(f"{found.matches} rated matches, {found.ratings} ratings")


if __name__ == "__main__":
    main(sys.argv[1])
