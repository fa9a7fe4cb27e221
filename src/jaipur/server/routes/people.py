"""Being someone: a guest, a name, a link for another device."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Body, Request, Response

from jaipur.server.desk import COOKIE, Desk, token_of
from jaipur.server.models import Link, LinkOrder, Me, NewGuest, Rename, SignIn
from jaipur.server.names import clean_name
from jaipur.server.people import User
from jaipur.server.routes.leaving import leave_all

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["people"])
NAMELESS: Final = NewGuest()


@router.get("/me")
async def who_am_i(request: Request) -> Me:
    """Who you are. A visit makes nobody: `id` is null before your first POST."""
    user = await Desk.of(request).caller(request)
    return Me(id=user.id if user else None, name=user.name if user else None)


@router.post("/me", status_code=201)
async def be_someone(
    request: Request, response: Response, body: Annotated[NewGuest, Body()] = NAMELESS
) -> Me:
    """Become a guest, with a secret cookie, or with a bearer token for programs.

    One who is someone already stays so, and is renamed where a name is given.
    """
    desk = Desk.of(request)
    name = None if body.name is None else clean_name(body.name)
    user, token = await desk.caller(request, "acts"), None
    if user is None:
        desk.spend("guests", None, request)
        user, token = await desk.people.create(name)
        if not body.token:
            desk.set_cookie(request, response, token)
    else:
        user = user if name is None else await desk.people.rename(user, name)
        token = await desk.people.new_session(user) if body.token else None
    return _me(user, token if body.token else None)


@router.patch("/me")
async def take_a_name(request: Request, body: Rename) -> Me:
    """Take another name: 1 to 24 visible characters. Running games keep the old one."""
    desk = Desk.of(request)
    user = await desk.known_caller(request)
    return _me(await desk.people.rename(user, clean_name(body.name)), None)


@router.delete("/me", status_code=204)
async def be_nobody(request: Request) -> Response:
    """Forget me. Running matches are abandoned; finished ones stay, without the name."""
    desk = Desk.of(request)
    user = await desk.known_caller(request)
    games = await leave_all(desk, user)
    await desk.people.delete(user)
    for game in games:
        desk.lanes.forget(game)  # the name is gone from the log
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    return response


@router.post("/me/links", status_code=201)
async def make_a_link(request: Request, body: LinkOrder) -> Link:
    """A link to be the same person elsewhere: once for another device, or to keep."""
    desk = Desk.of(request)
    user = await desk.known_caller(request)
    token, expires = await desk.people.make_link(user, body.kind)
    return Link(link=f"{desk.base_url(request)}/link#{token}", token=token, expires=expires)


@router.post("/session", status_code=201)
async def use_a_link(request: Request, response: Response, body: SignIn) -> Me:
    """Sign in with the token of a link."""
    desk = Desk.of(request)
    await desk.caller(request, "acts")
    user, token = await desk.people.redeem(body.link)
    desk.set_cookie(request, response, token)
    return _me(user, None)


@router.delete("/session", status_code=204)
async def sign_out(request: Request) -> Response:
    """End this session; without a recovery link there is no way back."""
    desk = Desk.of(request)
    await desk.known_caller(request)
    token = token_of(request)
    if token is not None:
        await desk.people.sign_out(token)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    return response


def _me(user: User, token: str | None) -> Me:
    return Me(id=user.id, name=user.name, token=token)
