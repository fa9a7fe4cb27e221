"""What slows down who guesses passwords, without locking the owner of an account out.

Wrong guesses count by name, whether an account has the name or not:

- from one network: five are free, then each doubles the wait before the next, up to 15 minutes;
- from all unknown browsers together: 30 at once, then one in two minutes, however many networks;
- from a browser in which the owner has logged in before (a cookie says so): neither. It has a wait
  of its own, so nobody else's guesses keep the owner out.

Passkeys, recovery codes and sign-in links do not count here: they cannot be guessed. Like other
limits these live in the memory of each process, and go by the monotonic clock.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from jaipur.server.clock import Clock
from jaipur.server.problems import Problem
from jaipur.server.rate_limits import too_many

__all__ = ["Attempt", "LoginLimits"]

FREE_FAILURES: Final = 5
_LONGEST_WAIT_MS: Final = 900_000
_FORGOTTEN_AFTER_MS: Final = 24 * 3_600_000
STRANGERS_BURST: Final = 30
STRANGERS_RATE: Final = 1 / 120
_KEPT: Final = 50_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """Somebody tries a password."""

    name: str
    """What the name looks like."""
    network: str
    browser: str | None = None
    """The digest of the cookie, if it is of a browser in which this account has logged in."""

    @property
    def source(self) -> tuple[str, str]:
        """Whose failures count together."""
        if self.browser is not None:
            return self.name, f"browser {self.browser}"
        return self.name, f"network {self.network}"


@dataclass(slots=True)
class _Failures:
    count: int = 0
    last: int = 0


class LoginLimits:
    """The failed logins of one process."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures: OrderedDict[tuple[str, str], _Failures] = OrderedDict()
        self._strangers: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def check(self, attempt: Attempt) -> None:
        """Problem if this attempt must wait; then the password is not even looked at."""
        now = self._clock.monotonic()
        failures = self._failures.get(attempt.source)
        if failures is not None:
            wait = failures.last + _wait_ms(failures.count) - now
            if wait > 0:
                raise _wait_problem("name", wait)
        if attempt.browser is None and self._left(attempt.name, now) < 1:
            raise _wait_problem("name", 1000 / STRANGERS_RATE)

    def begin(self, attempt: Attempt) -> None:
        """Count an attempt as failed before its result is known: many at once are counted too."""
        self.check(attempt)
        now = self._clock.monotonic()
        failures = self._failures.get(attempt.source)
        if failures is None or now - failures.last > _FORGOTTEN_AFTER_MS:
            failures = _Failures()
        self._failures[attempt.source] = failures
        self._failures.move_to_end(attempt.source)
        failures.count += 1
        failures.last = now
        if attempt.browser is None:
            self._strangers[attempt.name] = (self._left(attempt.name, now) - 1, now)
            self._strangers.move_to_end(attempt.name)
        for kept in (self._failures, self._strangers):
            if len(kept) > _KEPT:
                kept.popitem(last=False)

    def succeed(self, attempt: Attempt) -> None:
        """Take back what `begin` has counted: the password was right."""
        self._failures.pop(attempt.source, None)
        if attempt.browser is None and attempt.name in self._strangers:
            left, then = self._strangers[attempt.name]
            self._strangers[attempt.name] = (min(STRANGERS_BURST, left + 1), then)

    def _left(self, name: str, now: int) -> float:
        left, then = self._strangers.get(name, (float(STRANGERS_BURST), now))
        return min(STRANGERS_BURST, left + (now - then) / 1000 * STRANGERS_RATE)


def _wait_ms(failures: int) -> int:
    if failures < FREE_FAILURES:
        return 0
    return int(min(_LONGEST_WAIT_MS, 1000 * 2 ** min(failures - FREE_FAILURES, 20)))


def _wait_problem(per: str, wait_ms: float) -> Problem:
    return too_many("logins", per, FREE_FAILURES, STRANGERS_RATE, wait_ms / 1000)
