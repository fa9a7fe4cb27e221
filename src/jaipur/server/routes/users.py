"""Routes of the current user: guests, names, sessions, sign-in links."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from jaipur.server.authentication import (
    charge,
    clear_session_cookie,
    current_user,
    new_session,
    renew_session_cookie,
    require_session,
    require_user,
    set_session_cookie,
)
from jaipur.server.even_match import find_even_match
from jaipur.server.events import encode
from jaipur.server.routing import Routes, json_bytes
from jaipur.server.security_log import SecurityEvent
from jaipur.server.services import Services
from jaipur.server.sessions import Session, User
from jaipur.server.shapes.answers import EvenMatchShape, Me, SignInLink
from jaipur.server.shapes.requests import LinkRequest, NewGuest, Rename, RulesetQuery, SignIn
from jaipur.server.user_names import clean_name

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
    name = None if body.name is None else await _allowed_name(request, body.name, user)
    new = new_session(request, "program" if body.token else "browser")
    if user is None:
        charge(request, "guests", None)
        user, token = await services.users.create(name, new)
        cookie = None if body.token else token
    else:
        if body.token:
            _check_verified(request)
        user = user if name is None else await _rename(request, user, name)
        token = await services.users.sessions.add(user, new) if body.token else None
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
    """Change your name: 1 to 24 visible characters. Running games keep the old one.

    An account can do so once a month, and keeps the old name from others for a year.
    """
    user = await require_user(request)
    name = await _allowed_name(request, body.name, user)
    return _me(await _rename(request, user, name), None)


async def _allowed_name(request: Request, name: str, user: User | None) -> str:
    """A name that the user may have; the present one always, though guests' names are reserved."""
    if user is not None and name == user.name:
        return name
    cleaned = clean_name(name)
    await Services.of(request).accounts.check_name(cleaned, user)
    return cleaned


async def _rename(request: Request, user: User, name: str) -> User:
    services = Services.of(request)
    return await (services.accounts if user.is_account else services.users).rename(user, name)


def _check_verified(request: Request) -> None:
    """Problem if an account's owner asks for another way in without having proved to be it."""
    session: Session | None = request.scope["state"]["session"]
    if session is not None and session.user.is_account:
        Services.of(request).accounts.check_verified(session)


@routes.delete("/me", status=204)
async def delete_me(request: Request) -> Response:
    """Delete your user. Running matches are abandoned; finished ones stay, without the name."""
    user = await require_user(request)
    _check_verified(request)
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
    _check_verified(request)
    token, expires = await services.users.make_link(user, body.kind)
    services.note(SecurityEvent.LINK_MADE, request, user, kind=body.kind)
    link = f"{services.base_url(request)}/link#{token}"
    return SignInLink(link=link, token=token, expires=expires)


@routes.post("/session", answer=Me, status=201)
async def sign_in(request: Request, body: SignIn) -> Response:
    """Sign in with the token of a link."""
    await current_user(request, "acts")
    services = Services.of(request)
    user, token = await services.users.redeem(body.link, new_session(request))
    services.note(SecurityEvent.SIGN_IN, request, user)
    answer = _me(user, None, 201)
    set_session_cookie(request, answer, token)
    return answer


@routes.delete("/session", status=204)
async def sign_out(request: Request) -> Response:
    """End this session; without a recovery link it is final."""
    services, session = Services.of(request), await require_session(request)
    await services.users.sessions.end_digest(session.digest)
    services.note(SecurityEvent.SIGN_OUT, request, session.user)
    response = Response(status_code=204)
    clear_session_cookie(request, response)
    return response


@routes.delete("/sessions/others", status=204)
async def sign_out_elsewhere(request: Request) -> Response:
    """End all your other sessions with their streams, and all your links; this session stays."""
    services, session = Services.of(request), await require_session(request)
    ended = await services.users.sessions.end_others(session.user, session.digest)
    services.note(SecurityEvent.SIGN_OUT_ELSEWHERE, request, session.user, sessions=ended)
    return Response(status_code=204)


def _me(user: User | None, token: str | None, status: int = 200) -> Response:
    me = Me(
        id=user.id if user else None,
        name=user.name if user else None,
        account=user is not None and user.is_account,
        token=token,
    )
    return json_bytes(encode(me), status)
