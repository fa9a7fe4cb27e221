"""How a server is set up, and what it takes from the outside world.

Settings come from the command line; worker processes read them again from the environment. The
World is what tests put in place of the clock and of chance.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, Self

import msgspec

__all__ = ["Limit", "Settings", "World"]

VARIABLE: Final = "JAIPUR_SERVER"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """So many at once, and so many a second in the long run."""

    burst: int
    rate: float


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
        data: dict[str, Any] = msgspec.json.decode(text)
        limits = {name: Limit(**limit) for name, limit in data.pop("limits", {}).items()}
        for name in ("trusted_proxies", "metrics"):
            if name in data:
                data[name] = tuple(data[name])
        return cls(**data, limits={**_limits(), **limits})


def _now() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """The clock, in milliseconds, and chance."""

    now: Callable[[], int] = _now
    token: Callable[[], str] = lambda: secrets.token_urlsafe(16)
    secret: Callable[[], bytes] = lambda: secrets.token_bytes(32)
