"""The middleware around all requests: client address, host, origin, body size, security headers.

Plain ASGI, because middleware that buffers would stop the event streams.
"""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Iterable
from secrets import token_hex
from typing import Final, Generic, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from jaipur.server.hosts import HostNames
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.security_log import SecurityLog
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
        headers = Headers(scope=scope)
        self._set_client(scope, headers)
        started = False

        async def send_secured(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                secured = _with_security_headers(message["headers"], scope["scheme"])
                message = {**message, "headers": secured}
            await send(message)

        try:
            self._check_host(scope, headers)
            self._check_origin(scope, headers)
            await self.app(scope, self._limited(receive, headers, scope["path"]), send_secured)
        except Problem as problem:
            self._security_log.refused(problem, scope)
            if not started:
                await send_problem(problem, send_secured)
        except Exception:
            # The traceback goes to the log, and not to the client, who can name the line.
            request = token_hex(6)
            route = "/".join(scope["path"].split("/")[:3])
            _LOG.exception("request=%s method=%s route=%s failed", request, scope["method"], route)
            if not started:
                broken = Problem.of(ProblemCode.BROKEN, request=request)
                await send_problem(broken, send_secured)

    def _set_client(self, scope: Scope, headers: Headers) -> None:
        """Set address and scheme to the client's, as trusted proxies report them."""
        client = scope.get("client")
        address = client[0] if client else ""
        if self._trusted(address):
            if headers.get("x-forwarded-proto", "").lower() in ("http", "https"):
                scope["scheme"] = headers["x-forwarded-proto"].lower()
            chain = [
                part.strip() for part in ",".join(headers.getlist("x-forwarded-for")).split(",")
            ]
            # Each proxy appends an address: the last one that is not a trusted proxy is the client.
            for hop in map(_without_port, reversed([part for part in chain if part])):
                address = hop
                if not self._trusted(hop):
                    break
        scope.setdefault("state", {})["address"] = address[:64]

    def _trusted(self, address: str) -> bool:
        return bool(self._proxies) and is_in_networks(address, self._proxies)

    def _check_host(self, scope: Scope, headers: Headers) -> None:
        """Refuse a request for another host; browsers always name one."""
        host = headers.get("host")
        if host and scope["path"] != HEALTH_PATH and not self._hosts.include(host):
            raise Problem.of(ProblemCode.WRONG_HOST)

    def _check_origin(self, scope: Scope, headers: Headers) -> None:
        """Refuse a request that changes something by cookie unless it comes from our pages."""
        if scope["method"] in _SAFE_METHODS or api_credentials(headers) is not None:
            return
        origin = headers.get("origin")
        if origin is None and "cookie" not in headers:
            return
        if origin is None or origin not in self._own_origins(scope, headers):
            raise Problem.of(ProblemCode.WRONG_ORIGIN)

    def _own_origins(self, scope: Scope, headers: Headers) -> Iterable[str]:
        if self._public_origin is not None:
            return (self._public_origin,)
        return (_origin_of(f"{scope['scheme']}://{headers.get('host', '')}"),)

    def _limited(self, receive: Receive, headers: Headers, path: str) -> Receive:
        settings, received = self._settings, 0
        most = settings.record_limit if path == RECORDS_PATH else settings.body_limit
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > most:
            raise Problem.of(ProblemCode.TOO_LARGE, most=most)

        async def receive_limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > most:
                raise Problem.of(ProblemCode.TOO_LARGE, most=most)
            return message

        return receive_limited


def api_credentials(headers: Headers) -> str | None:
    """The Authorization header if it is meant for the API; without it, the cookie counts.

    It is not if it is empty, or answers a proxy that asks browsers for a password.
    """
    value = headers.get("authorization", "").strip()
    return None if not value or value.split()[0].lower() in _PROXY_SCHEMES else value


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


def _with_security_headers(
    headers: Iterable[tuple[bytes, bytes]], scheme: str
) -> list[tuple[bytes, bytes]]:
    secured = [*headers, *_HEADERS, *(_HTTPS_HEADERS if scheme == "https" else [])]
    if not any(name == b"cache-control" for name, _ in secured):
        secured.append((b"cache-control", b"no-store"))
    return secured


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
