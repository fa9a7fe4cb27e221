"""The server's time: a clock that never jumps, whatever the machine's clock does; tests replace it.

Everything that the server measures uses it. Rate limits count by the monotonic clock alone. Games
need a time that other processes and the next start understand: log time, in milliseconds since
1970. It begins with the wall clock and goes on with the monotonic one, so that a step of the wall
clock has no effect. `Outages.sync` compares the two every few seconds, and with the time that the
other processes have reached:

- A wall clock that is ahead was set, or the machine slept. Log time moves forward to it, and what
  it has left out is credited to every game like an outage of the server.
- A wall clock that is behind was set back. Log time cannot go back, since the logs have later
  times already: it runs slower by 5 % until the wall clock has caught up.

Several processes, on one machine or on machines whose clocks differ, follow the one that is ahead.
Until a process has noticed, at its next sync, it logs times that others consider part of the
outage, and which are credited as such: nobody loses time by it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

__all__ = ["Clock"]

_TOLERANCE_MS: Final = 2_000  # a wall clock that differs by less has not been set
_SLOWED_PERCENT: Final = 95
_READS: Final = 5
_READ_MS: Final = 20  # both clocks are read within this time


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class Clock:
    """Tells log time, and compares it with the wall clock."""

    def __init__(
        self,
        wall: Callable[[], int] = _wall_ms,
        monotonic: Callable[[], int] | None = None,
    ) -> None:
        """Start at the wall clock's time; it serves as the monotonic clock too if it is alone."""
        self._wall = wall
        self.monotonic = monotonic or (_monotonic_ms if wall is _wall_ms else wall)
        """Milliseconds since any time; it never steps."""
        self._anchor = (self.monotonic(), wall(), 100)

    def now(self) -> int:
        """Log time, in milliseconds since 1970."""
        anchor, at_anchor, percent = self._anchor
        return at_anchor + (self.monotonic() - anchor) * percent // 100

    def wall_ahead(self) -> int:
        """How far the wall clock is ahead of log time, in milliseconds; 0 if they hardly differ."""
        for _ in range(_READS):
            before, wall = self.monotonic(), self._wall()
            if self.monotonic() - before <= _READ_MS:
                break
        ahead = wall - self._log_time(before)
        return 0 if abs(ahead) <= _TOLERANCE_MS else ahead

    def skip(self, skipped: int) -> None:
        """Move log time forward by so many milliseconds, which may be 0, and choose its speed."""
        ahead, monotonic = self.wall_ahead(), self.monotonic()
        percent = _SLOWED_PERCENT if skipped > ahead + _TOLERANCE_MS else 100
        self._anchor = (monotonic, self._log_time(monotonic) + skipped, percent)

    def _log_time(self, monotonic: int) -> int:
        """The log time of a reading of the monotonic clock: a stall after it is not counted."""
        anchor, at_anchor, percent = self._anchor
        return at_anchor + (monotonic - anchor) * percent // 100
