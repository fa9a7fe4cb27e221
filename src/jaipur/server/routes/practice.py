"""The route that explains a move in a position that the request brings: no game is needed."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Request
from pydantic import BaseModel, ConfigDict, Field

from jaipur import Cards, JaipurError, Move, NotationError, Refusal, Round, View, redeal
from jaipur.rules.view_reader import read_view
from jaipur.server.auth import current_user
from jaipur.server.explain import as_if_to_move, explain
from jaipur.server.game import parse_move
from jaipur.server.models import Cards as CardLetters
from jaipur.server.models import Explained
from jaipur.server.problems import Problem, ProblemCode

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["practice"])
_EXAMPLE: Final[dict[str, Any]] = {
    "view": Round.deal(seed=7).view(0).to_dict(),
    "take": "GK",
    "give": "",
}


class ViewSelection(BaseModel):
    """A view of a seat, and the cards picked so far, or else a typed move."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [_EXAMPLE]})
    view: dict[str, Any] = Field(description="`jaipur-view/1`.")
    take: CardLetters = ""
    give: CardLetters = ""
    move: Annotated[str, Field(max_length=80)] | None = None


class ExplainedMove(Explained):
    """`move` is the typed move in the notation, if it may be played."""

    move: str | None


@router.post("/explain", response_model=ExplainedMove)
async def explain_in_view(
    request: Request, body: Annotated[ViewSelection, Body()]
) -> dict[str, Any]:
    """Why a selection of cards, or a typed move, cannot be played in a position of your own."""
    await current_user(request, "reads")
    try:
        refusal, move = _explain(read_view(body.view), body)
    except JaipurError as error:
        problem = Problem.of(ProblemCode.BAD_REQUEST)
        problem.sentence = str(error)
        raise problem from None
    return {
        "refusal": None if refusal is None else refusal.value,
        "sentence": None if refusal is None else refusal.sentence,
        "move": None if move is None else str(move),
    }


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
