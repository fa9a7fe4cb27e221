"""Who sent a request: the user behind a session cookie or a bearer token.

Each lookup counts against a rate limit of the user and of the client's address.
"""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from jaipur.server.fair_threads import Client
from jaipur.server.middleware import api_credentials
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.rate_limits import network_of
from jaipur.server.security_log import SecurityEvent
from jaipur.server.services import Services
from jaipur.server.users import SESSION_MS, User

__all__ = [
    "accepting_guest",
    "charge",
    "clear_session_cookie",
    "client_address",
    "client_of",
    "create_guest",
    "current_user",
    "renew_session_cookie",
    "require_user",
    "session_token",
    "set_session_cookie",
    "with_session_cookie",
]

_COOKIE: Final = "jaipur"
# Over https: a browser accepts it from this very host only, and for no other.
_HOST_COOKIE: Final = "__Host-jaipur"
_COOKIE_SECONDS: Final = SESSION_MS // 1000
# Shorter keys might be guessed, and a guest's session with them.
_SHORTEST_RETRY_KEY: Final = 16


async def current_user(request: Request, limit: str = "reads") -> User | None:
    """The user who sent a request, or None for a visitor without a session."""
    token = session_token(request)
    user = None if token is None else await Services.of(request).users.by_token(token)
    if token is not None and user is None:
        Services.of(request).note(SecurityEvent.WRONG_TOKEN, request)
    if user is None and api_credentials(request.headers) is not None:
        charge(request, limit, None)
        raise Problem.of(ProblemCode.NOT_SIGNED_IN, headers={"WWW-Authenticate": "Bearer"})
    charge(request, limit, user)
    return user


async def require_user(request: Request, limit: str = "acts") -> User:
    """The user who sent a request; Problem for a visitor."""
    user = await current_user(request, limit)
    if user is None:
        raise Problem.of(ProblemCode.NOT_SIGNED_IN)
    return user


async def create_guest(request: Request, response: Response, *, retry: str | None = None) -> User:
    """A new guest, whose session cookie is set on the response.

    The same `retry` a moment later gives the same guest: the answer may have been lost.
    """
    charge(request, "guests", None)
    users = Services.of(request).users
    user, token = await (users.create(None) if retry is None else users.create_once(retry))
    set_session_cookie(request, response, token)
    return user


async def accepting_guest(
    request: Request, response: Response, *, invitation: str, key: str | None, is_open: bool
) -> User:
    """The guest that a visitor becomes by accepting an invitation; none for a seat that is taken.

    Repeating the request with its key gives the same guest, who then has the seat already.
    """
    long = key is not None and len(key) >= _SHORTEST_RETRY_KEY
    retry = f"accept/{invitation}/{key}" if long else None
    if not is_open:
        found = None if retry is None else await Services.of(request).users.repeat(retry)
        if found is None:
            raise Problem.of(ProblemCode.SEAT_TAKEN)
        Services.of(request).note(SecurityEvent.SEAT_GIVEN_AGAIN, request, found[0])
        set_session_cookie(request, response, found[1])
        return found[0]
    return await create_guest(request, response, retry=retry)


def charge(request: Request, limit: str, user: User | None) -> None:
    """Count a request against the rate limits of its user and address."""
    limits = Services.of(request).limits
    limits.spend(limit, user=user.id if user else None, address=client_address(request))


def session_token(request: Request) -> str | None:
    """The bearer token of a request, or else its session cookie."""
    credentials = api_credentials(request.headers)
    if credentials is None:
        # The plain one is from before https, or from an older version.
        return request.cookies.get(_HOST_COOKIE) or request.cookies.get(_COOKIE)
    scheme, _, token = credentials.partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def set_session_cookie(request: Request, response: Response, token: str) -> None:
    """Set the session cookie on a response."""
    secure = _is_https(request)
    response.set_cookie(
        _HOST_COOKIE if secure else _COOKIE,
        token,
        max_age=_COOKIE_SECONDS,
        path="/",
        httponly=True,
        samesite="lax",
        secure=secure,
    )
    if secure and _COOKIE in request.cookies:
        response.delete_cookie(_COOKIE, path="/", httponly=True, samesite="lax")


def renew_session_cookie(request: Request, response: Response) -> None:
    """Let the cookie of a session that is in use last as long as the session."""
    token = session_token(request)
    if token is not None and api_credentials(request.headers) is None:
        set_session_cookie(request, response, token)


def clear_session_cookie(request: Request, response: Response) -> None:
    """Delete the session cookie from the browser."""
    for name in (_COOKIE, _HOST_COOKIE):
        if name in request.cookies:
            secure = name == _HOST_COOKIE
            response.delete_cookie(name, path="/", httponly=True, samesite="lax", secure=secure)


def _is_https(request: Request) -> bool:
    public_url = Services.of(request).settings.public_url or ""
    return request.scope["scheme"] == "https" or public_url.lower().startswith("https:")


def with_session_cookie(cookies: Response, answer: Response) -> Response:
    """The answer with the session cookie that was set on the other response, if any."""
    answer.raw_headers.extend(line for line in cookies.raw_headers if line[0] == b"set-cookie")
    return answer


def client_of(request: Request, user: User | None) -> Client:
    """For whom the work of a request is done."""
    return Client(client_address(request), user.id if user else "")


def client_address(request: Request) -> str:
    """The address or network that the rate limits count a request for."""
    return network_of(request.scope["state"]["address"])
