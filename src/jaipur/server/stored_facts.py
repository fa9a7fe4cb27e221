"""The facts of users' finished matches: computed once from the logs, and stored by game and seat.

They are computed when somebody asks for them first, a bounded number at a time, so that a history
or a statistic need not fold hundreds of logs. What a review says about the user is taken out of it
once, too. All can be computed again: those of an older version are. Imported records are nobody's
own matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, case, func, or_, select, update

from jaipur.coach.match_facts import FACTS_VERSION, match_facts
from jaipur.coach.review_facts import review_facts
from jaipur.players.levels import find_level
from jaipur.server import schema
from jaipur.server.event_log import EventKind, LogEntry, encode_data
from jaipur.server.fold import fold
from jaipur.server.game import Game
from jaipur.server.game_rows import entry_of, game_of
from jaipur.server.reviews import unpack_review
from jaipur.server.store import DatabaseRow, Store

__all__ = ["LOGS_AT_ONCE", "PEOPLE", "RATED", "SELF", "folded", "store_missing"]

# Groups of opponents beside the levels, which go by their names.
RATED: Final = "rated"
"""Any rating of the dial, such as `level:1240`."""
PEOPLE: Final = "people"
SELF: Final = "self"
"""Both seats are the user's."""
MATCHES_AT_ONCE: Final = 100  # for one request
LOGS_AT_ONCE: Final = 10  # in one turn of a reading thread
REVIEWS_AT_ONCE: Final = 20  # for one request, of some milliseconds each


async def store_missing(store: Store, user: str) -> int:
    """Compute the facts and the sums of reviews that a user's matches lack; how many are left."""
    return await _store_facts(store, user) or await _store_reviews(store, user)


async def _store_facts(store: Store, user: str) -> int:
    """Compute the facts of finished matches that have none yet; how many are still missing."""
    facts, games = schema.match_facts.c, schema.games.c
    seat = case((games.user0 == user, 0), else_=1)
    known = select(facts.game).where(
        facts.game == games.id, facts.seat == seat, facts.version == FACTS_VERSION
    )
    missing = and_(_finished(user), ~known.exists())
    latest = select(schema.games).where(missing).order_by(games.updated_at.desc())
    rows = await store.rows(latest.limit(MATCHES_AT_ONCE + 1))
    for start in range(0, MATCHES_AT_ONCE, LOGS_AT_ONCE):
        some = rows[start : min(start + LOGS_AT_ONCE, MATCHES_AT_ONCE)]
        found = await store.read(partial(_fact_rows, rows=some, user=user))
        await store.put(schema.match_facts, found, ["game", "seat"])
    if len(rows) <= MATCHES_AT_ONCE:
        return 0
    left = await store.rows(
        select(func.count().label("all")).select_from(schema.games).where(missing)
    )
    return int(left[0]["all"])


def _finished(user: str) -> ColumnElement[bool]:
    games = schema.games.c
    mine = or_(games.user0 == user, games.user1 == user)
    return and_(mine, games.status == "over", games.name0.is_not(None), games.name1.is_not(None))


def _fact_rows(connection: Connection, rows: Sequence[DatabaseRow], user: str) -> list[DatabaseRow]:
    return [_fact_row(connection, row, user) for row in rows]


def _fact_row(connection: Connection, row: DatabaseRow, user: str) -> DatabaseRow:
    game, ended_at = folded(connection, row)
    seats, seat = game.seats_of(user), int(row["user0"] != user)
    facts = None if game.match is None else match_facts(game.match, seat)
    opponent, other = _opponent(game, seats), game.seats[1 - seat]
    result = None if facts is None or facts.won is None or opponent == SELF else facts.won
    return {
        "game": game.id,
        "seat": seat,
        "user_id": user,
        "version": FACTS_VERSION,
        "ended_at": ended_at,
        "ruleset": game.terms.ruleset,
        "opponent": opponent,
        "level": other.level if other else None,
        "won": result,
        # What was played before the position from which a match goes on was not this user's.
        "counted": facts is not None and opponent != SELF and game.terms.source is None,
        "taken_back": game.taken_back,
        "facts": None if facts is None else encode_data(facts.to_data()),
        "review": None,
    }


async def _store_reviews(store: Store, user: str) -> int:
    """Take what reviews say about a user out of them; at least how many are still missing."""
    facts, reviews = schema.match_facts.c, schema.reviews.c
    missing = (
        select(facts.game, facts.seat, reviews.body)
        .join(schema.reviews, reviews.game == facts.game)
        .where(facts.user_id == user, facts.review.is_(None), facts.facts.is_not(None))
        .where(reviews.body.is_not(None))
        .limit(REVIEWS_AT_ONCE + 1)
    )
    found = await store.read(partial(_review_rows, query=missing))
    if found:
        await store.write(partial(_write_reviews, rows=found[:REVIEWS_AT_ONCE]))
    return max(0, len(found) - REVIEWS_AT_ONCE)


def _review_rows(connection: Connection, query: Any) -> list[DatabaseRow]:
    return [
        {
            "game": row["game"],
            "seat": row["seat"],
            "review": encode_data(review_facts(unpack_review(row["body"]), row["seat"]).to_data()),
        }
        for row in connection.execute(query).mappings()
    ]


def _write_reviews(connection: Connection, rows: Sequence[DatabaseRow]) -> None:
    table = schema.match_facts
    for row in rows:
        this = (table.c.game == row["game"]) & (table.c.seat == row["seat"])
        connection.execute(update(table).where(this).values(review=row["review"]))


def folded(connection: Connection, row: DatabaseRow) -> tuple[Game, int]:
    """The game of a row after its whole log, and when it ended."""
    events = schema.events.c
    query = select(schema.events).where(events.game == row["id"]).order_by(events.seq)
    entries = [entry_of(each) for each in connection.execute(query).mappings()]
    return fold(game_of(row), entries), _ended_at(entries, row)


def _ended_at(entries: Sequence[LogEntry], row: DatabaseRow) -> int:
    over = (entry.at for entry in entries if entry.kind is EventKind.MATCH_OVER)
    found: Any = next(over, row["updated_at"])
    return int(found)


def _opponent(game: Game, seats: Sequence[int]) -> str:
    """The group of the opponent that the game was opened against."""
    if len(seats) == 2 or game.terms.against == "self":
        return SELF
    level = game.terms.level
    if game.terms.against != "level" or level is None:
        return PEOPLE
    return RATED if find_level(level) is None else level
