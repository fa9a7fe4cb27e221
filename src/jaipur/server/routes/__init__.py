"""The routes: each reads the request, asks the desk, and answers. No rule of the game is here."""

from __future__ import annotations

from fastapi import APIRouter

from jaipur.server.routes import facts, games, people, play, records, seen

__all__ = ["routers"]


def routers() -> tuple[APIRouter, ...]:
    """All routers of the API."""
    # The busiest first: they are looked through in order.
    return play.router, games.router, seen.router, people.router, facts.router, records.router
