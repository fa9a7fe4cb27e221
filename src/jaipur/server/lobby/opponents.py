"""Opponents by name: accounts only, since a guest's name is not theirs alone."""

from __future__ import annotations

from sqlalchemy import select

from jaipur.server import schema
from jaipur.server.lobby.blocks import Blocks
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.sessions import User, user_of
from jaipur.server.store import Store
from jaipur.server.user_names import name_key

__all__ = ["account_named", "opponent_named"]


async def account_named(store: Store, name: str) -> User | None:
    """The account with this name, or with one that looks the same; not by a name of the past."""
    names, users = schema.account_names.c, schema.users
    this = (names.key == name_key(name)) & (names.until.is_(None)) & (names.user_id == users.c.id)
    # PostgreSQL accepts no text with a NUL, so no name has one.
    rows = [] if "\0" in name else await store.rows(select(users).where(this))
    return user_of(rows[0]) if rows else None


async def opponent_named(store: Store, blocks: Blocks, challenger: User, name: str) -> User:
    """The account that a user challenges; Problem if there is none, or if one blocks the other.

    Nobody can tell these apart, so nobody learns by whom they are blocked.
    """
    found = await account_named(store, name)
    is_blocked = await blocks.is_block_between(challenger.id, found.id if found else challenger.id)
    if found is None or found.id == challenger.id or is_blocked:
        raise Problem.of(ProblemCode.UNKNOWN_PLAYER)
    return found
