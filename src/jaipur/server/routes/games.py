"""Opening games, taking seats, finding games."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Request, Response

from jaipur.server import schema
from jaipur.server.commands import join
from jaipur.server.desk import Desk, Place, json_bytes, with_cookie
from jaipur.server.event_log import decode_data
from jaipur.server.events import encode
from jaipur.server.game import Game, Status, commitment
from jaipur.server.models import GameInfo, InvitationInfo, Lobby, NewGame, TakeSeat
from jaipur.server.models_events import EventModel
from jaipur.server.people import User
from jaipur.server.problems import Problem, Trouble
from jaipur.server.routes.opening import (
    begun_at,
    game_info,
    open_game,
    seated_as_maker,
    tell_opened,
    terms_of,
)
from jaipur.server.store import Row
from jaipur.server.terms import Terms

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["games"])
NO_NONCE: Final = TakeSeat()


@router.post("/games", status_code=201, response_model=GameInfo)
async def open_a_game(request: Request, body: NewGame) -> Response:
    """Open a game: against a level, a friend, or with both seats your own.

    The answer has the commitment; the match begins when the seats are taken.
    """
    desk, response = Desk.of(request), Response()
    caller = await desk.caller(request, "games")
    terms = terms_of(desk, body)
    if body.begin is not None:
        terms = await begun_at(desk, terms, body.begin, caller)
    user = caller or await desk.new_guest(request, response)
    key = None if body.key is None else f"open/{body.key}"
    row = await open_game(desk, user.id, seated_as_maker(terms, user), key=key)
    return with_cookie(response, await tell_opened(desk, request, user, row))


@router.get("/games/{game}", response_model=GameInfo)
async def look_at_a_game(request: Request, game: str) -> Response:
    """A game you have a part in or may watch; a finished one, for anyone who has its link."""
    desk = Desk.of(request)
    place = await desk.place(game, await desk.caller(request))
    row = await desk.store.find(schema.games, id=game)
    assert row is not None
    return json_bytes(encode(game_info(desk, request, place, row)))


@router.post("/games/{game}/seat", response_model=EventModel)
async def take_your_seat(
    request: Request, game: str, body: Annotated[TakeSeat, Body()] = NO_NONCE
) -> Response:
    """Take the seat that is kept for you: the maker's, or yours in a rematch."""
    desk = Desk.of(request)
    user = await desk.known_caller(request)
    place = await desk.place(game, user)
    return await _sit_down(desk, place, user, body, invited=False)


async def _sit_down(
    desk: Desk, place: Place, user: User, body: TakeSeat, *, invited: bool
) -> Response:
    nonce = bytes.fromhex(body.nonce)
    mine = place.game.terms.reserved
    seat = None if mine == (user.id, user.id) else mine.index(user.id) if user.id in mine else 1
    return await desk.act(
        place,
        seat,
        lambda game: join(game, user.id, user.name, nonce, invited=invited),
        key=body.key,
    )


@router.get("/invitations/{invitation}", response_model=InvitationInfo)
async def read_an_invitation(request: Request, invitation: str) -> Response:
    """What you are invited to. Opening the link takes no seat."""
    desk = Desk.of(request)
    user = await desk.caller(request)
    game = await _invited_to(desk, invitation)
    seat = game.seats[0]
    info = {
        "game": game.id,
        "yours": user is not None and (user.id == game.maker or bool(game.seats_of(user.id))),
        "open": game.status is Status.OPEN,
        "by": seat.name if seat else "",
        "terms": game.terms.public,
        "commitment": commitment(game.secret),
    }
    return json_bytes(encode(info))


@router.post("/invitations/{invitation}", response_model=EventModel)
async def accept_an_invitation(
    request: Request, invitation: str, body: Annotated[TakeSeat, Body()] = NO_NONCE
) -> Response:
    """Take the free seat. The event's `game` says where you now sit."""
    desk, response = Desk.of(request), Response()
    game = await _invited_to(desk, invitation)
    user = await desk.someone(request, response, "acts")
    place = Place(await desk.lanes.lane(game.id), game, user.id)
    answer = await _sit_down(desk, place, user, body, invited=user.id != game.maker)
    return with_cookie(response, answer)


async def _invited_to(desk: Desk, invitation: str) -> Game:
    row = await desk.store.find(schema.games, invitation=invitation)
    if row is None:
        raise Problem.of(Trouble.NOT_FOUND)
    return await desk.lanes.current(await desk.lanes.lane(row["id"]))


@router.get("/lobby", response_model=Lobby)
async def look_around(request: Request) -> Response:
    """Open invitations, your games with yours to move first, games you may watch."""
    desk = Desk.of(request)
    user = await desk.caller(request)
    me = user.id if user else None
    mine = [] if me is None else await desk.store.games_of(me)
    lines = [_line(row, me) for row in mine]
    lines.sort(
        key=lambda line: (line["status"] == "over", not line["your_turn"], -line["updated_at"])
    )
    invitations = await desk.store.games_to_show(status=["open"], flag="listed")
    watch = await desk.store.games_to_show(status=["playing", "between"], flag="watchable")
    lobby = {
        "invitations": [_line(row, me, invited=True) for row in invitations if row["user0"] != me],
        "mine": lines,
        "watch": [
            _line(row, me) for row in watch if me is None or me not in (row["user0"], row["user1"])
        ],
    }
    return json_bytes(encode(lobby))


def _line(row: Row, me: str | None, *, invited: bool = False) -> dict[str, Any]:
    terms = Terms.from_data(decode_data(row["terms"]))
    seats = [seat for seat in (0, 1) if me is not None and row[f"user{seat}"] == me]
    return {
        "id": row["id"],
        "status": row["status"],
        "names": [row["name0"], row["name1"]],
        "ruleset": terms.ruleset,
        "time": terms.time,
        "against": terms.against,
        "level": terms.level,
        "seats": seats,
        "your_turn": any(row["waits_for"] >> seat & 1 for seat in seats),
        "deadline": row["deadline"],
        "updated_at": row["updated_at"],
        "invitation": row["invitation"] if invited else None,
    }
