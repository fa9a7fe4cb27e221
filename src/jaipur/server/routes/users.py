"""Routes of the current user: guests, names, sessions, sign-in links."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from jaipur.server.auth import (
    charge,
    clear_session_cookie,
    current_user,
    renew_session_cookie,
    require_user,
    session_token,
    set_session_cookie,
)
from jaipur.server.even_match import find_even_match
from jaipur.server.events import encode
from jaipur.server.routing import Routes, json_bytes
from jaipur.server.security_log import SecurityEvent
from jaipur.server.services import Services
from jaipur.server.shapes.answers import EvenMatchShape, Me, SignInLink
from jaipur.server.shapes.requests import LinkRequest, NewGuest, Rename, RulesetQuery, SignIn
from jaipur.server.user_names import clean_name
from jaipur.server.users import User

__all__ = ["routes"]

routes = Routes("/api", tag="users")
NO_NAME: Final = NewGuest()


@routes.get("/me", answer=Me)
async def get_me(request: Request) -> Response:
    """The current user. A visitor has no `id` before the first POST."""
    user = await current_user(request)
    answer = _me(user, None)
    if user is not None:
        renew_session_cookie(request, answer)
    return answer


@routes.post("/me", answer=Me, status=201)
async def create_guest(request: Request, body: NewGuest = NO_NAME) -> Response:
    """Create a guest, with a secret cookie, or with a bearer token for programs.

    A request that has a session keeps its user, who is renamed if a name is given.
    """
    services = Services.of(request)
    user, token, cookie = await current_user(request, "acts"), None, None
    name = None if body.name is None else _allowed_name(body.name, user)
    if user is None:
        charge(request, "guests", None)
        user, token = await services.users.create(name)
        cookie = None if body.token else token
    else:
        user = user if name is None else await services.users.rename(user, name)
        token = await services.users.new_session(user) if body.token else None
    answer = _me(user, token if body.token else None, 201)
    if cookie is not None:
        set_session_cookie(request, answer, cookie)
    return answer


@routes.get("/me/match", answer=EvenMatchShape)
async def get_even_match(request: Request, query: RulesetQuery) -> EvenMatchShape:
    """The opponent at your own level: its present rating, and the latest results behind it.

    Open a game against it with the level `even`.
    """
    user = await current_user(request)
    store = Services.of(request).store
    found = await find_even_match(store, user.id if user else None, query.ruleset)
    return EvenMatchShape(rating=found.rating, won=found.won, matches=found.matches)


@routes.patch("/me", answer=Me)
async def rename_me(request: Request, body: Rename) -> Response:
    """Change your name: 1 to 24 visible characters. Running games keep the old one."""
    user = await require_user(request)
    name = _allowed_name(body.name, user)
    return _me(await Services.of(request).users.rename(user, name), None)


def _allowed_name(name: str, user: User | None) -> str:
    """A name that the user may have; the present one always, though guests' names are reserved."""
    return name if user is not None and name == user.name else clean_name(name)


@routes.delete("/me", status=204)
async def delete_me(request: Request) -> Response:
    """Delete your user. Running matches are abandoned; finished ones stay, without the name."""
    user = await require_user(request)
    deletion = Services.of(request).deletion
    await deletion.delete(user.id)
    Services.of(request).note(SecurityEvent.USER_DELETED, request, user)
    await deletion.truncate_wal()
    response = Response(status_code=204)
    clear_session_cookie(request, response)
    return response


@routes.post("/me/links", answer=SignInLink, status=201)
async def create_link(request: Request, body: LinkRequest) -> SignInLink:
    """A link to sign in elsewhere: once on another device, or as a recovery link for a year."""
    services = Services.of(request)
    user = await require_user(request)
    token, expires = await services.users.make_link(user, body.kind)
    services.note(SecurityEvent.LINK_MADE, request, user, kind=body.kind)
    link = f"{services.base_url(request)}/link#{token}"
    return SignInLink(link=link, token=token, expires=expires)


@routes.post("/session", answer=Me, status=201)
async def sign_in(request: Request, body: SignIn) -> Response:
    """Sign in with the token of a link."""
    await current_user(request, "acts")
    services = Services.of(request)
    user, token = await services.users.redeem(body.link)
    services.note(SecurityEvent.SIGN_IN, request, user)
    answer = _me(user, None, 201)
    set_session_cookie(request, answer, token)
    return answer


@routes.delete("/session", status=204)
async def sign_out(request: Request) -> Response:
    """End this session; without a recovery link it is final."""
    services, user = Services.of(request), await require_user(request)
    token = session_token(request)
    if token is not None:
        await services.users.sign_out(token)
        services.note(SecurityEvent.SIGN_OUT, request, user)
    response = Response(status_code=204)
    clear_session_cookie(request, response)
    return response


@routes.delete("/sessions/others", status=204)
async def sign_out_elsewhere(request: Request) -> Response:
    """End all your other sessions with their streams, and all your links; this session stays."""
    services, user = Services.of(request), await require_user(request)
    token = session_token(request)
    if token is not None:
        ended = await services.users.sign_out_elsewhere(user, token)
        services.note(SecurityEvent.SIGN_OUT_ELSEWHERE, request, user, sessions=ended)
    return Response(status_code=204)


def _me(user: User | None, token: str | None, status: int = 200) -> Response:
    me = Me(id=user.id if user else None, name=user.name if user else None, token=token)
    return json_bytes(encode(me), status)
