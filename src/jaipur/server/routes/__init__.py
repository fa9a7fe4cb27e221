"""The routes: each reads a request, calls the services, and answers. No game rule is in here."""

from __future__ import annotations

from fastapi import APIRouter

from jaipur.server.routes import (
    games,
    history,
    info,
    play,
    practice,
    puzzles,
    records,
    reviews,
    users,
)

__all__ = ["routers"]


def routers() -> tuple[APIRouter, ...]:
    """All routers of the API."""
    # Here, since it loads the coach, which what shows a running round may not.
    from jaipur.server.routes import own_matches

    # They are searched in this order: the busiest first.
    busiest = play.router, games.router, history.router, users.router, info.router
    mine = own_matches.router, reviews.router
    return *busiest, *mine, practice.router, puzzles.router, records.router
