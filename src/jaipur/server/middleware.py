"""The middleware around all requests: client address, host, origin, body size, security headers.

Plain ASGI, because middleware that buffers would stop the event streams.
"""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Generic, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from jaipur.server.hosts import HostNames
from jaipur.server.log_lines import new_request_id
from jaipur.server.problems import Problem, ProblemCode, too_large
from jaipur.server.rate_limits import network_of
from jaipur.server.security_log import SecurityLog, logged_route
from jaipur.server.settings import Settings

__all__ = [
    "RECORDS_PATH",
    "Network",
    "SecurityMiddleware",
    "api_credentials",
    "is_in_networks",
]

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

A = TypeVar("A", bound=ASGIApp)
_LOG: Final = logging.getLogger("jaipur.server")
HEALTH_PATH: Final = "/healthz"  # balancers call it by any name
RECORDS_PATH: Final = "/api/records"  # accepts larger bodies
_PROXY_SCHEMES: Final = ("basic", "digest", "negotiate")
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS: Final = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
# Browsers ignore these over plain http, and warn about the second.
_HTTPS_HEADERS: Final = [
    (b"strict-transport-security", b"max-age=31536000"),
    (b"cross-origin-opener-policy", b"same-origin"),
]


class SecurityMiddleware(Generic[A]):
    """The outermost middleware of the application."""

    def __init__(self, app: A, settings: Settings, security_log: SecurityLog | None = None) -> None:
        self.app = app
        self._security_log = security_log or SecurityLog()
        self._settings = settings
        self._hosts = HostNames(settings)
        url = settings.public_url
        self._public_origin = None if url is None else _origin_of(url)
        self._proxies = [ipaddress.ip_network(p, strict=False) for p in settings.trusted_proxies]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers, state = Headers(scope=scope), scope.setdefault("state", {})
        address = scope["client"][0] if scope.get("client") else ""
        if self._proxies:
            address = self._client_behind(address, scope, headers)
        state["address"], state["network"] = address[:64], network_of(address[:64])
        state["request"] = new_request_id()
        started = False

        async def send_secured(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                secured = [*message["headers"], *_HEADERS]
                if scope["scheme"] == "https":
                    secured += _HTTPS_HEADERS
                if b"cache-control" not in dict(message["headers"]):
                    secured.append((b"cache-control", b"no-store"))
                message = {**message, "headers": secured}
            await send(message)

        try:
            self._check(scope, headers)
            await self.app(scope, receive, send_secured)
        except Problem as problem:
            self._security_log.refused(problem, scope)
            if not started:
                await send_problem(problem, send_secured)
        except Exception:
            # The traceback goes to the log, and not to the client, who can name the line.
            route = logged_route(scope["path"])
            _LOG.exception("method=%s route=%s failed", scope["method"], route)
            if not started:
                broken = Problem.of(ProblemCode.BROKEN, request=state["request"])
                await send_problem(broken, send_secured)

    def _client_behind(self, address: str, scope: Scope, headers: Headers) -> str:
        """The address of the client as trusted proxies report it; sets the scheme to theirs too."""
        if not is_in_networks(address, self._proxies):
            return address
        if headers.get("x-forwarded-proto", "").lower() in ("http", "https"):
            scope["scheme"] = headers["x-forwarded-proto"].lower()
        chain = [part.strip() for part in ",".join(headers.getlist("x-forwarded-for")).split(",")]
        # Each proxy appends an address: the last one that is not a trusted proxy is the client.
        for hop in map(_without_port, reversed([part for part in chain if part])):
            address = hop
            if not is_in_networks(hop, self._proxies):
                break
        return address

    def _check(self, scope: Scope, headers: Headers) -> None:
        """Refuse a request for another host, from another site by cookie, or with a large body."""
        host, origin, path = headers.get("host", ""), headers.get("origin"), scope["path"]
        # Browsers always name a host.
        if host and path != HEALTH_PATH and not self._hosts.include(host):
            raise Problem.of(ProblemCode.WRONG_HOST)
        if scope["method"] not in _SAFE_METHODS and (origin is not None or "cookie" in headers):
            own = self._public_origin or _origin_of(f"{scope['scheme']}://{host}")
            if origin != own and api_credentials(headers) is None:
                raise Problem.of(ProblemCode.WRONG_ORIGIN)
        settings, length = self._settings, headers.get("content-length", "0")
        most = settings.record_limit if path == RECORDS_PATH else settings.body_limit
        if not length.isdecimal() or int(length) > most:
            raise too_large(most)
        scope["state"]["body_limit"] = most


def api_credentials(headers: Headers) -> str | None:
    """The Authorization header if it is meant for the API; without it, the cookie counts.

    It is not if it is empty, or answers a proxy that asks browsers for a password.
    """
    value = headers.get("authorization", "").strip()
    return None if not value or value.split()[0].lower() in _PROXY_SCHEMES else value


@lru_cache(maxsize=1024)
def _origin_of(url: str) -> str:
    """The origin of a URL as browsers send it: in lower case, without the default port."""
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError:
        return url
    host = f"[{host}]" if ":" in host else host
    default = port is None or port == _DEFAULT_PORTS.get(parts.scheme)
    return f"{parts.scheme}://{host}" if default else f"{parts.scheme}://{host}:{port}"


def _without_port(address: str) -> str:
    """An address as some proxies write it, with a port or in brackets, without those."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    host, colon, port = address.rpartition(":")
    return host if colon and port.isdecimal() and ":" not in host else address


def is_in_networks(address: str, networks: Iterable[Network]) -> bool:
    """Whether a text is an IP address in one of these networks."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in networks)


async def send_problem(problem: Problem, send: Send) -> None:
    """Send a problem as JSON."""
    body = msgspec.json.encode(problem.body)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *((name.lower().encode(), value.encode()) for name, value in problem.headers.items()),
    ]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
