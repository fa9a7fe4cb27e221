"""Routes that open games, take seats and list games."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from jaipur.server import schema
from jaipur.server.auth import (
    accepting_guest,
    client_address,
    create_guest,
    current_user,
    require_user,
    with_session_cookie,
)
from jaipur.server.commands import join, rejoin
from jaipur.server.event_log import EventDraft, decode_data
from jaipur.server.game import Game, GameStatus
from jaipur.server.game_terms import GameTerms
from jaipur.server.participation import Participation
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.routes.new_game import (
    REMATCH_KEY,
    against_even_match,
    game_info,
    new_game_response,
    public_terms,
    reserve_seats,
    shuffle_info,
    start_from,
    store_new_game,
    terms_of,
)
from jaipur.server.routing import Routes
from jaipur.server.services import Services
from jaipur.server.shapes.answers import GameInfo, InvitationInfo, Lobby, LobbyGame, LobbyResult
from jaipur.server.shapes.events import GameEvent
from jaipur.server.shapes.requests import NewGame, TakeSeat
from jaipur.server.store import DatabaseRow
from jaipur.server.users import User

__all__ = ["routes"]

routes = Routes("/api", tag="games")
ZERO_NONCE: Final = TakeSeat()


@routes.post("/games", status=201, answer=GameInfo)
async def open_game(request: Request, body: NewGame) -> Response:
    """Open a game: against a level, a friend, or with both seats your own.

    The answer has the commitment; the match begins when the seats are taken.
    """
    services, response = Services.of(request), Response()
    sender = await current_user(request, "games")
    terms = terms_of(services, body)
    if body.begin is not None:
        terms = await start_from(services, terms, body.begin, sender)
    if terms.adapts:
        terms = await against_even_match(services, terms, sender.id if sender else None)
    user = sender or await create_guest(request, response)
    key = None if body.key is None else f"open/{body.key}"
    row = await store_new_game(
        services, user.id, reserve_seats(terms, user), key=key, address=client_address(request)
    )
    return with_session_cookie(response, await new_game_response(services, request, user, row))


@routes.get("/games/{game}", answer=GameInfo)
async def get_game(request: Request, game: str) -> GameInfo:
    """A game that you play or may watch; a finished one, for anyone who has its link."""
    services = Services.of(request)
    participation = await services.participation(game, await current_user(request))
    row = await services.store.find(schema.games, id=game)
    assert row is not None
    return game_info(services, request, participation, row)


@routes.post("/games/{game}/seat", answer=GameEvent)
async def take_seat(request: Request, game: str, body: TakeSeat = ZERO_NONCE) -> Response:
    """Take the seat that is reserved for you: the maker's, or yours in a rematch.

    A seat of yours that was given to a level can be taken back within ten minutes.
    """
    services = Services.of(request)
    user = await require_user(request)
    participation = await services.participation(game, user)
    return await _take_seat(services, participation, user, body, invited=False)


async def _take_seat(
    services: Services, participation: Participation, user: User, body: TakeSeat, *, invited: bool
) -> Response:
    reserved = participation.game.terms.reserved
    seat: int | None = reserved.index(user.id) if user.id in reserved else 1
    if reserved == (user.id, user.id):
        seat = None

    def command(game: Game) -> EventDraft:
        if game.status is GameStatus.OPEN:
            return join(game, user.id, user.name, body.contribution, invited=invited)
        return rejoin(game, user.id, user.name, services.clock.now())

    return await services.submit(participation, seat, command, key=body.key)


@routes.get("/invitations/{invitation}", answer=InvitationInfo)
async def get_invitation(request: Request, invitation: str) -> InvitationInfo:
    """The game that an invitation is for. Reading it takes no seat."""
    services = Services.of(request)
    user = await current_user(request)
    game = await _game_of_invitation(services, invitation)
    seat = game.seats[0]
    return InvitationInfo(
        game=game.id,
        yours=user is not None and (user.id == game.maker or bool(game.seats_of(user.id))),
        open=game.status is GameStatus.OPEN,
        by=seat.name if seat else "",
        terms=public_terms(game.terms),
        **shuffle_info(game),
    )


@routes.post("/invitations/{invitation}", answer=GameEvent)
async def accept_invitation(
    request: Request, invitation: str, body: TakeSeat = ZERO_NONCE
) -> Response:
    """Take the free seat. The event's `game` is the game you are in now."""
    services, response = Services.of(request), Response()
    game = await _game_of_invitation(services, invitation)
    user = await current_user(request, "acts")
    if user is None:
        user = await accepting_guest(
            request,
            response,
            invitation=invitation,
            key=body.key,
            is_open=game.status is GameStatus.OPEN,
        )
    participation = Participation(await services.live_games.get(game.id), game, user.id)
    answer = await _take_seat(services, participation, user, body, invited=user.id != game.maker)
    return with_session_cookie(response, answer)


async def _game_of_invitation(services: Services, invitation: str) -> Game:
    # PostgreSQL accepts no text with a NUL, so no invitation has one.
    valid = "\0" not in invitation
    row = await services.store.find(schema.games, invitation=invitation) if valid else None
    if row is None:
        raise Problem.of(ProblemCode.NOT_FOUND)
    return await services.live_games.refresh(await services.live_games.get(row["id"]))


@routes.get("/lobby", answer=Lobby)
async def lobby(request: Request) -> Lobby:
    """Open invitations, your games (those in which you must act first), games you may watch."""
    services = Services.of(request)
    user = await current_user(request)
    me = user.id if user else None
    mine = [] if me is None else await services.store.games_of(me)
    # Who has not sat down yet in a rematch is not in its row by name.
    rematches = [row for row in mine if _is_open_rematch(row)]
    users = {row[f"user{seat}"] for row in rematches for seat in (0, 1)} - {None}
    known = await services.store.names_of(users) if users else {}
    for row in rematches:
        row |= {f"name{seat}": known.get(row[f"user{seat}"]) for seat in (0, 1)}
    games = [_lobby_game(row, me) for row in mine]
    games.sort(key=lambda game: (game.status == "over", not game.your_turn, -game.updated_at))
    invitations = await services.store.games_for_lobby(status=["open"], flag="listed")
    watch = await services.store.games_for_lobby(status=["playing", "between"], flag="watchable")
    return Lobby(
        invitations=[
            _lobby_game(row, me, invited=True) for row in invitations if row["user0"] != me
        ],
        mine=games,
        watch=[
            _lobby_game(row, me)
            for row in watch
            if me is None or me not in (row["user0"], row["user1"])
        ],
    )


def _is_open_rematch(row: DatabaseRow) -> bool:
    return row["status"] == "open" and (row["key"] or "").startswith(REMATCH_KEY)


def _result(row: DatabaseRow) -> LobbyResult | None:
    if row["status"] != "over" or row["seals0"] is None:
        return None
    return LobbyResult(winner=row["winner"], seals=(row["seals0"], row["seals1"]))


def _lobby_game(row: DatabaseRow, me: str | None, *, invited: bool = False) -> LobbyGame:
    terms = GameTerms.from_data(decode_data(row["terms"]))
    seats = [seat for seat in (0, 1) if me is not None and row[f"user{seat}"] == me]
    return LobbyGame(
        id=row["id"],
        status=row["status"],
        names=(row["name0"], row["name1"]),
        ruleset=terms.ruleset,
        time=terms.time,
        against=terms.against,
        level=terms.level,
        seats=seats,
        your_turn=any(row["waits_for"] >> seat & 1 for seat in seats),
        deadline=row["deadline"],
        updated_at=row["updated_at"],
        result=_result(row),
        # Once somebody sits in the rematch, the other one is to go there too.
        rematch_of=row["key"].removeprefix(REMATCH_KEY)
        if _is_open_rematch(row) and row["seq"] == 0
        else None,
        invitation=row["invitation"] if invited else None,
    )
