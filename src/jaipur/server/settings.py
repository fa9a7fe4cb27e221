"""How a server is set up, and what it takes from the outside world.

Settings come from the command line; worker processes read them again from the environment. The
World is what tests put in place of the clock and of chance.
"""

from __future__ import annotations

import ipaddress
import os
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, Self
from urllib.parse import urlsplit

import msgspec

from jaipur.errors import JaipurError

__all__ = ["BadSettings", "Limit", "Settings", "World"]

VARIABLE: Final = "JAIPUR_SERVER"


class BadSettings(JaipurError, ValueError):
    """Settings that no server can have."""

    code = "settings"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """So many at once, and so many a second in the long run."""

    burst: int
    rate: float

    def __post_init__(self) -> None:
        if self.burst < 1 or self.rate <= 0:
            raise BadSettings("A limit has a burst of one at least, and a rate above zero.")


def _limits() -> dict[str, Limit]:
    return {
        "guests": Limit(burst=30, rate=0.2),  # new users, by address
        "games": Limit(burst=30, rate=0.5),  # games opened
        "acts": Limit(burst=60, rate=10),  # moves and all else that changes a game
        "reads": Limit(burst=200, rate=40),
        "histories": Limit(burst=40, rate=1),  # reads of many events at once
        "hints": Limit(burst=10, rate=0.5),  # and analyses
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that can be configured."""

    database: str = "sqlite://"
    redis: str | None = None
    public_url: str | None = None
    trusted_proxies: tuple[str, ...] = ()
    workers: int = 1
    metrics: tuple[str, ...] = ("127.0.0.1", "::1")
    limits: Mapping[str, Limit] = field(default_factory=_limits)
    address_factor: int = 10
    """How much more an address may do than a user: many may share one."""
    streams_per_user: int = 12
    streams_per_address: int = 200
    body_limit: int = 16_384
    record_limit: int = 65_536
    """Bytes of a record that is brought in."""
    heartbeat: float = 10.0
    send_timeout: float = 15.0
    poll: float = 0.5
    thinkers: int = 2
    engine: bool = True
    """Whether there are hints and analyses."""
    think_again: float = 15.0
    away_after: float = 30.0
    presence_interval: float = 5.0
    lanes_kept: int = 2_000
    statement_timeout: float = 2.0

    def __post_init__(self) -> None:
        """Refuse at once what would fail later, or be silently of no use."""
        url = self.public_url
        if url is not None and not (
            _is_url(url, ("http", "https")) and urlsplit(url).path in ("", "/")
        ):
            raise BadSettings(f"A public URL is like https://jaipur.example, not {url!r}.")
        if self.redis is not None and not _is_url(self.redis, ("redis", "rediss", "unix")):
            raise BadSettings(f"A Redis URL is like redis://localhost:6379, not {self.redis!r}.")
        for text in (*self.trusted_proxies, *self.metrics):
            _check_network(text)

    def to_environment(self) -> None:
        """Leave the settings where worker processes find them."""
        data = {f.name: getattr(self, f.name) for f in fields(self)}
        os.environ[VARIABLE] = msgspec.json.encode(data).decode()

    @classmethod
    def from_environment(cls) -> Self:
        """The settings that the parent process has left, or the defaults."""
        text = os.environ.get(VARIABLE)
        return cls() if text is None else cls.from_json(text)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Settings out of a JSON object; what is missing keeps its default."""
        known = {f.name for f in fields(cls)}
        try:
            data = msgspec.json.decode(text, type=dict[str, Any])
            if unknown := sorted(data.keys() - known):
                raise BadSettings(f"There is no setting {unknown[0]!r}.")
            limits = msgspec.convert(data.get("limits", {}), dict[str, Limit])
            if unknown := sorted(limits.keys() - _limits().keys()):
                raise BadSettings(f"There is no limit {unknown[0]!r}.")
            return msgspec.convert({**data, "limits": {**_limits(), **limits}}, cls)
        except msgspec.MsgspecError as error:
            raise BadSettings(f"The variable {VARIABLE} is not usable: {error}.") from error


def _is_url(text: str, schemes: tuple[str, ...]) -> bool:
    try:
        url = urlsplit(text)
    except ValueError:
        return False
    return url.scheme in schemes and bool(url.netloc or url.scheme == "unix")


def _check_network(text: str) -> None:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise BadSettings(f"{text!r} is no address and no network.") from None


def _now() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """The clock, in milliseconds, and chance."""

    now: Callable[[], int] = _now
    token: Callable[[], str] = lambda: secrets.token_urlsafe(16)
    secret: Callable[[], bytes] = lambda: secrets.token_bytes(32)
