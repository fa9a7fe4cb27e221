"""A user's own mistakes: decisions of reviewed matches that lost, repeated until they are found.

They follow from the reviews of matches in which the user has a seat, whoever asked for these; only
the answers are stored. An answer counts when the mistake is due: found, it comes back after 1, 3,
7, 21 and 60 days; not found, after one day, and from the beginning.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from sqlalchemy import select

from jaipur.server import schema
from jaipur.server.event_log import decode_data
from jaipur.server.shapes.mistakes import MistakeOpponent, OwnMistake, OwnMistakes
from jaipur.server.store import DatabaseRow, Store

__all__ = ["INTERVALS_DAYS", "find_mistake", "list_mistakes", "store_answer"]

INTERVALS_DAYS: Final = (1, 3, 7, 21, 60)
DAY_MS: Final = 86_400_000
MATCHES: Final = 300  # the latest that were reviewed
LISTED: Final = 50  # in one answer


async def list_mistakes(store: Store, user: str, now: int) -> OwnMistakes:
    """A user's mistakes: how many there are, and those that are due.

    Those that were answered before come first, then new ones, the costliest first.
    """
    found = await _mistakes(store, user)
    due = sorted(
        (one for one in found if one.due_at <= now), key=lambda one: (one.due_at == 0, -one.lost)
    )
    later = [one.due_at for one in found if one.due_at > now]
    return OwnMistakes(
        due=len(due),
        total=len(found),
        next_due_at=min(later, default=None),
        mistakes=due[:LISTED],
    )


async def find_mistake(
    store: Store, user: str, game: str, round: int, ply: int
) -> OwnMistake | None:
    """A mistake of a user; None if there is none such."""
    found = await _mistakes(store, user, game)
    return next((one for one in found if (one.round, one.ply) == (round, ply)), None)


async def store_answer(
    store: Store, user: str, mistake: OwnMistake, *, found: bool, now: int
) -> tuple[OwnMistake, bool]:
    """The mistake after an answer, and whether that counted: only a due one does."""
    if mistake.due_at > now:
        return mistake, False
    right = mistake.right + 1 if found else 0
    days = INTERVALS_DAYS[min(max(right - 1, 0), len(INTERVALS_DAYS) - 1)]
    after = msgspec.structs.replace(mistake, right=right, due_at=now + days * DAY_MS)
    row = {"user_id": user, "game": after.game, "round": after.round, "ply": after.ply}
    row |= {"right": after.right, "due_at": after.due_at}
    await store.put(schema.mistake_answers, [row], ["user_id", "game", "round", "ply"])
    return after, True


async def _mistakes(store: Store, user: str, game: str | None = None) -> list[OwnMistake]:
    answers = {
        (row["game"], row["round"], row["ply"]): (row["right"], row["due_at"])
        for row in await store.rows(select(schema.mistake_answers).filter_by(user_id=user))
    }
    found = []
    for row in await store.rows(_reviewed_matches(user, game)):
        for round, ply, seat, grade, lost in msgspec.json.decode(row["mistakes"]):
            if row[f"user{seat}"] == user:
                right, due_at = answers.get((row["id"], round, ply), (0, 0))
                found.append(
                    OwnMistake(
                        game=row["id"],
                        round=round,
                        ply=ply,
                        seat=seat,
                        grade=grade,
                        lost=lost,
                        ended_at=row["updated_at"],
                        opponent=_opponent(row, 1 - seat),
                        right=right,
                        due_at=due_at,
                    )
                )
    return found


def _reviewed_matches(user: str, game: str | None) -> Any:
    """The latest reviewed matches of a user; two at one screen share a user, and are left out."""
    games, reviews = schema.games.c, schema.reviews.c
    names = (games.user0, games.user1, games.name0, games.name1)
    query = select(games.id, *names, games.updated_at, games.terms, reviews.mistakes)
    query = query.join_from(schema.games, schema.reviews, reviews.game == games.id)
    mine = (games.user0 == user) | (games.user1 == user)
    alone = games.user0.is_distinct_from(games.user1)
    query = query.where(mine, alone, games.status == "over", reviews.mistakes.is_not(None))
    if game is not None:
        query = query.where(games.id == game)
    return query.order_by(games.updated_at.desc()).limit(MATCHES)


def _opponent(row: DatabaseRow, seat: int) -> MistakeOpponent:
    terms = decode_data(row["terms"])
    level = terms.get("level") if row[f"user{seat}"] is None else None
    return MistakeOpponent(name=row[f"name{seat}"] or None, level=level)
