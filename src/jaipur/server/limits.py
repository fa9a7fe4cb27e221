"""How often one may ask: buckets that fill up again, by user and by address.

They are kept in memory, in each process for itself: they keep the server up, and decide nothing.
"""

from __future__ import annotations

import ipaddress
import math
from collections import Counter, OrderedDict
from functools import lru_cache
from typing import Final

from jaipur.server.problems import Problem, Trouble
from jaipur.server.settings import Limit, Settings, World

__all__ = ["Limits", "network_of"]

_KEPT: Final = 50_000
_RETRY: Final = 5.0


class Limits:
    """All buckets of one process."""

    def __init__(self, settings: Settings, world: World) -> None:
        self._settings = settings
        self._world = world
        factor = settings.address_factor
        self._shared = {
            kind: Limit(burst=limit.burst * factor, rate=limit.rate * factor)
            for kind, limit in settings.limits.items()
        }
        self._buckets: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()
        self._streams: Counter[str] = Counter()

    def spend(self, kind: str, *, user: str | None, address: str) -> None:
        """Count one; Problem if it was one too many."""
        if user is not None:
            self._take(kind, "user", user, self._settings.limits[kind])
        self._take(kind, "address", address, self._shared[kind])

    def _take(self, kind: str, per: str, whose: str, limit: Limit) -> None:
        now, place = self._world.now(), (kind, f"{per} {whose}")
        left, then = self._buckets.get(place, (float(limit.burst), now))
        left = min(limit.burst, left + (now - then) / 1000 * limit.rate)
        if left < 1:
            raise _too_many(kind, per, limit.burst, limit.rate, (1 - left) / limit.rate)
        self._buckets[place] = (left - 1, now)
        self._buckets.move_to_end(place)
        if len(self._buckets) > _KEPT:
            self._buckets.popitem(last=False)

    def open_stream(self, *, user: str | None, address: str) -> tuple[str, ...]:
        """Count a stream that is opened; give what is returned to `close_stream`."""
        places = [("address", address, self._settings.streams_per_address)]
        if user is not None:
            places.append(("user", user, self._settings.streams_per_user))
        for per, whose, most in places:
            if self._streams[f"{per} {whose}"] >= most:
                raise _too_many("streams", per, most, 0, _RETRY)
        counted = tuple(f"{per} {whose}" for per, whose, _ in places)
        self._streams.update(counted)
        return counted

    def close_stream(self, counted: tuple[str, ...]) -> None:
        """Count a stream that has ended."""
        self._streams.subtract(counted)
        for place in counted:
            if self._streams[place] <= 0:
                del self._streams[place]


def _too_many(kind: str, per: str, burst: int, rate: float, wait: float) -> Problem:
    return Problem.of(
        Trouble.TOO_MANY,
        headers={"Retry-After": str(math.ceil(wait))},
        limit=kind,
        per=per,
        burst=burst,
        rate=rate,
        retry_after=round(wait, 3),
    )


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 that one IPv6 line has."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)
