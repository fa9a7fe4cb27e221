"""Routes of puzzles: their index and data, and the ratings of users who solve them."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from jaipur.server.authentication import create_guest, current_user, with_session_cookie
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.puzzle_library import (
    chunk_bytes,
    find_puzzle,
    index_bytes,
    line_bytes,
    puzzles_version,
)
from jaipur.server.puzzle_ratings import Answer
from jaipur.server.routing import JSON, Routes, json_bytes
from jaipur.server.services import Services
from jaipur.server.shapes.puzzles import (
    PuzzleAttempts,
    PuzzleChunk,
    PuzzleIndex,
    PuzzleLine,
    PuzzleRating,
    PuzzleResults,
)

__all__ = ["routes"]

routes = Routes("/api", tag="puzzles")
_FOREVER: Final = "public, max-age=31536000, immutable"
_REVALIDATE: Final = "no-cache"  # kept, but checked at each use


@routes.get("/puzzles", answer=PuzzleIndex)
async def list_puzzles(request: Request) -> Response:
    """All puzzles, in the order from which the daily puzzle follows.

    The puzzle of a day is at place (days since 1970-01-01, UTC) modulo their number.
    """
    await current_user(request)
    ratings = await Services.of(request).puzzle_ratings.changed_ratings()
    packed = await asyncio.to_thread(index_bytes, tuple(sorted(ratings.items())))
    return _send(request, packed, _REVALIDATE)


@routes.get("/puzzles/{puzzle}/line", answer=PuzzleLine)
async def get_puzzle_line(request: Request, puzzle: str) -> Response:
    """The mover's views along the line after the best move, in one sample of what is hidden."""
    await current_user(request)
    found = await asyncio.to_thread(find_puzzle, puzzle)
    if found is None:
        raise Problem.of(ProblemCode.NOT_FOUND)
    packed = await asyncio.to_thread(line_bytes, found)
    return _send(request, packed, _REVALIDATE)


@routes.get("/puzzles/{version}/{chunk}", answer=PuzzleChunk)
async def get_puzzle_chunk(request: Request, version: str, chunk: int) -> Response:
    """About fifty puzzles with all that is needed to solve them offline; it never changes."""
    await current_user(request)
    packed = None
    if version == await asyncio.to_thread(puzzles_version):
        packed = await asyncio.to_thread(chunk_bytes, chunk)
    if packed is None:
        raise Problem.of(ProblemCode.NOT_FOUND)
    return _send(request, packed, _FOREVER)


@routes.get("/me/puzzles", answer=PuzzleRating)
async def get_my_puzzles(request: Request) -> Response:
    """Your rating in puzzles; before the first attempt, that of somebody new."""
    user = await current_user(request)
    score = await Services.of(request).puzzle_ratings.score(user.id if user else None)
    return json_bytes(msgspec.json.encode(score.data))


@routes.post("/me/puzzles/attempts", answer=PuzzleResults)
async def add_puzzle_attempts(request: Request, body: PuzzleAttempts) -> Response:
    """Count your answers, up to a hundred at once; a visitor becomes a guest.

    Only the first attempt at a puzzle changes ratings, and a repeated key counts once. Attempts at
    puzzles or with moves that this server does not know are left out of the results.
    """
    sender, cookies = await current_user(request, "acts"), Response()
    user = sender or await create_guest(request, cookies)
    answers = [Answer(id=it.id, move=it.move, at=it.at, key=it.key) for it in body.attempts]
    results = await Services.of(request).puzzle_ratings.add(user.id, answers)
    return with_session_cookie(cookies, json_bytes(msgspec.json.encode(results)))


def _send(request: Request, packed: bytes, caching: str) -> Response:
    """Compressed JSON as a client accepts it; 304 if it has the same already."""
    tag = f'"{hashlib.sha256(packed).hexdigest()[:16]}"'
    headers = {"Cache-Control": caching, "Vary": "Accept-Encoding", "ETag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(packed, headers=headers, media_type=JSON)
    return Response(gzip.decompress(packed), headers=headers, media_type=JSON)
