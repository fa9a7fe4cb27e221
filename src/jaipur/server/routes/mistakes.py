"""Routes of a user's own mistakes: which are due, and the answer to one."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from jaipur.server.authentication import client_of, require_user
from jaipur.server.events import encode
from jaipur.server.mistakes import find_mistake, list_mistakes, store_answer
from jaipur.server.participation import finished_game
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.routing import Routes, json_bytes
from jaipur.server.services import Services
from jaipur.server.shapes.mistakes import AnsweredMistake, AnswerMistake, OwnMistakes

__all__ = ["routes"]

routes = Routes("/api/me/mistakes", tag="review")


@routes.get("", answer=OwnMistakes)
async def list_own_mistakes(request: Request) -> OwnMistakes:
    """Your own decisions that lost in reviewed matches: those that are due to be tried again."""
    user = (await require_user(request, "reads")).id
    services = Services.of(request)
    return await list_mistakes(services.store, user, services.clock.now())


@routes.post("/{game}/{round}/{ply}", answer=AnsweredMistake)
async def answer_mistake(
    request: Request, game: str, round: int, ply: int, body: AnswerMistake
) -> Response:
    """Try a mistake again. Found, it comes back after 1, 3, 7, 21 and 60 days; else after one."""
    user = await require_user(request, "hints")
    services = Services.of(request)
    mistake = await find_mistake(services.store, user.id, game, round, ply)
    if mistake is None:
        raise Problem.of(ProblemCode.NOT_FOUND)
    now = await finished_game(services, game, user)
    work, client = services.reviews.try_move, client_of(request, user)
    tried = await services.hints.run(client, work, now.match, round, ply, body.move)
    after, counted = await store_answer(
        services.store, user.id, mistake, found=tried["found"], now=services.clock.now()
    )
    answer = {"tried": tried, "counted": counted, "right": after.right, "due_at": after.due_at}
    return json_bytes(encode(answer))
