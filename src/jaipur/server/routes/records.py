"""The route that imports records: each becomes a finished game."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from jaipur import Match
from jaipur.errors import RecordError
from jaipur.server.authentication import (
    client_address,
    create_guest,
    current_user,
    with_session_cookie,
)
from jaipur.server.game import MAX_ROUNDS
from jaipur.server.game_info import new_game_response
from jaipur.server.game_terms import GameTerms
from jaipur.server.levels import rating_of
from jaipur.server.middleware import RECORDS_PATH
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.routing import Routes
from jaipur.server.services import Services
from jaipur.server.shapes.answers import GameInfo
from jaipur.server.shapes.records import RecordToImport
from jaipur.server.source_match import MAX_MOVES, NameAndLevel, SourceMatch
from jaipur.server.user_names import visible_name

__all__ = ["routes"]

routes = Routes("", tag="games")
MOVES_PER_REQUEST: Final = 250  # a record with more counts as several requests


@routes.post(RECORDS_PATH, answer=GameInfo, status=201, body_shape=RecordToImport)
async def import_record(request: Request, body: dict[str, Any]) -> Response:
    """Import a record, one line of a `.jsonl` file, as a finished game.

    It is checked by replaying it. The same record again gives the same game.
    """
    services, response = Services.of(request), Response()
    sender = await current_user(request, "records")
    terms = await asyncio.to_thread(_terms, body)
    services.limits.charge_work(
        "records",
        _moves_in(body) // MOVES_PER_REQUEST,
        user=None if sender is None else sender.id,
        address=client_address(request),
    )
    user = sender or await create_guest(request, response)
    row = await services.imports.add(user.id, terms)
    return with_session_cookie(response, await new_game_response(services, request, user, row))


def _terms(record: Mapping[str, Any]) -> GameTerms:
    """The terms of a game that replays the record; Problem if the record is not valid."""
    rounds = record.get("rounds")
    if isinstance(rounds, list) and len(rounds) > MAX_ROUNDS:
        raise Problem.of(ProblemCode.TOO_LARGE, most_rounds=MAX_ROUNDS)
    if _moves_in(record) > MAX_MOVES:
        raise Problem.of(ProblemCode.TOO_LARGE, most_moves=MAX_MOVES)
    try:
        match = Match.from_record(record)
    except RecordError as error:
        problem = Problem.of(ProblemCode.BAD_RECORD, round=error.round, ply=error.ply)
        problem.sentence = error.message
        raise problem from None
    levels = record.get("levels")
    known = levels if isinstance(levels, list) and len(levels) == 2 else [None, None]
    north, south = (_name_and_level(match.players[seat], known[seat]) for seat in (0, 1))
    return GameTerms(
        against="record",
        ruleset=match.ruleset.name,
        first=match.rounds[0].first,
        seals=match.seals_to_win,
        source=SourceMatch.from_record(record, (north, south)),
    )


def _moves_in(record: Mapping[str, Any]) -> int:
    """The number of moves in a record, well formed or not."""
    rounds = record.get("rounds")
    lines = [line for line in rounds if isinstance(line, dict)] if isinstance(rounds, list) else []
    return sum(len(m) for line in lines if isinstance(m := line.get("moves"), list))


def _name_and_level(name: str, level: object) -> NameAndLevel:
    """A player of a record; a name that is not visible becomes empty."""
    try:
        shown = visible_name(name)
    except Problem:
        shown = ""
    known = isinstance(level, str) and rating_of(level, "standard") is not None
    return shown, str(level) if known else None
