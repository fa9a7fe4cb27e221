"""What was: past positions, the record, the secret behind the shuffle, the analysis."""

from __future__ import annotations

import asyncio
import gzip
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from jaipur.server.analysis import Job
from jaipur.server.desk import Desk, Place, json_bytes
from jaipur.server.events import encode, event
from jaipur.server.game import NO_NONCE, Status, commitment
from jaipur.server.lanes import Told
from jaipur.server.models import AnalysisModel, ProgressModel, Proof, RecordModel
from jaipur.server.models_events import PositionModel, PositionsModel
from jaipur.server.problems import Problem, Trouble

__all__ = ["router"]

router = APIRouter(prefix="/api/games/{game}", tags=["seen"])
Eyes = Annotated[
    Literal["0", "1", "open", "public"] | None,
    Query(
        description="A seat, `open` (both seats, after the match), `public`; your own by default."
    ),
]


@router.get("/positions", response_model=PositionsModel)
async def all_positions(
    request: Request,
    game: str,
    seat: Eyes = None,
    after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 1000,
) -> Response:
    """Every event with its view, as you saw it then; after the match from either seat, or open."""
    desk = Desk.of(request)
    place = await desk.place(game, await desk.caller(request, "histories"))
    eyes = _eyes(place, seat)
    bodies: list[bytes] = []
    async for told in desk.lanes.history(place.lane, after=after):
        bodies.append(_message(told, eyes))
        if len(bodies) == limit:
            break
    return await _small(request, b'{"events":[' + b",".join(bodies) + b"]}")


@router.get("/positions/{seq}", response_model=PositionModel)
async def one_position(request: Request, game: str, seq: int, seat: Eyes = None) -> Response:
    """One event with its view."""
    desk = Desk.of(request)
    place = await desk.place(game, await desk.caller(request))
    eyes = _eyes(place, seat)
    return json_bytes(_message(await desk.lanes.told(place.lane, seq), eyes))


async def _small(request: Request, body: bytes) -> Response:
    """An answer of many events: much alike, so a twentieth is left of it for those who can read."""
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return json_bytes(body)
    answer = json_bytes(await asyncio.to_thread(gzip.compress, body, 5, mtime=0))
    answer.headers["Content-Encoding"] = "gzip"
    answer.headers["Vary"] = "Accept-Encoding"
    return answer


def _eyes(place: Place, seat: str | None) -> tuple[int | None, ...]:
    """Through whose eyes: one perspective, or both seats for `open`."""
    if seat == "open":
        if place.game.status is not Status.OVER:
            raise Problem.of(Trouble.MATCH_RUNNING)
        return 0, 1
    if seat == "public":
        return (None,)
    return (place.perspective(None if seat is None else int(seat)),)


def _message(told: Told, eyes: tuple[int | None, ...]) -> bytes:
    if len(eyes) == 1:
        return told.message(eyes[0])
    # Open: each seat's event, and both views side by side.
    seen = [event(told.before, told.entry, told.after, seat) for seat in eyes]
    owner = seen[told.entry.seat or 0]
    return encode({**owner, "view": None, "views": [message["view"] for message in seen]})


@router.get("/record", response_model=RecordModel)
async def record(request: Request, game: str) -> Response:
    """The match as a record, `jaipur-record/1`, once it is over."""
    place = await _finished(request, game)
    levels = [seat.level if seat else None for seat in place.game.seats]
    body = {**place.game.record(), "levels": levels, "taken_back": place.game.taken_back}
    return json_bytes(encode(body))


@router.get("/proof", response_model=Proof)
async def proof(request: Request, game: str) -> Response:
    """The secret behind the commitment, once the match is over: check the shuffle yourself."""
    place = await _finished(request, game)
    if place.game.terms.against == "record":
        raise Problem.of(Trouble.NOT_FOUND)  # the shuffle was not ours
    return json_bytes(encode(_proof(place)))


def _proof(place: Place) -> dict[str, Any]:
    game = place.game
    return {
        "commitment": commitment(game.secret),
        "secret": game.secret.hex(),
        "nonces": [(seat.nonce if seat else NO_NONCE).hex() for seat in game.seats],
        "seed": game.seed.hex(),
    }


@router.get(
    "/analysis",
    response_model=AnalysisModel,
    responses={202: {"model": ProgressModel, "description": "It is being worked out; ask again."}},
)
async def analysis(request: Request, game: str) -> Response:
    """Win probability along the match, and the best move beside the played one."""
    place = await _finished(request, game)
    assert place.game.match is not None
    desk = Desk.of(request)
    found = await desk.analyses.kept(game)
    if found is None:
        await desk.caller(request, "hints")  # it takes the engine's time
        found = await desk.analyses.begin(game, place.game.match)
    if isinstance(found, Job):
        progress = {"status": "working", "done": found.done, "of": found.of}
        return json_bytes(encode(progress), 202)
    return json_bytes(encode(found))


async def _finished(request: Request, game: str) -> Place:
    desk = Desk.of(request)
    place = await desk.place(game, await desk.caller(request))
    if place.game.status is not Status.OVER:
        raise Problem.of(Trouble.MATCH_RUNNING)
    if place.game.match is None:
        raise Problem.of(Trouble.NOT_STARTED)
    return place
