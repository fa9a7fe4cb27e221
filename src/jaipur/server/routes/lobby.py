"""Routes of the lobby: its lists, the stream of their changes, and whether one is listed there."""

from __future__ import annotations

from sqlalchemy import update
from starlette.requests import Request

from jaipur.server import schema
from jaipur.server.authentication import (
    client_address,
    current_user,
    is_program,
    require_user,
    session_token,
)
from jaipur.server.lobby.lobby_stream import LobbyStream
from jaipur.server.lobby.shared_lobby import join_parts
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.ratings.rated_terms import require_accounts
from jaipur.server.routing import Routes
from jaipur.server.services import Services
from jaipur.server.shapes.lobby import Lobby, LobbyQuery, ShowMe
from jaipur.server.viewers import LobbyViewer

__all__ = ["routes"]

routes = Routes("/api", tag="lobby")


@routes.get("/lobby", answer=Lobby)
async def lobby(request: Request) -> bytes:
    """Open invitations, your games (those in which you must act first), games you may watch.

    And who is here, where the server has accounts.
    """
    services = Services.of(request)
    user = await current_user(request)
    return join_parts(await services.lobby_watch.parts_of(user.id if user else None))


@routes.get("/lobby/events", media="text/event-stream")
async def stream_lobby(request: Request, query: LobbyQuery) -> LobbyStream:
    """The lobby as you see it, and what changes in it, as Server-Sent Events.

    The first message is the whole lobby, each later one an object with the lists that have changed.
    There are no ids: after a reconnect, all of it is sent again. A heartbeat is sent once you are
    up to date, and then every ten seconds.
    """
    services = Services.of(request)
    user, token = await current_user(request), session_token(request)
    session = None if user is None or token is None else services.users.sessions.watch(token, user)
    user_id = None if user is None else user.id
    feed = await services.lobby_watch.follow(user_id, fresh=query.wait == 0)
    viewer = LobbyViewer(
        services=services,
        user=feed.user,
        is_program=is_program(request),
        session=session,
        feed=feed,
    )
    try:
        if query.wait:
            viewer.count(client_address(request))
    except Problem:
        services.lobby_watch.leave(feed)
        raise
    return LobbyStream(services.stream_settings, feed, viewer, wait=query.wait == 1)


@routes.patch("/me/presence", answer=ShowMe)
async def show_me(request: Request, body: ShowMe) -> ShowMe:
    """Choose whether others see you among those who are here."""
    services = Services.of(request)
    user = await require_user(request)
    require_accounts(services.settings)
    if not user.is_account:
        raise Problem.of(ProblemCode.ACCOUNT_NEEDED)
    users = schema.users
    change = update(users).where(users.c.id == user.id).values(shown_here=body.shown)
    await services.store.write(lambda connection: connection.execute(change) and None)
    services.lobby_watch.users_changed([user.id])
    services.lobby_watch.shared_changed()
    return body
