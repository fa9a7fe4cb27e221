"""The route by which a user reports the opponent of a game."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from jaipur.server.admin.reports import add_report, opponent_of
from jaipur.server.authentication import require_user
from jaipur.server.participation import look_at
from jaipur.server.routing import Routes
from jaipur.server.services import Services
from jaipur.server.shapes.requests import NewReport

__all__ = ["routes"]

routes = Routes("/api/games/{game}", tag="users")


@routes.post("/report", status=204)
async def report_opponent(request: Request, game: str, body: NewReport) -> Response:
    """Report the name or the behaviour of your opponent to those who run this site."""
    user, services = await require_user(request, "reports"), Services.of(request)
    found = (await look_at(services, game, user)).game
    about = opponent_of(found, user.id)
    await add_report(
        services.store, services.clock, by=user.id, about=about, game=game, kind=body.kind
    )
    return Response(status_code=204)
