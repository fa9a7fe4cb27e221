"""The settings of a server.

They come from the command line and from environment variables: `JAIPUR_` and the name of a field in
capitals, lists separated by commas or spaces, limits as `JAIPUR_LIMIT_ACTS=60/10` (burst and rate).
Worker processes read them again from one variable, in which the parent process has stored them.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal, Self, get_origin, get_type_hints
from urllib.parse import urlsplit

import msgspec

from jaipur.errors import JaipurError

__all__ = ["BadSettings", "RateLimit", "Settings"]

VARIABLE: Final = "JAIPUR_SERVER"
PREFIX: Final = "JAIPUR_"
_LIMIT: Final = "JAIPUR_LIMIT_"


class BadSettings(JaipurError, ValueError):
    """A setting with a value that is not allowed."""

    code = "settings"


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimit:
    """A token bucket: `burst` requests at once, `rate` a second in the long run."""

    burst: int
    rate: float

    def __post_init__(self) -> None:
        if self.burst < 1 or self.rate <= 0:
            raise BadSettings(
                "a limit must have a burst of at least 1 and a rate above 0, "
                f"got burst {self.burst} and rate {self.rate:g}"
            )


def _limits() -> dict[str, RateLimit]:
    return {
        "guests": RateLimit(burst=30, rate=0.2),  # new users, by address
        "games": RateLimit(burst=30, rate=0.5),  # games opened
        "acts": RateLimit(burst=60, rate=10),  # moves, and everything else that changes a game
        "reads": RateLimit(burst=200, rate=40),
        "histories": RateLimit(burst=40, rate=1),  # reads of many events at once
        "hints": RateLimit(burst=10, rate=0.5),  # also tries in a review, and reviews
        "records": RateLimit(burst=30, rate=1 / 300),  # records imported
        "logins": RateLimit(burst=10, rate=1 / 30),  # logins, new accounts, proofs of identity
        "reports": RateLimit(burst=5, rate=1 / 600),  # opponents reported
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that can be configured."""

    database: str = "sqlite://"
    redis: str | None = None
    public_url: str | None = None
    allowed_hosts: tuple[str, ...] = ()
    """Names in the `Host` header, apart from addresses, this machine's and the public URL's."""
    trusted_proxies: tuple[str, ...] = ()
    workers: int = 1
    registration: Literal["off", "open", "invitation", "closed"] = "off"
    """Who may create an account: nobody, everybody, or holders of an invitation code.

    While it is `off`, the table is for guests alone, and shows nothing of accounts and ratings.
    """
    password_memory: int = 19_456
    """What the hash of a password takes, in KiB; argon2id goes over it `password_passes` times."""
    password_passes: int = 2
    metrics: tuple[str, ...] = ("127.0.0.1", "::1")
    limits: Mapping[str, RateLimit] = field(default_factory=_limits)
    address_factor: int = 10
    """How many times more an address may request than a user: many users may share one."""
    streams_per_user: int = 12
    streams_per_address: int = 200
    connections_per_address: int = 400
    games_per_user: int = 100
    """Games in progress that a user has opened."""
    games_per_address: int = 400
    """Games in progress that were opened from an address and are in memory: a school's worth."""
    reviews_per_user: int = 2
    reviews_per_address: int = 30
    reviews_running: int = 300
    """In one process. They share its one thread for reviews, so more of them only wait longer."""
    review_samples: int | None = None
    """For each move of a review; None is 4,000, in a long match fewer."""
    body_limit: int = 16_384
    record_limit: int = 65_536
    """The size of an imported record, in bytes."""
    heartbeat: float = 10.0
    send_timeout: float = 15.0
    request_timeout: float = 10.0
    """The time for the whole head of a request, and then for its whole body."""
    poll_interval: float = 0.5
    level_threads: int = 2
    thoughts_queued: int = 200
    """Moves of levels that may wait before new games against levels are refused; and as many
    questions to the engine before more of them are refused."""
    engine: bool = True
    """Whether the server offers hints and reviews."""
    level_takeover_after: float = 15.0
    away_after: float = 30.0
    presence_interval: float = 5.0
    live_games_kept: int = 2_000
    imports_per_user: int = 200
    imports_kept: int = 100_000
    """How many imported records are kept in all."""
    security_log: str | None = None
    """The file to which the security log is appended; see `security_log`."""
    push_contact: str | None = None
    """Whom push services can ask about this server's notices: `mailto:…` or `https://…`."""
    push_loopback: bool = False
    """Whether notices may be sent to 127.0.0.1 over plain http: for tests only."""
    notice_interval: float = 5.0
    """Seconds after which a process looks for notices that another one has left unsent."""
    cleanup_interval: float = 60.0
    """Seconds between two clean-ups; see `retention`."""
    statement_timeout: float = 2.0

    def __post_init__(self) -> None:
        """Reject early what would fail later, or silently have no effect."""
        url = self.public_url
        if url is not None and not (
            _is_url(url, ("http", "https")) and urlsplit(url).path in ("", "/")
        ):
            raise BadSettings(
                f"the public URL must be like https://jaipur.example, without a path, got {url!r}"
            )
        if self.redis is not None and not _is_url(self.redis, ("redis", "rediss", "unix")):
            raise BadSettings(
                f"the Redis URL must be like redis://localhost:6379, got {self.redis!r}"
            )
        if self.push_contact is not None and not self.push_contact.startswith(
            ("mailto:", "https://")
        ):
            raise BadSettings(
                "the contact for push services must be like mailto:me@jaipur.example or "
                f"https://jaipur.example, got {self.push_contact!r}"
            )
        for name in self.allowed_hosts:
            if not name or any(mark in name for mark in ":/[]* "):
                raise BadSettings(
                    f"an allowed host must be a name like table.lan, without a port, got {name!r}"
                )
        for text in (*self.trusted_proxies, *self.metrics):
            _check_network(text)

    def to_environment(self) -> None:
        """Store the settings where worker processes find them."""
        data = {f.name: getattr(self, f.name) for f in fields(self)}
        os.environ[VARIABLE] = msgspec.json.encode(data).decode()

    @classmethod
    def from_environment(cls) -> Self:
        """The settings that the parent process has stored, or else those of the variables."""
        text = os.environ.get(VARIABLE)
        return cls.from_variables(os.environ) if text is None else cls.from_json(text)

    @classmethod
    def from_variables(cls, variables: Mapping[str, str]) -> Self:
        """The settings that variables give one by one; the others have their defaults."""
        types, given = get_type_hints(cls), dict[str, Any]()
        for name in (each.name for each in fields(cls) if each.name != "limits"):
            text = variables.get(PREFIX + name.upper())
            if text is not None:
                given[name] = _read(PREFIX + name.upper(), text, types[name])
        limits = {
            name: _read_limit(_LIMIT + name.upper(), text)
            for name in _limits()
            if (text := variables.get(_LIMIT + name.upper())) is not None
        }
        return cls(**given, limits={**_limits(), **limits})

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Settings from a JSON object; missing fields have their defaults."""
        known = {f.name for f in fields(cls)}
        try:
            data = msgspec.json.decode(text, type=dict[str, Any])
            if unknown := sorted(data.keys() - known):
                raise BadSettings(f"unknown setting {unknown[0]!r}")
            limits = msgspec.convert(data.get("limits", {}), dict[str, RateLimit])
            if unknown := sorted(limits.keys() - _limits().keys()):
                raise BadSettings(
                    f"a limit must be one of {', '.join(_limits())}, got {unknown[0]!r}"
                )
            return msgspec.convert({**data, "limits": {**_limits(), **limits}}, cls)
        except msgspec.MsgspecError as error:
            raise BadSettings(f"the variable {VARIABLE} is not valid: {error}") from error


def _read(variable: str, text: str, kind: Any) -> Any:
    """The value of a variable, as the type of its setting."""
    is_list = get_origin(kind) is tuple
    try:
        value = text.replace(",", " ").split() if is_list else text.strip()
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        what = str(error).replace("`", "").lower()
        raise BadSettings(f"the variable {variable} is not valid: {what}, {text!r}") from None


def _read_limit(variable: str, text: str) -> RateLimit:
    burst, slash, rate = text.partition("/")
    if not slash:
        raise BadSettings(f"the variable {variable} must be like 60/10, burst/rate, got {text!r}")
    return RateLimit(
        burst=_read(variable, burst, int),
        rate=_read(variable, rate, float),
    )


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
        raise BadSettings(f"expected an IP address or network, got {text!r}") from None
