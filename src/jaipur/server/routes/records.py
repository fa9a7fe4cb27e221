"""Records from elsewhere: each is kept as a finished game, and can be looked at like one."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Body, Request, Response

from jaipur import Match
from jaipur.errors import RecordError
from jaipur.server.commands import seat_recorded_players
from jaipur.server.desk import Desk, with_cookie
from jaipur.server.guard import RECORDS
from jaipur.server.levels import level_names
from jaipur.server.models import GameInfo
from jaipur.server.names import clean_name
from jaipur.server.problems import Problem, Trouble
from jaipur.server.routes.opening import open_game, tell_opened
from jaipur.server.script import Script, Seated
from jaipur.server.terms import Terms

__all__ = ["router"]

router = APIRouter(tags=["games"])
MOST_MOVES: Final = 1000
EXAMPLE: Final = Match.deal(seed=7).play("+G").record()
Record = Annotated[dict[str, Any], Body(description="`jaipur-record/1`.", examples=[EXAMPLE])]


@router.post(RECORDS, status_code=201, response_model=GameInfo)
async def bring_a_record(request: Request, record: Record) -> Response:
    """Keep a record, one line of a `.jsonl` file, as a finished game that can be looked at.

    It is checked by playing it again. The same record again gives the same game.
    """
    desk, response = Desk.of(request), Response()
    caller = await desk.caller(request, "games")
    terms = _terms(record)
    user = caller or await desk.new_guest(request, response)
    digest = hashlib.sha256(msgspec.json.encode(terms.to_data(), order="sorted")).hexdigest()
    row = await open_game(desk, user.id, terms, key=f"record/{digest}")
    await desk.lanes.act(await desk.lanes.lane(row["id"]), seat_recorded_players)
    return with_cookie(response, await tell_opened(desk, request, user, row))


def _terms(record: Mapping[str, Any]) -> Terms:
    """The terms of a game that does what the record says; Problem where it is none."""
    if _moves_in(record) > MOST_MOVES:
        raise Problem.of(Trouble.TOO_LARGE, most_moves=MOST_MOVES)
    try:
        match = Match.from_record(record)
    except RecordError as error:
        problem = Problem.of(Trouble.BAD_RECORD, round=error.round, ply=error.ply)
        problem.sentence = error.message
        raise problem from None
    levels = record.get("levels")
    known = levels if isinstance(levels, list) and len(levels) == 2 else [None, None]
    north, south = (_seated(match.players[seat], known[seat]) for seat in (0, 1))
    return Terms(
        against="record",
        ruleset=match.ruleset.name,
        first=(*match.rounds, match.round)[0].first,
        seals=match.seals_to_win,
        script=Script.of_record(record, (north, south)),
    )


def _moves_in(record: Mapping[str, Any]) -> int:
    """How many moves a record has, well formed or not."""
    rounds = record.get("rounds")
    lines = [line for line in rounds if isinstance(line, dict)] if isinstance(rounds, list) else []
    return sum(len(m) for line in lines if isinstance(m := line.get("moves"), list))


def _seated(name: str, level: object) -> Seated:
    """Who sat there; a name that cannot be shown is left blank."""
    try:
        shown = clean_name(name)
    except Problem:
        shown = ""
    return shown, level if isinstance(level, str) and level in level_names() else None
