"""Routes of reviews: the review of a finished match, moves tried in it, and lines."""

from __future__ import annotations

import asyncio
import gzip
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from jaipur.server.authentication import charge, client_of, current_user
from jaipur.server.events import encode
from jaipur.server.game import NO_NAME, FinishedGame
from jaipur.server.participation import finished_game
from jaipur.server.routing import Routes, json_bytes
from jaipur.server.services import Services
from jaipur.server.shapes.judgements import Progress
from jaipur.server.shapes.reviews import (
    LineQuery,
    ReviewShape,
    SampledLines,
    TriedMove,
    TryMove,
)

__all__ = ["routes"]

routes = Routes("/api/games/{game}/review", tag="review")
SMALL_BYTES: Final = 1024


@routes.get("", answer=ReviewShape, also={202: (Progress, "It is being computed; try again.")})
async def get_or_start_review(request: Request, game: str) -> Response:
    """The review of a match: its ledger of luck and skill, and what each move lost, and why.

    The first request starts it. It is computed as long as somebody asks for it, at least every
    20 s; after a pause it goes on where it was.
    """
    services, user = Services.of(request), await current_user(request)
    now, reviews = await finished_game(services, game, user), services.reviews
    found = await reviews.get(game)
    if found is None:
        client = client_of(request, user)
        reviews.check(game, now.match, client)
        charge(request, "hints", user)  # it uses the engine
        found = await reviews.start(game, now.match, client)
    if "format" not in found:
        return json_bytes(encode(found), 202)
    return await _compressed(request, encode(reviews.with_names(found, _names(now))))


@routes.post("/try", answer=TriedMove)
async def try_move(request: Request, game: str, body: TryMove) -> Response:
    """Another move in the place of one that was played: what it loses against the best, and why.

    It is judged from the mover's own view, as the moves of the review are.
    """
    services, user = Services.of(request), await current_user(request, "hints")
    now = await finished_game(services, game, user)
    client = client_of(request, user)
    work = services.reviews.try_move
    tried = await services.hints.run(client, work, now.match, body.round, body.ply, body.move)
    return json_bytes(encode(tried))


@routes.get("/line", answer=SampledLines)
async def get_lines(request: Request, game: str, query: LineQuery) -> Response:
    """A decision as its mover saw it, and how it may go on after the played and the best move.

    Each line is one sampled continuation: hidden cards are as the mover could have met them.
    """
    services, user = Services.of(request), await current_user(request, "histories")
    now = await finished_game(services, game, user)
    review = await services.reviews.finished(game)
    work = services.reviews.lines
    client = client_of(request, user)
    lines = await services.hints.run(client, work, now.match, review, query.round, query.ply)
    return await _compressed(request, encode(lines))


def _names(game: FinishedGame) -> list[str]:
    """The names of the players as a record has them."""
    return [name or NO_NAME for name in game.match.players]


async def _compressed(request: Request, body: bytes) -> Response:
    """An answer, gzipped if the client accepts it: a review shrinks to a seventh."""
    if len(body) < SMALL_BYTES or "gzip" not in request.headers.get("accept-encoding", ""):
        return json_bytes(body)
    packed = await asyncio.to_thread(gzip.compress, body, 5)
    response = json_bytes(packed)
    response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    return response
