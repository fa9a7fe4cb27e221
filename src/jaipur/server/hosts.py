"""The host names that this server answers for.

A page of another site can let its own name point to this machine (DNS rebinding): for the browser,
what it then requests here is its own. Only the `Host` header tells, so it must be an address, a
name of this machine, or a name that was configured.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from jaipur.server.settings import Settings

__all__ = ["HostNames"]

_HOST: Final = re.compile(r"(?:\[([^\]]*)\]|([^:\[]*))(?::[0-9]*)?")


class HostNames:
    """The names of one server."""

    def __init__(self, settings: Settings) -> None:
        self._names = frozenset(_normalised(name) for name in _names(settings) if name)
        self.include = lru_cache(maxsize=1024)(self._include)
        """Whether a `Host` header, with or without a port, names this server."""

    def _include(self, host: str) -> bool:
        parts = _HOST.fullmatch(host)
        if parts is None:
            return False
        name = _normalised(parts[1] or parts[2] or "")
        return name in self._names or name.endswith(".localhost") or _is_address(name)


def _names(settings: Settings) -> Iterable[str]:
    yield "localhost"
    machine = socket.gethostname()
    yield machine
    yield f"{machine.partition('.')[0]}.local"  # as it announces itself in the local network
    if settings.public_url is not None:
        yield urlsplit(settings.public_url).hostname or ""
    yield from settings.allowed_hosts


def _normalised(name: str) -> str:
    name = name.lower().removesuffix(".")
    try:
        return name if name.isascii() else name.encode("idna").decode()
    except UnicodeError:
        return name


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
