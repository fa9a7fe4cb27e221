"""How many event streams may be open: by user, and by address with players first.

At an address with too many streams another one gives way: one of a visitor, then one of a user who
only watches, then one of the player who has most. Whoever has a seat, and no other stream at that
address, is always let in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from jaipur.server.rate_limits import too_many
from jaipur.server.settings import Settings

__all__ = ["OpenStream", "StreamLimits"]

_RETRY_SECONDS: Final = 5.0


@dataclass(slots=True, eq=False, kw_only=True)
class OpenStream:
    """A stream of a user, or of a visitor: None."""

    user: str | None
    address: str
    has_seat: Callable[[], bool]
    wake: Callable[[], None]
    gave_way: bool = False
    """Whether it must end, in favour of another one."""

    @property
    def rank(self) -> int:
        """Streams of a lower rank give way first."""
        return 0 if self.user is None else 2 if self.has_seat() else 1


class StreamLimits:
    """The open streams of one process."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._by_address: dict[str, dict[OpenStream, None]] = {}  # the oldest first
        self._by_user: Counter[str] = Counter()

    def __len__(self) -> int:
        return sum(map(len, self._by_address.values()))

    def open(self, stream: OpenStream) -> None:
        """Count a stream that is opened; Problem if it is one too many."""
        settings, here = self._settings, self._by_address.get(stream.address, {})
        if stream.user is not None and self._by_user[stream.user] >= settings.streams_per_user:
            raise too_many("streams", "user", settings.streams_per_user, 0, _RETRY_SECONDS)
        if len(here) >= settings.streams_per_address:
            self._make_room(stream, here)
        self._by_address.setdefault(stream.address, {})[stream] = None
        if stream.user is not None:
            self._by_user[stream.user] += 1

    def close(self, stream: OpenStream) -> None:
        """Count a stream that has ended, or must."""
        here = self._by_address.get(stream.address, {})
        if stream not in here:
            return
        del here[stream]
        if not here:
            del self._by_address[stream.address]
        if stream.user is not None:
            self._by_user[stream.user] -= 1
            if not self._by_user[stream.user]:
                del self._by_user[stream.user]

    def _make_room(self, stream: OpenStream, here: dict[OpenStream, None]) -> None:
        """Let a stream of this address give way to a new one; Problem if none must."""
        opened = Counter(other.user for other in here)
        other = min(here, key=lambda other: (other.rank, -opened[other.user]))
        mine, theirs = opened[stream.user] + 1, opened[other.user]
        if other.rank < stream.rank or (other.rank == stream.rank and theirs > mine):
            self.close(other)
            other.gave_way = True
            other.wake()
        elif not (stream.has_seat() and mine == 1):
            most = self._settings.streams_per_address
            raise too_many("streams", "address", most, 0, _RETRY_SECONDS)
