"""Routes that open games, take seats and list games."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from jaipur.server import schema
from jaipur.server.authentication import (
    accepting_guest,
    client_address,
    create_guest,
    current_user,
    is_program,
    require_user,
    with_session_cookie,
)
from jaipur.server.commands import Join
from jaipur.server.game import Game, GameStatus
from jaipur.server.game_info import (
    game_info,
    new_game_response,
    public_terms,
    shuffle_info,
)
from jaipur.server.live_game import LiveGame
from jaipur.server.lobby.opponents import opponent_named
from jaipur.server.new_game import (
    against_even_match,
    reserve_seats,
    start_from,
    store_new_game,
    terms_of,
)
from jaipur.server.participation import look_at, visit
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.ratings.rated_terms import (
    check_rated_player,
    check_rated_terms,
    require_accounts,
)
from jaipur.server.ratings.seat_ratings import seat_rating
from jaipur.server.routing import Routes, json_bytes
from jaipur.server.services import Services
from jaipur.server.sessions import User
from jaipur.server.shapes.answers import GameInfo, InvitationInfo
from jaipur.server.shapes.events import GameEvent
from jaipur.server.shapes.requests import NewGame, TakeSeat

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
    if terms.against == "level":
        services.level_runner.check_queue()
    if body.begin is not None:
        terms = await start_from(services, terms, body.begin, sender)
    if terms.rated:
        require_accounts(services.settings)
        check_rated_terms(terms)
        check_rated_player(terms, sender, is_program=is_program(request))
    if terms.adapts:
        terms = await against_even_match(services, terms, sender.id if sender else None)
    opponent = await _challenged(services, sender, body.opponent)
    user = sender or await create_guest(request, response)
    key = None if body.key is None else f"open/{body.key}"
    row = await store_new_game(
        services,
        user.id,
        reserve_seats(terms, user, opponent),
        key=key,
        address=client_address(request),
    )
    return with_session_cookie(response, await new_game_response(services, request, user, row))


async def _challenged(services: Services, sender: User | None, name: str | None) -> User | None:
    """The account that a user with an account challenges, if any."""
    if name is None:
        return None
    require_accounts(services.settings)
    if sender is None or not sender.is_account:
        raise Problem.of(ProblemCode.ACCOUNT_NEEDED)
    return await opponent_named(services.store, services.blocks, sender, name)


@routes.get("/games/{game}", answer=GameInfo)
async def get_game(request: Request, game: str) -> GameInfo:
    """A game that you play or may watch; a finished one, for anyone who has its link."""
    services = Services.of(request)
    participation = await look_at(services, game, await current_user(request))
    row = await services.store.find(schema.games, id=game)
    assert row is not None
    return game_info(services, request, participation, row)


@routes.post("/games/{game}/seat", answer=GameEvent)
async def take_seat(request: Request, game: str, body: TakeSeat = ZERO_NONCE) -> bytes:
    """Take the seat that is reserved for you: the maker's, or yours in a rematch.

    A seat of yours that was given to a level can be taken back within ten minutes.
    """
    services = Services.of(request)
    user = await require_user(request)
    live = (await visit(services, game, user)).live
    return await _take_seat(request, live, user, body, invited=False)


async def _take_seat(
    request: Request, live: LiveGame, user: User, body: TakeSeat, *, invited: bool
) -> bytes:
    services, terms = Services.of(request), live.game.terms
    check_rated_player(terms, user, is_program=is_program(request))
    rating = await seat_rating(services.ratings, terms, user, services.clock.now())
    reserved = terms.reserved
    seat: int | None = reserved.index(user.id) if user.id in reserved else 1
    if reserved == (user.id, user.id):
        seat = None
    brought = {**body.contribution, **rating}
    join = Join(name=user.name, contribution=brought, invited=invited, at=services.clock.now())
    event = await live.submit(join, by=user.id, key=body.key)
    return event.message(seat)


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
        # Who is blocked by the maker sees a seat that somebody has taken.
        open=game.status is GameStatus.OPEN and not await _is_blocked(services, user, game),
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
    check_rated_player(game.terms, user, is_program=is_program(request))
    if user is None:
        user = await accepting_guest(
            request,
            response,
            invitation=invitation,
            key=body.key,
            is_open=game.status is GameStatus.OPEN,
        )
    elif game.status is GameStatus.OPEN and await _is_blocked(services, user, game):
        raise Problem.of(ProblemCode.SEAT_TAKEN)
    live = await services.live_games.get(game.id)
    answer = await _take_seat(request, live, user, body, invited=user.id != game.maker)
    return with_session_cookie(response, json_bytes(answer))


async def _is_blocked(services: Services, user: User | None, game: Game) -> bool:
    """Whether the maker of a game and a user do not want to play with each other."""
    return user is not None and await services.blocks.is_block_between(user.id, game.maker)


async def _game_of_invitation(services: Services, invitation: str) -> Game:
    # PostgreSQL accepts no text with a NUL, so no invitation has one.
    valid = "\0" not in invitation
    row = await services.store.find(schema.games, invitation=invitation) if valid else None
    if row is None:
        raise Problem.of(ProblemCode.NOT_FOUND)
    return await (await services.live_games.get(row["id"])).refresh()
