"""Profiles: whose may be seen by whom, and the friends that accounts have marked.

A profile that the viewer may not see looks like one that does not exist.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import and_, delete, or_, select

from jaipur.server import schema
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.store import DatabaseRow, Store

__all__ = ["Profiles"]

PUBLIC: Final = "public"
_FRIENDS: Final = "friends"
_MOST_FRIENDS: Final = 500


class Profiles:
    """Who may see the profile of whom."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, name: str, viewer: str | None) -> DatabaseRow:
        """The row of an account whose profile the viewer may see; Problem if there is none."""
        # PostgreSQL accepts no text with a NUL, so no name has one.
        found = [] if "\0" in name else await self._accounts(schema.users.c.name == name)
        seen = await self.visible([row["id"] for row in found], viewer)
        if not found or found[0]["id"] not in seen:
            raise Problem.of(ProblemCode.NOT_FOUND)
        return found[0]

    async def _accounts(self, condition: Any) -> list[DatabaseRow]:
        users = schema.users.c
        query = select(schema.users).where(condition, users.registered_at.is_not(None))
        return await self._store.rows(query.order_by(users.registered_at))

    async def visible(self, users: Iterable[str], viewer: str | None) -> dict[str, str]:
        """The names of those of these accounts whose profiles the viewer may see, by id."""
        table, profiles, friends = schema.users.c, schema.profiles.c, schema.friends.c
        marked = select(friends.user_id).where(
            friends.user_id == table.id, friends.friend_id == viewer
        )
        shown = or_(
            table.id == viewer,
            profiles.visibility.is_(None),
            profiles.visibility == PUBLIC,
            and_(profiles.visibility == _FRIENDS, marked.exists()),
        )
        query = (
            select(table.id, table.name)
            .outerjoin(schema.profiles, profiles.user_id == table.id)
            .where(table.id.in_(list(users)), table.registered_at.is_not(None), shown)
        )
        return {row["id"]: row["name"] for row in await self._store.rows(query)}

    async def visibility(self, user: str) -> str:
        """Who may see the profile of a user."""
        row = await self._store.find(schema.profiles, user_id=user)
        return PUBLIC if row is None else str(row["visibility"])

    async def show_to(self, user: str, visibility: str) -> None:
        """Choose who may see the profile of a user."""
        row = {"user_id": user, "visibility": visibility}
        await self._store.put(schema.profiles, [row], ["user_id"])

    async def friends(self, user: str) -> list[str]:
        """The names of the friends of a user."""
        table, friends = schema.users.c, schema.friends.c
        query = select(table.name).join(schema.friends, friends.friend_id == table.id)
        rows = await self._store.rows(query.where(friends.user_id == user).order_by(table.name))
        return [row["name"] for row in rows]

    async def is_friend(self, user: str | None, other: str) -> bool:
        """Whether a user has marked another one as a friend."""
        row = await self._store.find(schema.friends, user_id=user, friend_id=other)
        return row is not None

    async def mark_friend(self, user: str, name: str, now: int) -> None:
        """Mark an account as a friend; Problem if the user may not see it, or has too many."""
        friend = (await self.find(name, user))["id"]
        if len(await self.friends(user)) >= _MOST_FRIENDS:
            raise Problem.of(ProblemCode.TOO_LARGE, most=_MOST_FRIENDS)
        row = {"user_id": user, "friend_id": friend, "at": now}
        if friend != user:
            await self._store.put(schema.friends, [row], ["user_id", "friend_id"])

    async def unmark_friend(self, user: str, name: str) -> None:
        """Take the mark off a friend, whose profile may be hidden by now."""
        table, friends = schema.users.c, schema.friends
        named = [] if "\0" in name else [name]
        others = select(table.id).where(table.name.in_(named))
        gone = delete(friends).where(friends.c.user_id == user, friends.c.friend_id.in_(others))
        await self._store.write(lambda connection: connection.execute(gone) and None)
