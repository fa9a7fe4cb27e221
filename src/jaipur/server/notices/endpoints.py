"""Where pushes may be sent: to public addresses over https, checked when connecting.

A browser tells the server an address to call. Without a check, whoever subscribes could make the
server call machines of its own network. The form is checked when a device is added; the address
when a connection is opened, at the very address that is then used, so that a name that resolves to
another one the second time gains nothing.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlsplit

import httpcore

__all__ = ["GuardedBackend", "RefusedAddress", "is_public_address", "why_no_endpoint"]

MAX_ENDPOINT: Final = 1_000
_PORT: Final = 443
# Addresses that wrap an IPv4 address, which may be a private one: 6to4, NAT64.
_WRAPPING: Final = tuple(
    map(ipaddress.ip_network, ("2002::/16", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32"))
)

SocketOptions = Iterable[Any]


class RefusedAddress(httpcore.ConnectError):
    """A host whose address the server does not call."""


def is_public_address(text: str) -> bool:
    """Whether an IP address belongs to the public internet."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public_address(str(address.ipv4_mapped))
        if address.is_site_local or any(address in network for network in _WRAPPING):
            return False
    special = address.is_multicast or address.is_reserved or address.is_unspecified
    return address.is_global and not special


def why_no_endpoint(text: str, *, loopback: bool) -> str | None:
    """What is wrong with the address of a push service; None if it may be tried."""
    if len(text) > MAX_ENDPOINT or not text.isascii() or any(not c.isprintable() for c in text):
        return f"expected an address of at most {MAX_ENDPOINT} ASCII characters"
    try:
        url = urlsplit(text)
        host, port = url.hostname, url.port
    except ValueError:
        return "expected an address like https://push.example/abc"
    if loopback and url.scheme == "http" and host == "127.0.0.1":
        return None
    if url.scheme != "https" or not host or url.username is not None or url.fragment:
        return "expected an address like https://push.example/abc"
    if port not in (None, _PORT):
        return f"expected port {_PORT}, got {port}"
    if _is_address(host) or "." not in host:
        return f"expected the public name of a host, got {host}"
    return None


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """Opens connections to public addresses only; for tests, also to 127.0.0.1."""

    def __init__(self, *, loopback: bool = False) -> None:
        self._backend = httpcore.AnyIOBackend()
        self._loopback = loopback

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: SocketOptions | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Resolve the host, check every address that it has, and connect to the first."""
        async with asyncio.timeout(timeout):
            addresses = await resolve(host, port)
        if not addresses or not all(map(self._is_allowed, addresses)):
            raise RefusedAddress(f"{host} has no public address")
        return await self._backend.connect_tcp(
            addresses[0], port, timeout, local_address, socket_options
        )

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: SocketOptions | None = None
    ) -> httpcore.AsyncNetworkStream:
        """Never: no push service is on this machine."""
        raise RefusedAddress(f"{path} is no address of a push service")

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)

    def _is_allowed(self, address: str) -> bool:
        return is_public_address(address) or (self._loopback and address == "127.0.0.1")


async def resolve(host: str, port: int) -> list[str]:
    """The IP addresses of a host, in the order in which they should be tried."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise httpcore.ConnectError(f"{host} was not found") from error
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))
