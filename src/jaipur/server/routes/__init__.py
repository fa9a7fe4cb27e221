"""The routes: each reads a request, calls the services, and answers. No game rule is in here."""

from __future__ import annotations

from collections.abc import Iterator

from jaipur.server.routes import (
    accounts,
    blocks,
    games,
    history,
    info,
    lobby,
    mistakes,
    notices,
    pairing,
    play,
    practice,
    puzzles,
    records,
    reports,
    reviews,
    sessions,
    users,
)
from jaipur.server.routing import Route

__all__ = ["all_routes"]


def all_routes() -> Iterator[Route]:
    """All routes of the API, in the order of its documentation."""
    # Here, since it loads the coach, which what shows a running round may not.
    from jaipur.server.routes import own_matches, players

    about_users = (
        users,
        sessions,
        accounts,
        notices,
        blocks,
        pairing,
        info,
        own_matches,
        players,
        reviews,
        mistakes,
        practice,
        puzzles,
    )
    for file in (play, games, lobby, history, reports, *about_users, records):
        yield from file.routes.all
