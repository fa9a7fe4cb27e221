"""The server's clock; tests replace it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Clock"]


def _now() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Clock:
    """Tells the time in milliseconds since 1970."""

    now: Callable[[], int] = _now
