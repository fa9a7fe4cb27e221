"""Leaving every game at once, for one who wants to be forgotten."""

from __future__ import annotations

from jaipur.server.commands import leave
from jaipur.server.desk import Desk
from jaipur.server.game import Status
from jaipur.server.people import User
from jaipur.server.problems import Problem

__all__ = ["leave_all"]


async def leave_all(desk: Desk, user: User) -> list[str]:
    """Withdraw a user's open games and abandon the running ones; all that the user was in."""
    rows = await desk.store.games_of(user.id)
    for row in rows:
        if row["status"] == Status.OVER:
            continue
        lane = await desk.lanes.lane(row["id"])
        try:
            await desk.lanes.act(lane, lambda game: leave(game, user.id))
        except Problem:
            continue  # it ended in between
    return [row["id"] for row in rows]
