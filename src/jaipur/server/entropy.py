"""The server's source of randomness; tests replace it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Entropy"]


def _new_id() -> str:
    """22 characters, of which the first is no hyphen: a command would take it for an option."""
    while (found := secrets.token_urlsafe(16)).startswith("-"):
        pass
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Entropy:
    """Random ids, and the random bytes behind a shuffle."""

    token: Callable[[], str] = _new_id
    secret: Callable[[], bytes] = lambda: secrets.token_bytes(32)
