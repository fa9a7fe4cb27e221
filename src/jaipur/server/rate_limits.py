"""Rate limits: token buckets by user and by address.

They are kept in the memory of each process: they protect the server, and have no effect on games.
They count by the monotonic clock, which nobody can set.
"""

from __future__ import annotations

import ipaddress
import math
from collections import OrderedDict
from functools import lru_cache
from typing import Final

from jaipur.server.clock import Clock
from jaipur.server.fair_threads import Client
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.settings import RateLimit, Settings

__all__ = ["RateLimits", "check_queue", "network_of", "too_many"]

_BUCKETS_KEPT: Final = 50_000
_ADDRESSES_KEPT: Final = 50_000
_QUEUE_SECONDS: Final = 5.0  # after which a queue that was full is worth another look


class RateLimits:
    """All rate limits of one process."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        factor = settings.address_factor
        self._by_address = {
            kind: RateLimit(burst=limit.burst * factor, rate=limit.rate * factor)
            for kind, limit in settings.limits.items()
        }
        self._buckets: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def spend(self, kind: str, *, user: str | None, address: str) -> None:
        """Count one request; Problem if it was one too many."""
        now = self._clock.monotonic()
        if user is not None:
            self._addresses[user] = address
            if len(self._addresses) > _ADDRESSES_KEPT:
                self._addresses.popitem(last=False)
        for per, whose, limits in (
            ("user", user, self._settings.limits),
            ("address", address, self._by_address),
        ):
            if whose is None:
                continue
            limit, bucket = limits[kind], (kind, f"{per} {whose}")
            left, then = self._buckets.get(bucket, (float(limit.burst), now))
            left = min(limit.burst, left + (now - then) / 1000 * limit.rate)
            if left < 1:
                raise too_many(kind, per, limit.burst, limit.rate, (1 - left) / limit.rate)
            self._buckets[bucket] = (left - 1, now)
            self._buckets.move_to_end(bucket)
        while len(self._buckets) > _BUCKETS_KEPT:
            self._buckets.popitem(last=False)

    def client(self, user: str) -> Client:
        """A user with the address of their last request, or else one that nobody shares."""
        return Client(self._addresses.get(user, f"user {user}"), user)

    def charge_work(self, kind: str, requests: int, *, user: str | None, address: str) -> None:
        """Count the work of an answer as so many requests more; the next ones may have to wait."""
        if requests == 0:
            return
        if user is not None:
            self._owe(kind, "user", user, self._settings.limits[kind], requests)
        self._owe(kind, "address", address, self._by_address[kind], requests)

    def _owe(self, kind: str, per: str, whose: str, limit: RateLimit, requests: int) -> None:
        now, bucket = self._clock.monotonic(), (kind, f"{per} {whose}")
        left, then = self._buckets.get(bucket, (float(limit.burst), now))
        self._buckets[bucket] = (max(-float(limit.burst), left - requests), then)


def too_many(kind: str, per: str, burst: int, rate: float, wait: float) -> Problem:
    """The problem that a limit is reached; `wait` is in seconds."""
    return Problem.of(
        ProblemCode.TOO_MANY,
        headers={"Retry-After": str(math.ceil(wait))},
        limit=kind,
        per=per,
        burst=burst,
        rate=rate,
        retry_after=round(wait, 3),
    )


def check_queue(kind: str, waiting: int, most: int) -> None:
    """Problem if so many wait already; it tells how many."""
    if waiting >= most:
        problem = too_many(kind, "server", most, 0, _QUEUE_SECONDS)
        problem.fields["waiting"] = waiting
        raise problem


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 of an IPv6 connection."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)
