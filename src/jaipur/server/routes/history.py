"""Routes about a game's past: positions, record, and proof of the shuffle."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterable, AsyncIterator
from typing import Final

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from jaipur.server.applied_event import AppliedEvent
from jaipur.server.authentication import client_address, current_user
from jaipur.server.events import Perspective, encode, event
from jaipur.server.game import GameStatus
from jaipur.server.participation import Participation, finished_game, look_at
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.routing import JSON, Routes, json_bytes
from jaipur.server.services import Services
from jaipur.server.shapes.answers import Proof
from jaipur.server.shapes.events import GameEvent, Positions
from jaipur.server.shapes.records import MatchRecord
from jaipur.server.shapes.requests import PerspectiveQuery, PositionsQuery
from jaipur.server.shuffle_proof import describe_proof

__all__ = ["routes"]

routes = Routes("/api/games/{game}", tag="history")
CHUNK_BYTES: Final = 65_536
# An answer with many events counts as one request more for each of these.
BYTES_PER_REQUEST: Final = 524_288


@routes.get("/positions", answer=Positions)
async def list_positions(request: Request, game: str, query: PositionsQuery) -> Response:
    """Every event with its view, as you received it; after the match from either seat, or open."""
    services = Services.of(request)
    user = await current_user(request, "histories")
    participation = await look_at(services, game, user)
    perspectives = _perspectives(participation, query.seat)
    messages = _messages(participation, perspectives, query.after, query.limit)
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
    participation: Participation,
    perspectives: tuple[Perspective, ...],
    after: int,
    limit: int,
) -> AsyncIterator[bytes]:
    count = 0
    async for applied in participation.live.events(after=after):
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


@routes.get("/positions/{seq}", answer=GameEvent)
async def get_position(request: Request, game: str, seq: int, query: PerspectiveQuery) -> Response:
    """One event with its view."""
    services = Services.of(request)
    participation = await look_at(services, game, await current_user(request))
    perspectives = _perspectives(participation, query.seat)
    applied = await participation.live.event(seq)
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

    return StreamingResponse(body(), media_type=JSON, headers=headers)


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
    return encode(replace(own, view=None, views=(messages[0].view, messages[1].view)))


@routes.get("/record", answer=MatchRecord)
async def get_record(request: Request, game: str) -> Response:
    """The match as a record, `jaipur-record/1`, once it is over."""
    found = await finished_game(Services.of(request), game, await current_user(request))
    return json_bytes(encode(found.full_record()))


@routes.get("/proof", answer=Proof)
async def get_proof(request: Request, game: str) -> Proof:
    """The secret behind the commitment, once the match is over, to check the shuffle with."""
    found = await finished_game(Services.of(request), game, await current_user(request))
    if found.terms.against == "record":
        raise Problem.of(ProblemCode.NOT_FOUND)  # this server has not shuffled
    return describe_proof(found)
