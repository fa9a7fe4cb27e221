"""One row of a game's log: what happened, and no more than is needed to do it again.

The log is the truth. It holds choices (a move, a nonce, a resignation), never what follows from
them (cards drawn, tokens, views): those are worked out when the log is folded into a Game.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import msgspec

__all__ = ["LOG_FORMAT", "Entry", "Kind", "decode_data", "encode_data"]

LOG_FORMAT: Final = "jaipur-log/1"


class Kind(StrEnum):
    """What can happen at a table."""

    JOINED = "joined"
    DEALT = "dealt"
    MOVED = "moved"
    TAKEN_BACK = "taken_back"
    READY = "ready"
    ROUND_OVER = "round_over"
    MATCH_OVER = "match_over"
    OFFERED = "offered"
    AWAY = "away"
    BACK = "back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An event as it is kept. `at` is in milliseconds; `key` is what its sender called it."""

    seq: int
    kind: Kind
    at: int
    data: dict[str, Any]
    key: str | None = None

    @property
    def seat(self) -> int | None:
        """The seat that did it, or that it happened to."""
        seat: int | None = self.data.get("seat")
        return seat


def encode_data(data: dict[str, Any]) -> str:
    """An entry's data as the store keeps it."""
    return msgspec.json.encode(data).decode()


def decode_data(text: str) -> dict[str, Any]:
    """The data that `encode_data` wrote."""
    data: dict[str, Any] = msgspec.json.decode(text)
    return data
