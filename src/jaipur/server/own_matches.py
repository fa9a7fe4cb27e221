"""The finished matches of a user, as stored facts: filtered, paged, the latest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, and_, func, or_, select

from jaipur.coach.match_facts import FACTS_VERSION, MatchFacts
from jaipur.coach.review_facts import ReviewFacts
from jaipur.players.levels import LEVELS
from jaipur.server import schema
from jaipur.server.event_log import decode_data
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.store import DatabaseRow, Store
from jaipur.server.stored_facts import PEOPLE, RATED, SELF

__all__ = ["OPPONENTS", "MatchFilter", "OwnMatch", "count_matches", "find_matches", "opponents_of"]

OPPONENTS: Final = (*(level.name for level in LEVELS), RATED, PEOPLE, SELF)
"""Every group of opponents, in the order in which they are shown."""
_FACTS: Final = schema.match_facts.c


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFilter:
    """Which matches are wanted; None for any."""

    opponent: str | None = None
    """The name of a level, or a group of opponents."""
    result: str | None = None
    """`won`, `lost`, or `none` for a match without a winner."""
    ruleset: str | None = None
    since: int | None = None
    """Ended at this time, in milliseconds, or later."""
    is_counted: bool | None = None

    def condition(self, user: str) -> ColumnElement[bool]:
        """The filter as SQL."""
        wanted = [
            _FACTS.user_id == user,
            _FACTS.version == FACTS_VERSION,
            _FACTS.facts.is_not(None),
        ]
        if self.opponent is not None:
            wanted.append(_FACTS.opponent == self.opponent)
        if self.result is not None:
            won = {"won": True, "lost": False, "none": None}[self.result]
            wanted.append(_FACTS.won.is_(won))
        if self.ruleset is not None:
            wanted.append(_FACTS.ruleset == self.ruleset)
        if self.since is not None:
            wanted.append(_FACTS.ended_at >= self.since)
        if self.is_counted is not None:
            wanted.append(_FACTS.counted.is_(self.is_counted))
        return and_(*wanted)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMatch:
    """A finished match of a user, from the user's side of the table."""

    game: str
    ended_at: int
    opponent: str
    """The group of the opponent."""
    level: str | None
    """The opponent's level, if it is one."""
    names: tuple[str, str]
    """The names at the table, the user's first."""
    facts: MatchFacts
    is_counted: bool
    """Whether it counts in statistics: not from a position, and not with both seats."""
    taken_back: int
    review: ReviewFacts | None

    @property
    def result(self) -> Literal["won", "lost"] | None:
        """`won` or `lost`; None for a match without a winner, or with both seats."""
        if self.opponent == SELF or self.facts.won is None:
            return None
        return "won" if self.facts.won else "lost"

    @property
    def cursor(self) -> str:
        """Where the next page starts, if this is the last match of a page."""
        return f"{self.ended_at}-{self.game}"


async def find_matches(
    store: Store, user: str, wanted: MatchFilter, *, limit: int | None = None, after: str = ""
) -> list[OwnMatch]:
    """The matches of a user that ended before the one with this cursor, the latest first."""
    games = schema.games.c
    query = (
        select(schema.match_facts, games.name0, games.name1)
        .join(schema.games, games.id == _FACTS.game)
        .where(wanted.condition(user))
        .order_by(_FACTS.ended_at.desc(), _FACTS.game.desc())
        .limit(limit)
    )
    if after:
        ended_at, game = _read_cursor(after)
        earlier = and_(_FACTS.ended_at == ended_at, _FACTS.game < game)
        query = query.where(or_(_FACTS.ended_at < ended_at, earlier))
    return [_own_match(row) for row in await store.rows(query)]


async def count_matches(store: Store, user: str, wanted: MatchFilter) -> int:
    """How many matches there are."""
    query = select(func.count(_FACTS.game).label("all")).where(wanted.condition(user))
    return int((await store.rows(query))[0]["all"])


async def opponents_of(store: Store, user: str) -> list[str]:
    """The groups of opponents that a user has finished a match against."""
    query = select(_FACTS.opponent).where(MatchFilter().condition(user)).distinct()
    found = {row["opponent"] for row in await store.rows(query)}
    return [name for name in OPPONENTS if name in found]


def _own_match(row: DatabaseRow) -> OwnMatch:
    mine = row["seat"]
    names = (row["name0"] or "", row["name1"] or "")
    review = row["review"]
    return OwnMatch(
        game=row["game"],
        ended_at=row["ended_at"],
        opponent=row["opponent"],
        level=row["level"],
        names=names if mine == 0 else (names[1], names[0]),
        facts=MatchFacts.from_data(decode_data(row["facts"])),
        is_counted=row["counted"],
        taken_back=row["taken_back"],
        review=None if review is None else ReviewFacts.from_data(decode_data(review)),
    )


def _read_cursor(text: str) -> tuple[int, str]:
    ended_at, _, game = text.partition("-")
    if not (ended_at.isascii() and ended_at.isdigit() and len(ended_at) < 16) or "\0" in game:
        wrong: Sequence[Any] = [{"where": ["query", "after"], "what": "not the `next` of a page"}]
        raise Problem.of(ProblemCode.BAD_REQUEST, errors=wrong)
    return int(ended_at), game
