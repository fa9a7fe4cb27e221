"""Opening games, taking seats, finding games."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Request, Response

from jaipur import get_ruleset
from jaipur.errors import UnknownRuleset
from jaipur.server import schema
from jaipur.server.acts import join
from jaipur.server.desk import Desk, Place, json_bytes
from jaipur.server.events import encode, table
from jaipur.server.game import Game, Status, commitment
from jaipur.server.levels import level_names
from jaipur.server.log import decode_data
from jaipur.server.models import GameInfo, InvitationInfo, Lobby, NewGame, TakeSeat
from jaipur.server.models_events import EventModel
from jaipur.server.people import User
from jaipur.server.problems import Conflict, Problem, Trouble
from jaipur.server.store import Row, new_game_row
from jaipur.server.terms import Terms

__all__ = ["open_game", "router"]

router = APIRouter(prefix="/api", tags=["games"])
NO_NONCE: Final = TakeSeat()


@router.post("/games", status_code=201, response_model=GameInfo)
async def open_a_game(request: Request, body: NewGame) -> Response:
    """Open a game: against a level, a friend, or with both seats your own.

    The answer has the commitment; the match begins when the seats are taken.
    """
    desk, response = Desk.of(request), Response()
    user = await desk.someone(request, response, "games")
    terms = _terms(desk, body, user)
    key = None if body.key is None else f"open/{body.key}"
    row = await open_game(desk, user.id, terms, key=key)
    place = await desk.place(row["id"], user)
    answer = json_bytes(encode(_info(desk, request, place, row)), 201)
    answer.raw_headers.extend(h for h in response.raw_headers if h[0] == b"set-cookie")
    return answer


def _terms(desk: Desk, body: NewGame, user: User) -> Terms:
    try:
        get_ruleset(body.ruleset)
    except UnknownRuleset:
        raise Problem.of(Trouble.UNKNOWN_RULESET) from None
    level = body.level if body.against == "level" else None
    if body.against == "level" and level not in level_names():
        raise Problem.of(Trouble.UNKNOWN_LEVEL, known=list(level_names()))
    alone = body.against == "level"
    return Terms(
        against=body.against,
        level=level,
        ruleset=body.ruleset,
        first={"lot": None, "me": 0, "other": 1}[body.first],
        time=body.time if body.against == "friend" else None,
        memory_aids=body.memory_aids,
        watchable=body.watchable,
        listed=body.listed and body.against == "friend",
        hints=body.hints and alone and desk.analyst is not None,
        take_backs=body.take_backs and alone,
        reserved=(user.id, user.id if body.against == "self" else None),
    )


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


@router.get("/games/{game}", response_model=GameInfo)
async def look_at_a_game(request: Request, game: str) -> Response:
    """A game you have a part in or may watch; a finished one, for anyone who has its link."""
    desk = Desk.of(request)
    place = await desk.place(game, await desk.caller(request))
    row = await desk.store.find(schema.games, id=game)
    assert row is not None
    return json_bytes(encode(_info(desk, request, place, row)))


def _info(desk: Desk, request: Request, place: Place, row: Row) -> dict[str, Any]:
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
    answer.raw_headers.extend(h for h in response.raw_headers if h[0] == b"set-cookie")
    return answer


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
