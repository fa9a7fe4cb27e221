"""Routes of quick pairing: an opponent who is looking for a game on the same terms."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from jaipur.server.authentication import is_program, require_user
from jaipur.server.clocks import MatchClock
from jaipur.server.game_terms import GameTerms
from jaipur.server.ratings.rated_terms import (
    check_rated_player,
    check_rated_terms,
    require_accounts,
)
from jaipur.server.routing import Routes
from jaipur.server.services import Services
from jaipur.server.shapes.lobby import PairingShape, SeekOpponent

__all__ = ["routes"]

routes = Routes("/api/pairing", tag="games")


@routes.post("", answer=PairingShape)
async def seek_opponent(request: Request, body: SeekOpponent) -> PairingShape:
    """Look for an opponent: the answer comes when there is one, or after four seconds without.

    Repeat it with the same key until there is a `game`, and take your seat there. The search ends
    some seconds after the last request. Ratings may differ by more the longer you wait.
    """
    services = Services.of(request)
    require_accounts(services.settings)
    user = await require_user(request)
    clock = (
        None
        if body.clock is None
        else MatchClock(initial=body.clock.initial, increment=body.clock.increment)
    )
    terms = GameTerms(
        against="friend", ruleset=body.ruleset, time=body.time, clock=clock, rated=body.rated
    )
    check_rated_terms(terms)
    check_rated_player(terms, user, is_program=is_program(request))
    poll = services.settings.poll_interval
    return PairingShape(game=await services.pairing.seek(user.id, terms, body.key, poll))


@routes.delete("", status=204)
async def end_search(request: Request) -> Response:
    """End your search."""
    services = Services.of(request)
    require_accounts(services.settings)
    user = await require_user(request)
    await services.pairing.leave(user.id)
    return Response(status_code=204)
