"""Reports: what a user says about another's name or behaviour, for the admin to look at."""

from __future__ import annotations

import secrets
from contextlib import suppress

from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.game import Game
from jaipur.server.problems import Problem, ProblemCode, WriteConflict
from jaipur.server.store import Store

__all__ = ["add_report", "opponent_of"]


async def add_report(
    store: Store, clock: Clock, *, by: str, about: str, game: str, kind: str
) -> None:
    """Store a report; the same one again changes nothing."""
    row = {"id": secrets.token_hex(8), "at": clock.now(), "by": by, "about": about}
    with suppress(WriteConflict):
        await store.add(schema.reports, {**row, "game": game, "kind": kind})


def opponent_of(game: Game, user: str) -> str:
    """The user who plays, or has played, against this one; Problem if there is none."""
    users = [seat.user for seat in game.seats if seat is not None]
    others = {it for it in (*users, *game.former_users) if it is not None and it != user}
    if user not in (*users, *game.former_users) or len(others) != 1:
        raise Problem.of(ProblemCode.NOT_SEATED)
    return others.pop()
