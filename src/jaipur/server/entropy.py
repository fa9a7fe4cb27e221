"""The server's source of randomness; tests replace it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Entropy"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entropy:
    """Random ids, and the random bytes behind a shuffle."""

    token: Callable[[], str] = lambda: secrets.token_urlsafe(16)
    secret: Callable[[], bytes] = lambda: secrets.token_bytes(32)
