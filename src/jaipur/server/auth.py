"""Who sent a request: the user behind a session cookie or a bearer token.

Each lookup counts against a rate limit of the user and of the client's address.
"""

from __future__ import annotations

from typing import Final

from fastapi import Request, Response

from jaipur.server.middleware import api_credentials
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.rate_limits import network_of
from jaipur.server.services import Services
from jaipur.server.users import User

__all__ = [
    "charge",
    "clear_session_cookie",
    "client_address",
    "create_guest",
    "current_user",
    "require_user",
    "session_token",
    "set_session_cookie",
    "user_or_guest",
    "with_session_cookie",
]

_COOKIE: Final = "jaipur"
_COOKIE_SECONDS: Final = 365 * 24 * 3600


async def current_user(request: Request, limit: str = "reads") -> User | None:
    """The user who sent a request, or None for a visitor without a session."""
    token = session_token(request)
    user = None if token is None else await Services.of(request).users.by_token(token)
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


async def user_or_guest(request: Request, response: Response, limit: str = "acts") -> User:
    """The user who sent a request; a visitor becomes a guest."""
    return await current_user(request, limit) or await create_guest(request, response)


async def create_guest(request: Request, response: Response) -> User:
    """A new guest, whose session cookie is set on the response."""
    charge(request, "guests", None)
    user, token = await Services.of(request).users.create(None)
    set_session_cookie(request, response, token)
    return user


def charge(request: Request, limit: str, user: User | None) -> None:
    """Count a request against the rate limits of its user and address."""
    limits = Services.of(request).limits
    limits.spend(limit, user=user.id if user else None, address=client_address(request))


def session_token(request: Request) -> str | None:
    """The bearer token of a request, or else its session cookie."""
    credentials = api_credentials(request.headers)
    if credentials is None:
        return request.cookies.get(_COOKIE)
    scheme, _, token = credentials.partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def set_session_cookie(request: Request, response: Response, token: str) -> None:
    """Set the session cookie on a response."""
    public_url = Services.of(request).settings.public_url or ""
    response.set_cookie(
        _COOKIE,
        token,
        max_age=_COOKIE_SECONDS,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.scope["scheme"] == "https" or public_url.lower().startswith("https:"),
    )


def clear_session_cookie(response: Response) -> None:
    """Delete the session cookie from the browser."""
    response.delete_cookie(_COOKIE, path="/", httponly=True, samesite="lax")


def with_session_cookie(cookies: Response, answer: Response) -> Response:
    """The answer with the session cookie that was set on the other response, if any."""
    answer.raw_headers.extend(line for line in cookies.raw_headers if line[0] == b"set-cookie")
    return answer


def client_address(request: Request) -> str:
    """The address or network that the rate limits count a request for."""
    return network_of(request.scope["state"]["address"])
