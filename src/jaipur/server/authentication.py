"""Who sent a request: the session behind a cookie or a bearer token, and its user.

Each lookup counts against a rate limit of the user and of the client's address.
"""

from __future__ import annotations

from typing import Final, Literal

from starlette.requests import Request
from starlette.responses import Response

from jaipur.server.accounts.device_names import device_name
from jaipur.server.accounts.known_browsers import KNOWN_MS
from jaipur.server.fair_threads import Client
from jaipur.server.middleware import api_credentials
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.security_log import SecurityEvent, network_of_log
from jaipur.server.services import Services
from jaipur.server.sessions import SESSION_MS, NewSession, Session, User

__all__ = [
    "accepting_guest",
    "browser_cookie",
    "charge",
    "clear_session_cookie",
    "client_address",
    "client_of",
    "create_guest",
    "current_session",
    "current_user",
    "is_program",
    "new_session",
    "renew_session_cookie",
    "require_session",
    "require_user",
    "session_token",
    "set_browser_cookie",
    "set_session_cookie",
    "with_session_cookie",
]

_COOKIE: Final = "jaipur"
_READING: Final = ("reads", "histories")  # limits of requests that change nothing
# Over https: a browser accepts it from this very host only, and for no other.
_HOST_COOKIE: Final = "__Host-jaipur"
# Of a known browser: it signs nobody in, see `accounts.known_browsers`.
_BROWSER_COOKIE: Final = "jaipur-browser"
_BROWSER_SECONDS: Final = KNOWN_MS // 1000
_COOKIE_SECONDS: Final = SESSION_MS // 1000
# Shorter keys might be guessed, and a guest's session with them.
_SHORTEST_RETRY_KEY: Final = 16


async def current_user(request: Request, limit: str = "reads") -> User | None:
    """The user who sent a request, or None for a visitor without a session."""
    session = await current_session(request, limit)
    return None if session is None else session.user


async def current_session(request: Request, limit: str = "reads") -> Session | None:
    """The session that a request was sent with, or None for a visitor."""
    services, token = Services.of(request), session_token(request)
    session = None if token is None else await services.users.sessions.use(token)
    user = None if session is None else session.user
    if token is not None and user is None:
        services.note(SecurityEvent.WRONG_TOKEN, request)
    network = request.scope["state"]["network"]
    services.limits.spend(limit, user=None if user is None else user.id, address=network)
    if user is None and api_credentials(request.headers) is not None:
        raise Problem.of(ProblemCode.NOT_SIGNED_IN, headers={"WWW-Authenticate": "Bearer"})
    request.scope["state"]["session"] = session
    if user is not None and user.suspended_until is not None and limit not in _READING:
        _check_suspension(request, user.suspended_until)
    return session


async def require_session(request: Request, limit: str = "acts") -> Session:
    """The session that a request was sent with; Problem for a visitor."""
    session = await current_session(request, limit)
    if session is None:
        raise Problem.of(ProblemCode.NOT_SIGNED_IN)
    return session


def is_program(request: Request) -> bool:
    """Whether a program sent the request, once its user was looked up: it has a bearer token.

    A token that was given out to a program stays a program's, even if it is sent as a cookie.
    """
    session: Session | None = request.scope["state"].get("session")
    by_token = api_credentials(request.headers) is not None
    return by_token or (session is not None and session.is_program)


def new_session(
    request: Request, kind: Literal["browser", "program"] = "browser", *, verified: bool = False
) -> NewSession:
    """What a session that begins with this request tells of itself in the list."""
    return NewSession(
        kind=kind,
        agent=device_name(request.headers.get("user-agent", "")),
        network=network_of_log(request.scope["state"]["address"]),
        verified=verified,
    )


def _check_suspension(request: Request, until: int) -> None:
    """Problem for a user who is suspended; signing out and being deleted stays possible."""
    if request.method != "DELETE" and until > Services.of(request).clock.now():
        raise Problem.of(ProblemCode.SUSPENDED, until=until)


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
    new = new_session(request)
    user, token = await (
        users.create(None, new) if retry is None else users.create_once(retry, new)
    )
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
        users, new = Services.of(request).users, new_session(request)
        found = None if retry is None else await users.repeat(retry, new)
        if found is None:
            raise Problem.of(ProblemCode.SEAT_TAKEN)
        Services.of(request).note(SecurityEvent.SEAT_GIVEN_AGAIN, request, found[0])
        set_session_cookie(request, response, found[1])
        return found[0]
    return await create_guest(request, response, retry=retry)


def charge(request: Request, limit: str, user: User | None) -> None:
    """Count a request against the rate limits of its user and address."""
    limits, network = Services.of(request).limits, request.scope["state"]["network"]
    limits.spend(limit, user=user.id if user else None, address=network)


def session_token(request: Request) -> str | None:
    """The bearer token of a request, or else its session cookie."""
    credentials = None
    if "authorization" in request.headers:
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


def browser_cookie(request: Request) -> str | None:
    """The cookie of a browser that may be known."""
    return request.cookies.get(_BROWSER_COOKIE)


def set_browser_cookie(request: Request, response: Response, cookie: str) -> None:
    """Let this browser be known later on, also without a session."""
    response.set_cookie(
        _BROWSER_COOKIE,
        cookie,
        max_age=_BROWSER_SECONDS,
        path="/api/account",
        httponly=True,
        samesite="strict",
        secure=_is_https(request),
    )


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
    """The address and user whose share of the threads a request uses."""
    return Client(client_address(request), user.id if user else "")


def client_address(request: Request) -> str:
    """The address or network that the rate limits count a request for."""
    network: str = request.scope["state"]["network"]
    return network
