"""What the lobby tells of accounts, and to whom: names and ratings, as profiles may be seen."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, select

from jaipur.server import schema
from jaipur.server.ratings.profiles import PUBLIC
from jaipur.server.ratings.rated_matches import RESULTS
from jaipur.server.ratings.rating_figures import figure_of
from jaipur.server.ratings.rating_tables import standing_of
from jaipur.server.shapes.rating_figure import RatingFigure

__all__ = ["KnownAccount", "Viewpoint", "ratings_seen", "read_accounts", "read_viewpoint"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewpoint:
    """A viewer of the lobby, and what they see differently: for most people nothing."""

    me: str | None = None
    blocked: frozenset[str] = frozenset()
    """Everybody whom the user has blocked, or who has blocked the user."""
    friend_of: frozenset[str] = frozenset()
    """Who has marked the user as a friend."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownAccount:
    """An account, as far as the lobby shows it."""

    id: str
    name: str
    visibility: str
    """Who may see its profile."""
    is_shown: bool
    """Whether it is listed among those who are here."""
    ratings: Mapping[str, RatingFigure]
    """By ruleset."""

    def is_seen(self, viewpoint: Viewpoint) -> bool:
        """Whether its profile may be seen, and with it the rating."""
        if self.visibility == PUBLIC or self.id == viewpoint.me:
            return True
        return self.visibility == "friends" and self.id in viewpoint.friend_of


def ratings_seen(
    users: tuple[str | None, str | None],
    ruleset: str,
    accounts: Mapping[str, KnownAccount],
    viewpoint: Viewpoint,
) -> tuple[RatingFigure | None, RatingFigure | None]:
    """The ratings of two seats with a ruleset, as far as they may be seen."""

    def of(user: str | None) -> RatingFigure | None:
        known = None if user is None else accounts.get(user)
        return known.ratings.get(ruleset) if known and known.is_seen(viewpoint) else None

    return of(users[0]), of(users[1])


def read_accounts(
    connection: Connection, users: Collection[str], now: int
) -> dict[str, KnownAccount]:
    """Those of these users who have an account, by id."""
    table, profiles, ratings = schema.users.c, schema.profiles.c, schema.ratings.c
    query = (
        select(table.id, table.name, table.shown_here, profiles.visibility)
        .outerjoin(schema.profiles, profiles.user_id == table.id)
        .where(table.id.in_(list(users)), table.registered_at.is_not(None))
    )
    rows = list(connection.execute(query).mappings()) if users else []
    rated = select(schema.ratings).where(
        ratings.user_id.in_([row["id"] for row in rows]), ratings.figure == RESULTS
    )
    figures: dict[str, dict[str, RatingFigure]] = {row["id"]: {} for row in rows}
    for row in connection.execute(rated).mappings() if rows else ():
        figure = figure_of(standing_of(dict(row)).rating_at(now))
        figures[row["user_id"]][row["ruleset"]] = figure
    return {
        row["id"]: KnownAccount(
            id=row["id"],
            name=row["name"],
            visibility=row["visibility"] or PUBLIC,
            is_shown=row["shown_here"],
            ratings=figures[row["id"]],
        )
        for row in rows
    }


def read_viewpoint(connection: Connection, user: str) -> tuple[Viewpoint, bool | None]:
    """How a user sees others, and whether others see the user; None without an account."""
    blocks, friends, users = schema.blocks.c, schema.friends.c, schema.users.c
    pairs = select(blocks.user_id, blocks.blocked_id).where(
        (blocks.user_id == user) | (blocks.blocked_id == user)
    )
    blocked = {each for row in connection.execute(pairs) for each in row} - {user}
    marked = connection.execute(select(friends.user_id).where(friends.friend_id == user))
    viewpoint = Viewpoint(
        me=user, blocked=frozenset(blocked), friend_of=frozenset(marked.scalars())
    )
    this = select(users.shown_here).where(users.id == user, users.registered_at.is_not(None))
    return viewpoint, connection.execute(this).scalar_one_or_none()
