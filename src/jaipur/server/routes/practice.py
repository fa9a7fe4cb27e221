"""The route that explains a move in a position that the request brings: no game is needed."""

from __future__ import annotations

from random import Random

from starlette.requests import Request

from jaipur import Cards, JaipurError, Move, NotationError, Refusal, View, redeal
from jaipur.rules.view_reader import read_view
from jaipur.server.authentication import current_user
from jaipur.server.explain import as_if_to_move, explain
from jaipur.server.game import parse_move
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.routing import Routes
from jaipur.server.shapes.judgements import ExplainedMove
from jaipur.server.shapes.requests import ViewSelection

__all__ = ["routes"]

routes = Routes("/api", tag="practice")


@routes.post("/explain", answer=ExplainedMove)
async def explain_in_view(request: Request, body: ViewSelection) -> ExplainedMove:
    """Why a selection of cards, or a typed move, cannot be played in a position of your own."""
    await current_user(request, "reads")
    try:
        refusal, move = _explain(read_view(body.view), body)
    except JaipurError as error:
        problem = Problem.of(ProblemCode.BAD_REQUEST)
        problem.sentence = str(error)
        raise problem from None
    return ExplainedMove(
        refusal=refusal,
        sentence=None if refusal is None else refusal.sentence,
        move=None if move is None else str(move),
    )


def _explain(view: View, body: ViewSelection) -> tuple[Refusal | None, Move | None]:
    """The refusal, or the typed move if there is none."""
    redeal(view, Random(0))  # a view that contradicts itself is an error
    if body.move is None:
        return explain(view, Cards(body.take), Cards(body.give)), None
    if view.over is not None:
        return Refusal.ROUND_OVER, None
    try:
        move = parse_move(body.move)
    except NotationError:
        return Refusal.NOT_A_MOVE, None
    refusal = as_if_to_move(view).why_not(move)
    return refusal, move if refusal is None else None
