"""What a command leads to: an event in the log, with its messages, or an unchanged game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from msgspec import Raw

from jaipur.server.event_log import LogEntry
from jaipur.server.events import Perspective, encode, event, frame, snapshot, table
from jaipur.server.game import Game

__all__ = ["AppliedEvent", "Unchanged"]

_TABLE: Final = -1  # among the messages of an event: its table


@dataclass(frozen=True, slots=True)
class AppliedEvent:
    """A log entry with the game before and after it, and the messages made from it so far."""

    before: Game
    entry: LogEntry
    after: Game
    messages: dict[Perspective, bytes] = field(default_factory=dict)
    """Those that were made; they can be dropped, and made again."""

    def message(self, perspective: Perspective) -> bytes:
        """The event as JSON; it is made once for each perspective."""
        message = self.messages.get(perspective)
        if message is None:
            # The table is the same for all.
            encoded_table = self.messages.get(_TABLE)
            if encoded_table is None:
                encoded_table = self.messages[_TABLE] = encode(table(self.after))
            made = event(self.before, self.entry, self.after, perspective, Raw(encoded_table))
            message = self.messages[perspective] = encode(made)
        return message

    def frame(self, perspective: Perspective) -> bytes:
        """The event as a Server-Sent Event."""
        return frame(self.message(perspective), self.entry.seq, self.entry.at)


@dataclass(frozen=True, slots=True)
class Unchanged:
    """A game in which a command had nothing to write."""

    game: Game

    def message(self, perspective: Perspective) -> bytes:
        """The current state of the game, as JSON."""
        return encode(snapshot(self.game, perspective))
