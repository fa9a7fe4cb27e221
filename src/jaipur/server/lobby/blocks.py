"""Blocks: users who do not want to play with each other; nobody is told who has blocked them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, func, insert, or_, select

from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.entropy import Entropy
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.store import DatabaseRow, Store

__all__ = ["Blocks"]

MAX_BLOCKS: Final = 500  # of one user


class Blocks:
    """Who has blocked whom."""

    def __init__(self, store: Store, clock: Clock, entropy: Entropy) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy

    async def add(self, user: str, other: str) -> DatabaseRow:
        """Block a user; once is enough."""
        row = {
            "id": self._entropy.token(),
            "user_id": user,
            "blocked_id": other,
            "created_at": self._clock.now(),
        }

        def work(connection: Connection) -> DatabaseRow:
            blocks = schema.blocks
            mine = select(blocks).where(blocks.c.user_id == user)
            found = connection.execute(mine.where(blocks.c.blocked_id == other)).mappings().first()
            if found is not None:
                return dict(found)
            count = select(func.count()).where(blocks.c.user_id == user)
            if connection.execute(count).scalar_one() >= MAX_BLOCKS:
                raise Problem.of(ProblemCode.TOO_LARGE, most_blocks=MAX_BLOCKS)
            connection.execute(insert(blocks).values(row))
            return row

        return await self._store.write(work, order=user)

    async def remove(self, user: str, block: str) -> str:
        """End a block; returns who was blocked, Problem if the user has no such block."""
        # PostgreSQL accepts no text with a NUL, so no id has one.
        this = {"user_id": user, "id": block}
        row = None if "\0" in block else await self._store.find(schema.blocks, **this)
        if row is None or not await self._store.remove(schema.blocks, **this):
            raise Problem.of(ProblemCode.NOT_FOUND)
        return str(row["blocked_id"])

    async def of(self, user: str) -> list[DatabaseRow]:
        """A user's blocks with the names of those who are blocked, the latest first."""
        blocks, users = schema.blocks.c, schema.users.c
        query = select(blocks.id, blocks.created_at, users.name).where(
            blocks.user_id == user, blocks.blocked_id == users.id
        )
        return await self._store.rows(query.order_by(blocks.created_at.desc(), blocks.id))

    async def is_block_between(self, user: str, other: str) -> bool:
        """Whether one of two users has blocked the other."""
        return other in await self.blocked_with(user)

    async def blocked_with(self, user: str) -> frozenset[str]:
        """Everybody whom a user has blocked, or who has blocked the user."""
        blocks = schema.blocks.c
        query = select(blocks.user_id, blocks.blocked_id).where(
            or_(blocks.user_id == user, blocks.blocked_id == user)
        )
        rows = await self._store.rows(query)
        return frozenset(each for row in rows for each in row.values()) - {user}
