"""A game's event log: what happened, and no more than is needed to replay it.

The log is the source of truth. It holds choices (a move, a nonce, a resignation), never their
results (cards drawn, tokens, views): those are computed when the log is folded into a Game.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

import msgspec

__all__ = ["LOG_FORMAT", "EventDraft", "EventKind", "LogEntry", "decode_data", "encode_data"]

LOG_FORMAT: Final = "jaipur-log/1"


class EventKind(StrEnum):
    """What can happen in a game."""

    JOINED = "joined"
    REVEALED = "revealed"
    DEALT = "dealt"
    MOVED = "moved"
    TAKEN_BACK = "taken_back"
    READY = "ready"
    ROUND_OVER = "round_over"
    MATCH_OVER = "match_over"
    OFFERED = "offered"
    AWAY = "away"
    BACK = "back"
    SAID = "said"


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """A stored event. `at` is in milliseconds; `key` is the sender's idempotency key."""

    seq: int
    kind: EventKind
    at: int
    data: dict[str, Any]
    key: str | None = None

    @property
    def seat(self) -> int | None:
        """The seat that acted, or that is affected."""
        seat: int | None = self.data.get("seat")
        return seat


class EventDraft(NamedTuple):
    """An event that is to be written: it has no number and no time yet."""

    kind: EventKind
    data: dict[str, Any]

    def entry(self, seq: int, at: int, key: str | None = None) -> LogEntry:
        """The log entry for this event."""
        return LogEntry(seq=seq, kind=self.kind, at=at, data=self.data, key=key)


def encode_data(data: dict[str, Any]) -> str:
    """JSON text for a database column."""
    return msgspec.json.encode(data).decode()


def decode_data(text: str) -> dict[str, Any]:
    """The data that `encode_data` wrote."""
    data: dict[str, Any] = msgspec.json.decode(text)
    return data
