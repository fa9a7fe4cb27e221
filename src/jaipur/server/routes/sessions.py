"""Routes of a user's own sessions: listed, named, ended."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from jaipur.server.authentication import clear_session_cookie, require_session
from jaipur.server.routing import Routes
from jaipur.server.security_log import SecurityEvent
from jaipur.server.services import Services
from jaipur.server.sessions import Session
from jaipur.server.shapes.sessions import SessionInfo, SessionList, SessionName
from jaipur.server.store import DatabaseRow
from jaipur.server.user_names import visible_name

__all__ = ["routes"]

routes = Routes("/api", tag="users")


@routes.get("/sessions", answer=SessionList)
async def list_sessions(request: Request) -> SessionList:
    """Where you are signed in: every browser, and every token of a program."""
    session = await require_session(request, "reads")
    rows = await Services.of(request).users.sessions.of_user(session.user.id)
    return SessionList(sessions=[_describe(row, session) for row in rows])


@routes.patch("/sessions/{session}", status=204)
async def rename_session(request: Request, session: str, body: SessionName) -> Response:
    """Call a session something: 1 to 24 visible characters, or null."""
    mine = await require_session(request)
    name = None if body.name is None else visible_name(body.name)
    await Services.of(request).users.sessions.rename(mine.user.id, session, name)
    return Response(status_code=204)


@routes.delete("/sessions/{session}", status=204)
async def end_session(request: Request, session: str) -> Response:
    """End one of your sessions, with its event streams."""
    mine, services = await require_session(request), Services.of(request)
    await services.users.sessions.end(mine.user.id, session)
    services.note(SecurityEvent.SIGN_OUT, request, mine.user)
    response = Response(status_code=204)
    if mine.digest.startswith(session):
        clear_session_cookie(request, response)
    return response


def _describe(row: DatabaseRow, mine: Session) -> SessionInfo:
    return SessionInfo(
        id=row["id"],
        name=row["name"],
        device=row["agent"],
        network=row["network"],
        kind=row["kind"],
        created_at=row["created_at"],
        used_at=row["used_at"],
        current=row["hash"] == mine.digest,
    )
