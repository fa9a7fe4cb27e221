"""The log of an imported record: it follows from the record, and is not stored."""

from __future__ import annotations

from typing import NamedTuple

from jaipur.server.consequences import next_event, seat_recorded_players
from jaipur.server.event_log import LogEntry
from jaipur.server.fold import apply_entry
from jaipur.server.game import Game

__all__ = ["ImportedEvent", "imported_log"]


class ImportedEvent(NamedTuple):
    """An entry of the log of an imported record, and the game before and after it."""

    before: Game
    entry: LogEntry
    after: Game


def imported_log(opened: Game) -> list[ImportedEvent]:
    """All events of an imported record, with the time of the import."""
    events: list[ImportedEvent] = []
    game, draft = opened, seat_recorded_players(opened)
    while draft is not None:
        entry = draft.entry(game.seq + 1, opened.updated_at)
        events.append(ImportedEvent(game, entry, apply_entry(game, entry)))
        game = events[-1].after
        draft = next_event(game)
    return events
