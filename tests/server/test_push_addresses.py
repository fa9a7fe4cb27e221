"""The server cannot be made to call its own network, whatever a subscription or a name says."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpcore
import pytest

from jaipur.server.notices import endpoints
from jaipur.server.notices.endpoints import GuardedBackend, RefusedAddress, is_public_address
from jaipur.server.notices.push import PushSender, PushTarget, new_private_key
from tests.server.push_service import Browser

PRIVATE = [
    *("127.0.0.1", "127.1.2.3", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254"),
    *("100.64.0.1", "0.0.0.0", "224.0.0.1", "240.0.0.1", "255.255.255.255", "198.18.0.1"),
    *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fec0::1", "ff02::1", "2001:db8::1"),
    *("::ffff:10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "nonsense"),
]


@pytest.mark.parametrize("address", PRIVATE)
def test_private_and_special_addresses_are_not_public(address: str) -> None:
    assert not is_public_address(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_public_addresses_are_public(address: str) -> None:
    assert is_public_address(address)


@contextmanager
def listening() -> Iterator[tuple[int, list[Any]]]:
    """A port of this machine, and who has connected to it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        found: list[Any] = []
        yield int(server.getsockname()[1]), found
        with pytest.raises(BlockingIOError):
            found.append(server.accept())


def resolving_to(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Names resolve to these addresses, one answer after the other."""
    asked, left = list[str](), list(answers)

    async def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return left.pop(0) if len(left) > 1 else left[0]

    monkeypatch.setattr(endpoints, "resolve", resolve)
    return asked


def connect(port: int, **options: Any) -> None:
    async def run() -> None:
        backend = GuardedBackend(**options)
        stream = await backend.connect_tcp("push.example", port, timeout=2)
        await stream.aclose()

    asyncio.run(run())


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::1"], []])
def test_a_name_with_a_private_address_is_not_connected_to(
    addresses: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    resolving_to(monkeypatch, addresses)
    with listening() as (port, _), pytest.raises(RefusedAddress):
        connect(port)


def test_the_address_that_was_checked_is_the_one_that_is_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name that resolves to another address the second time (DNS rebinding) gains nothing."""
    asked = resolving_to(monkeypatch, ["8.8.8.8"], ["127.0.0.1"])
    used: list[str] = []

    async def connect_tcp(_: object, host: str, *__: object) -> None:
        used.append(host)
        raise httpcore.ConnectError

    monkeypatch.setattr(httpcore.AnyIOBackend, "connect_tcp", connect_tcp)
    with pytest.raises(httpcore.ConnectError):
        connect(443)
    assert (asked, used) == (["push.example"], ["8.8.8.8"])


def test_only_the_tests_may_call_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving_to(monkeypatch, ["127.0.0.1"])
    with socket.create_server(("127.0.0.1", 0)) as server:
        connect(server.getsockname()[1], loopback=True)
    resolving_to(monkeypatch, ["10.0.0.1"])
    with pytest.raises(RefusedAddress):
        connect(443, loopback=True)


def test_a_socket_of_this_machine_is_no_push_service() -> None:
    with pytest.raises(RefusedAddress):
        asyncio.run(GuardedBackend().connect_unix_socket("/run/x.sock"))


def test_a_refused_address_is_a_failure_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving_to(monkeypatch, ["10.0.0.1"])
    body = Browser("/x").subscription("https://push.example")

    async def run() -> object:
        sender = PushSender(new_private_key(), "mailto:a@b.example")
        try:
            return await sender.send(PushTarget(**body), b"{}", seconds=60, urgent=True)
        finally:
            await sender.close()

    assert asyncio.run(run()) == (False, False, "RefusedAddress", 0)
