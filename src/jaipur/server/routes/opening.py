"""A new game: its terms, its row, and what its maker is told of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fastapi import Request, Response

from jaipur import MatchEnd, get_ruleset
from jaipur.errors import UnknownRuleset
from jaipur.server import schema
from jaipur.server.desk import Desk, Place, json_bytes
from jaipur.server.events import encode, table
from jaipur.server.game import Game, Status, commitment
from jaipur.server.levels import level_names
from jaipur.server.models import Beginning, NewGame
from jaipur.server.people import User
from jaipur.server.problems import Conflict, Problem, Trouble
from jaipur.server.script import Script
from jaipur.server.store import Row, new_game_row
from jaipur.server.terms import Terms

__all__ = ["begun_at", "game_info", "open_game", "seated_as_maker", "tell_opened", "terms_of"]


def terms_of(desk: Desk, body: NewGame) -> Terms:
    """The terms that were asked for; Problem where they cannot be had."""
    try:
        get_ruleset(body.ruleset)
    except UnknownRuleset:
        raise Problem.of(Trouble.UNKNOWN_RULESET) from None
    alone = body.against == "level"
    if alone and body.level not in level_names():
        raise Problem.of(Trouble.UNKNOWN_LEVEL, known=list(level_names()))
    if body.begin is not None and not alone:
        raise Problem.of(Trouble.BAD_REQUEST)
    return Terms(
        against=body.against,
        level=body.level if alone else None,
        ruleset=body.ruleset,
        first={"lot": None, "me": 0, "other": 1}[body.first],
        time=body.time if body.against == "friend" else None,
        memory_aids=body.memory_aids,
        watchable=body.watchable,
        listed=body.listed and body.against == "friend",
        hints=body.hints and alone and desk.analyst is not None,
        take_backs=body.take_backs and alone,
    )


async def begun_at(desk: Desk, terms: Terms, begin: Beginning, user: User | None) -> Terms:
    """The terms of a game that goes on from a position of a finished match."""
    place = await desk.place(begin.game, user)
    if place.game.status is not Status.OVER:
        raise Problem.of(Trouble.MATCH_RUNNING)
    then = await desk.lanes.told(place.lane, begin.seq)
    match = then.after.match
    if match is None:
        raise Problem.of(Trouble.NOT_STARTED)
    if match.ended is MatchEnd.SEALS:
        raise Problem.of(Trouble.MATCH_OVER)
    if match.is_between:
        match = match.next_round()
    seat = match.round.turn if begin.seat is None else begin.seat
    return replace(
        terms,
        ruleset=match.ruleset.name,
        first=match.rounds[0].first,
        seals=match.seals_to_win,
        begin={"game": begin.game, "seq": begin.seq, "seat": seat},
        script=Script.of(match),
    )


def seated_as_maker(terms: Terms, user: User) -> Terms:
    """The terms with the maker's seat kept for the maker."""
    if terms.against == "self":
        return replace(terms, reserved=(user.id, user.id))
    on_seat_1 = terms.begin is not None and terms.begin["seat"] == 1
    return replace(terms, reserved=(None, user.id) if on_seat_1 else (user.id, None))


async def open_game(desk: Desk, maker: str, terms: Terms, *, key: str | None = None) -> Row:
    """Write a new game; the one that was opened with the same key before, if there is one."""
    now, world = desk.world.now(), desk.world
    game = Game(id=world.token(), maker=maker, terms=terms, secret=world.secret(), clock=now)
    invitation = world.token() if terms.against == "friend" else None
    row = new_game_row(game, now=now, invitation=invitation, key=key)
    try:
        await desk.store.add(schema.games, row)
    except Conflict:
        found = None if key is None else await desk.store.find(schema.games, maker=maker, key=key)
        if found is None:
            raise
        return found
    return row


async def tell_opened(desk: Desk, request: Request, user: User, row: Row) -> Response:
    """The answer to one who has opened a game."""
    place = await desk.place(row["id"], user)
    return json_bytes(encode(game_info(desk, request, place, row)), 201)


def game_info(desk: Desk, request: Request, place: Place, row: Row) -> dict[str, Any]:
    """A game as this caller may know it."""
    game = place.lane.game
    yours = place.user is not None and place.user == game.maker
    link = None
    if yours and game.status is Status.OPEN and row["invitation"] is not None:
        link = f"{desk.base_url(request)}/join/{row['invitation']}"
    return {
        "id": game.id,
        "seats": list(game.seats_of(place.user)),
        "yours": yours,
        "terms": game.terms.public,
        "commitment": commitment(game.secret),
        "created_at": row["created_at"],
        "invitation": link,
        "table": table(game),
        "seq": game.seq,
    }
