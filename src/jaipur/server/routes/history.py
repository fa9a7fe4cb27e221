"""Routes about a game's past: positions, record, and proof of the shuffle."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterable, AsyncIterator
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import StreamingResponse

from jaipur.rules.shuffle import commitment
from jaipur.server.auth import client_address, current_user
from jaipur.server.event_models import PositionModel, PositionsModel
from jaipur.server.events import Perspective, encode, event
from jaipur.server.game import Game, GameStatus
from jaipur.server.live_games import AppliedEvent
from jaipur.server.models import Proof, RecordModel
from jaipur.server.participation import Participation
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.services import Services, json_bytes

__all__ = ["describe_proof", "finished_game", "router"]

router = APIRouter(prefix="/api/games/{game}", tags=["history"])
CHUNK_BYTES: Final = 65_536
# An answer with many events counts as one request more for each of these.
BYTES_PER_REQUEST: Final = 524_288
SeatQuery = Annotated[
    Literal["0", "1", "open", "public"] | None,
    Query(
        description="A seat, `open` (both seats, after the match), `public`; your own by default."
    ),
]


@router.get("/positions", response_model=PositionsModel)
async def list_positions(
    request: Request,
    game: str,
    seat: SeatQuery = None,
    after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 1000,
) -> Response:
    """Every event with its view, as you received it; after the match from either seat, or open."""
    services = Services.of(request)
    user = await current_user(request, "histories")
    participation = await services.participation(game, user)
    messages = _messages(services, participation, _perspectives(participation, seat), after, limit)
    chunks, unpaid = _chunks(services, messages), 0

    async def charged() -> AsyncIterator[bytes]:
        nonlocal unpaid
        async for chunk in chunks:
            requests, unpaid = divmod(unpaid + len(chunk), BYTES_PER_REQUEST)
            services.limits.charge_work(
                "histories",
                requests,
                user=None if user is None else user.id,
                address=client_address(request),
            )
            yield chunk

    return await _compressed(request, charged())


async def _messages(
    services: Services,
    participation: Participation,
    perspectives: tuple[Perspective, ...],
    after: int,
    limit: int,
) -> AsyncIterator[bytes]:
    count = 0
    async for applied in services.live_games.events(participation.live, after=after):
        yield _message(applied, perspectives)
        count += 1
        if count == limit:
            return


async def _chunks(services: Services, messages: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The body, made for one request at a time; other tasks run after each event."""
    body, separator, is_last = b'{"events":[', b"", False
    while not is_last:
        parts, size = [body], 0
        async with services.live_games.replaying:
            while size < CHUNK_BYTES:
                message = await anext(messages, None)
                if message is None:
                    is_last = True
                    break
                parts += (separator, message)
                size += len(message)
                separator = b","
                await asyncio.sleep(0)
        if is_last:
            parts.append(b"]}")
        yield b"".join(parts)
        body = b""


@router.get("/positions/{seq}", response_model=PositionModel)
async def get_position(request: Request, game: str, seq: int, seat: SeatQuery = None) -> Response:
    """One event with its view."""
    services = Services.of(request)
    participation = await services.participation(game, await current_user(request))
    perspectives = _perspectives(participation, seat)
    applied = await services.live_games.event(participation.live, seq)
    return json_bytes(_message(applied, perspectives))


async def _compressed(request: Request, chunks: AsyncIterator[bytes]) -> Response:
    """An answer with many events, gzipped if the client accepts it: to a twentieth of its size."""
    headers = {}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        chunks = _gzipped(chunks)
    first = await anext(chunks)  # what fails now is still answered with a problem

    async def body() -> AsyncIterator[bytes]:
        yield first
        async for chunk in chunks:
            yield chunk

    return StreamingResponse(body(), media_type="application/json", headers=headers)


async def _gzipped(chunks: AsyncIterable[bytes]) -> AsyncIterator[bytes]:
    compressor = zlib.compressobj(5, wbits=zlib.MAX_WBITS + 16)
    async for chunk in chunks:
        if packed := await asyncio.to_thread(compressor.compress, chunk):
            yield packed
    yield compressor.flush()


def _perspectives(participation: Participation, seat: str | None) -> tuple[Perspective, ...]:
    """The requested perspective; both seats for `open`."""
    if seat == "open":
        if participation.game.status is not GameStatus.OVER:
            raise Problem.of(ProblemCode.MATCH_RUNNING)
        return 0, 1
    if seat == "public":
        return (None,)
    return (participation.perspective(None if seat is None else int(seat)),)


def _message(applied: AppliedEvent, perspectives: tuple[Perspective, ...]) -> bytes:
    if len(perspectives) == 1:
        return applied.message(perspectives[0])
    # Open: the event as the seat that acted has received it, with the views of both seats.
    messages = [event(applied.before, applied.entry, applied.after, seat) for seat in perspectives]
    own = messages[applied.entry.seat or 0]
    return encode({**own, "view": None, "views": [message["view"] for message in messages]})


@router.get("/record", response_model=RecordModel)
async def get_record(request: Request, game: str) -> Response:
    """The match as a record, `jaipur-record/1`, once it is over."""
    participation = await finished_game(request, game)
    return json_bytes(encode(participation.game.full_record()))


@router.get("/proof", response_model=Proof)
async def get_proof(request: Request, game: str) -> Response:
    """The secret behind the commitment, once the match is over, to check the shuffle with."""
    participation = await finished_game(request, game)
    if participation.game.terms.against == "record":
        raise Problem.of(ProblemCode.NOT_FOUND)  # this server has not shuffled
    return json_bytes(encode(describe_proof(participation.game)))


def describe_proof(game: Game) -> dict[str, Any]:
    """The proof of a game's shuffle; `jaipur.check_shuffle` checks it against the record."""
    return {
        "format": f"jaipur-proof/{game.terms.shuffle}",
        "commitment": commitment(game.secret),
        "secret": game.secret.hex(),
        "nonces": [nonce.hex() for nonce in game.nonces],
        "commitments": [seat.commitment if seat else None for seat in game.seats],
        "seed": game.seed.hex(),
        "first": game.terms.first,
        "from_round": 1 if game.terms.source is None else len(game.terms.source.rounds) + 1,
    }


async def finished_game(request: Request, game: str) -> Participation:
    """A game whose match is over; Problem otherwise."""
    services = Services.of(request)
    participation = await services.participation(game, await current_user(request))
    if participation.game.status is not GameStatus.OVER:
        raise Problem.of(ProblemCode.MATCH_RUNNING)
    if participation.game.match is None:
        raise Problem.of(ProblemCode.NOT_STARTED)
    return participation
