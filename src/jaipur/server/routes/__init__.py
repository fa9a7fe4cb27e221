"""The routes: each reads a request, calls the services, and answers. No game rule is in here."""

from __future__ import annotations

from fastapi import APIRouter

from jaipur.server.routes import games, history, info, play, practice, records, users

__all__ = ["routers"]


def routers() -> tuple[APIRouter, ...]:
    """All routers of the API."""
    # They are searched in this order: the busiest first.
    busiest = play.router, games.router, history.router, users.router, info.router
    return *busiest, practice.router, records.router
