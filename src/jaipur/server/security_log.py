"""The security log: who signed in or out, and what was refused, without any secret.

It is the logger `jaipur.security`, one line an event, such as
`event=limit address=203.0.113.0/24 user=OxYSa01P route=/api/games limit=games request=3f9a1c-2b`.

Addresses are shortened to the network (/24, or /48 for IPv6) and ids of users to 8 characters; of a
path only the first two parts are written, outside of `/api` only the first, since the rest may be
an invitation or the secret of a feed. Names, tokens,
cookies, links, keys and nonces are never passed to it. An event that repeats for one network is
written so many times a minute; how many more there were stands in the next line as `more`.
"""

from __future__ import annotations

import ipaddress
import logging
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from enum import StrEnum
from logging.handlers import WatchedFileHandler
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from jaipur.server.database import create_private_file
from jaipur.server.problems import Problem, ProblemCode

__all__ = ["SecurityEvent", "SecurityLog", "logged_route"]

_LOG: Final = logging.getLogger("jaipur.security")
_LOG.setLevel(
    logging.INFO
)  # without a handler Python prints warnings only: the console stays quiet
_LINES_A_MINUTE: Final = 20  # of one event for one network
_WINDOWS_KEPT: Final = 10_000
_USER_CHARACTERS: Final = 8
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._:/\[\]-]")


class SecurityEvent(StrEnum):
    """What the security log tells."""

    SIGN_IN = "sign_in"
    SIGN_OUT = "sign_out"
    SIGN_OUT_ELSEWHERE = "sign_out_elsewhere"
    LINK_MADE = "link_made"
    USER_DELETED = "user_deleted"
    SEAT_GIVEN_AGAIN = "seat_given_again"
    CLAIM = "claim"
    ACCOUNT_MADE = "account_made"
    VERIFIED = "verified"
    PASSWORD_CHANGED = "password_changed"
    CODES_MADE = "codes_made"
    PASSKEY_ADDED = "passkey_added"
    PASSKEY_REMOVED = "passkey_removed"
    WRONG_LOGIN = "wrong_login"
    WRONG_TOKEN = "wrong_token"
    WRONG_LINK = "wrong_link"
    WRONG_ORIGIN = "wrong_origin"
    WRONG_HOST = "wrong_host"
    LIMIT = "limit"
    TOO_LARGE = "too_large"


_REFUSALS: Final[dict[str, SecurityEvent]] = {
    ProblemCode.LINK_GONE: SecurityEvent.WRONG_LINK,
    ProblemCode.WRONG_LOGIN: SecurityEvent.WRONG_LOGIN,
    ProblemCode.WRONG_ORIGIN: SecurityEvent.WRONG_ORIGIN,
    ProblemCode.WRONG_HOST: SecurityEvent.WRONG_HOST,
    ProblemCode.TOO_MANY: SecurityEvent.LIMIT,
    ProblemCode.TOO_LARGE: SecurityEvent.TOO_LARGE,
}


def logged_route(path: str) -> str:
    """The part of a path that is no secret: `/api/games`, `/feeds`."""
    return "/".join(path.split("/")[: 3 if path.startswith("/api/") else 2])


class SecurityLog:
    """The security log of one application."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self.limited: Counter[str] = Counter()
        """How many requests each limit has refused."""
        self._windows: OrderedDict[tuple[SecurityEvent, str], tuple[float, int]] = OrderedDict()

    def write(
        self, event: SecurityEvent, scope: Scope, user: str | None = None, **fields: Any
    ) -> None:
        """Write a line about the sender of a request, unless there were too many like it."""
        network = network_of_log(scope["state"]["address"])
        more = self._count(event, network)
        if more is None:
            return
        parts = {
            "address": network,
            "user": user and user[:_USER_CHARACTERS],
            "route": logged_route(scope["path"]),
            **fields,
            "more": more or None,
            "request": scope["state"].get("request"),
        }
        text = (f"{name}={_safe(value)}" for name, value in parts.items() if value is not None)
        _LOG.info("event=%s %s", event.value, " ".join(text))

    def refused(self, problem: Problem, scope: Scope) -> None:
        """Write a line about a request that was refused, if the reason concerns security."""
        event = _REFUSALS.get(problem.code)
        if event is SecurityEvent.LIMIT:
            self.limited[str(problem.fields.get("limit"))] += 1
        if event is None:
            return
        fields = {name: problem.fields.get(name) for name in ("limit", "per")}
        if event is SecurityEvent.WRONG_ORIGIN:
            fields["origin"] = _origin_host(scope)
        self.write(event, scope, **fields)

    def _count(self, event: SecurityEvent, network: str) -> int | None:
        """How many lines of this kind were left out before this one; None to leave it out too."""
        now, this = self._monotonic(), (event, network)
        since, count = self._windows.get(this, (now, 0))
        more = 0
        if now - since >= 60:
            since, count, more = now, 0, max(0, count - _LINES_A_MINUTE)
        self._windows[this] = since, count + 1
        self._windows.move_to_end(this)
        if len(self._windows) > _WINDOWS_KEPT:
            self._windows.popitem(last=False)
        return more if count < _LINES_A_MINUTE else None


def log_to_file(path: str) -> logging.Handler:
    """Append the security log to a file that only its owner may read; rotation is noticed."""
    create_private_file(Path(path))
    handler = WatchedFileHandler(path, encoding="utf-8")
    formatter = logging.Formatter("%(asctime)s.%(msecs)03dZ %(message)s", "%Y-%m-%dT%H:%M:%S")
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    _LOG.addHandler(handler)
    return handler


def close_file(handler: logging.Handler) -> None:
    """Stop writing to the file of `log_to_file`."""
    _LOG.removeHandler(handler)
    handler.close()


def network_of_log(address: str) -> str:
    """The network of an address, which tells less of a person than the address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    mapped = getattr(found, "ipv4_mapped", None)
    if mapped is not None:
        found = mapped
    return str(ipaddress.ip_network((found, 24 if found.version == 4 else 48), strict=False))


def _origin_host(scope: Scope) -> str | None:
    """The host in the header Origin, and nothing else of it."""
    try:
        return urlsplit(Headers(scope=scope).get("origin", "")).hostname
    except ValueError:
        return None


def _safe(value: object) -> str:
    """A value without spaces, line ends and quotes, so that nobody can write lines of their own."""
    return _UNSAFE.sub("?", str(value))[:64]
