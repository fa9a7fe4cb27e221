"""A game in memory: every change of it goes through `LiveGame.submit`, one at a time.

It is a cache of the log: what it holds was committed first, and it can be dropped at any time. A
WriteConflict means that another process has written first; the cache then catches up.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from jaipur.server.applied_event import AppliedEvent, Unchanged
from jaipur.server.clock import Clock
from jaipur.server.commands import Command, decide, with_time_used
from jaipur.server.consequences import next_event
from jaipur.server.database_status import unavailable
from jaipur.server.event_log import EventDraft, EventKind, LogEntry
from jaipur.server.events import snapshot
from jaipur.server.fold import apply_entry
from jaipur.server.game import Game, GameStatus
from jaipur.server.imported_log import ImportedEvent
from jaipur.server.problems import Problem, ProblemCode, WriteConflict
from jaipur.server.sessions import SessionWatch
from jaipur.server.store import Store

__all__ = ["RECENT_EVENTS", "GameLogs", "Listener", "LiveGame"]

RECENT_EVENTS: Final = 8  # kept in memory for each game
_ATTEMPTS: Final = 5
_KEYS_KEPT: Final = 16
_SLICE: Final = 32  # entries that are folded before other tasks get their turn
_PAGE: Final = 256  # entries that are read at once, and lie between two checkpoints


class Listener(Protocol):
    """An open event stream."""

    @property
    def session(self) -> SessionWatch | None:
        """The session of its client."""

    def wake(self) -> None:
        """Send what has happened since the last time."""

    def beat(self, message: bytes) -> None:
        """Send a heartbeat."""

    def end(self) -> None:
        """End the answer."""


@dataclass(slots=True, kw_only=True)
class GameLogs:
    """What the live games of a process share: the store of their logs, and callbacks on changes."""

    store: Store
    clock: Clock
    on_append: list[Callable[[LiveGame], None]] = field(default_factory=list)
    """Called when this process has written to a game."""
    on_over: list[Callable[[LiveGame], None]] = field(default_factory=list)
    """Called when this process has written to a game that is over."""
    folding: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a slice of a log is folded, so that only one is folded at a time."""
    moves: int = 0
    """How many moves this process has written."""


class LiveGame:
    """A game in memory."""

    def __init__(self, opened: Game, logs: GameLogs) -> None:
        self.game = opened
        self._logs = logs
        self._checkpoints = [opened]
        """The state of the game after each page of entries."""
        self.lock = asyncio.Lock()
        self.in_sync = True
        """Whether it is known to agree with what this process has written."""
        self.imported_log: list[LogEntry] | None = None
        """The log of an imported record, which is not in the database."""
        self.recent: deque[AppliedEvent] = deque(maxlen=RECENT_EVENTS)
        self.keys: dict[str, int] = {}
        """The latest idempotency keys and their events; older ones are looked up in the log."""
        self.listeners: set[Listener] = set()
        """The open event streams."""
        self.used_at = 0
        """When it was last requested, in milliseconds."""
        self.level_thinks_at: int | None = None
        """The sequence number of the position that a level is thinking about."""

    async def submit(
        self, command: Command, *, by: str | None = None, key: str | None = None
    ) -> AppliedEvent | Unchanged:
        """Do what a user wants, or the server itself.

        A key that the user has sent before gives the event of that time.
        """
        key = None if key is None else f"{by}/{key}"
        async with self.lock:
            log_was_read = not self._logs.store.shared and self.in_sync
            for _ in range(_ATTEMPTS):
                if not self.in_sync:
                    await self._catch_up()
                    log_was_read = True
                if key is not None and key in self.keys:
                    return await self.event(self.keys[key])
                try:
                    draft = decide(command, self.game, by)
                    return Unchanged(self.game) if draft is None else await self._append(draft, key)
                except WriteConflict:
                    refusal, self.in_sync = None, False
                except Problem as problem:
                    # Unless the log was read, the reason may be that this cache is behind.
                    refusal = problem if log_was_read else None
                    self.in_sync = log_was_read and self.in_sync
                if key is not None and (seq := await self._seq_of_key(key)) is not None:
                    return await self.event(seq)
                if refusal is not None:
                    raise self._with_current(refusal, command)
            raise unavailable()

    def _with_current(self, refusal: Problem, command: Command) -> Problem:
        """Add the current position to the problem of a command for an outdated one."""
        if refusal.code == ProblemCode.STALE:
            refusal.fields["current"] = snapshot(self.game, command.seat)
        return refusal

    async def _seq_of_key(self, key: str) -> int | None:
        """The event of a key that another process has used, or that is not in memory any more."""
        seq = await self._logs.store.seq_of_key(self.game.id, key)
        if seq is not None and seq > self.game.seq:
            await self._catch_up()
        return seq

    async def _append(self, draft: EventDraft, key: str | None) -> AppliedEvent:
        """Log an event and what follows from it, and then tell everybody."""
        game, now = self.game, max(self._logs.clock.now(), self.game.updated_at)
        events: list[AppliedEvent] = []
        following: EventDraft | None = with_time_used(game, draft, now)
        while following is not None:
            kind, data = following
            entry = LogEntry(seq=game.seq + 1, kind=kind, at=now, data=data, key=key)
            before, game, key = game, apply_entry(game, entry), None
            events.append(AppliedEvent(before, entry, game))
            following = next_event(game)
            if len(events) % _SLICE == 0:  # a record that is replayed
                await asyncio.sleep(0)
        self.in_sync = False  # until the commit is known to have happened
        await self._logs.store.append(self.game, [each.entry for each in events], game)
        for applied in events:
            self.advance(applied)
        self._logs.moves += draft.kind is EventKind.MOVED
        self.in_sync = True
        self.notify()
        logs, is_over = self._logs, game.status is GameStatus.OVER
        for callback in (*logs.on_append, *(logs.on_over if is_over else ())):
            callback(self)
        return events[0]

    def advance(self, applied: AppliedEvent) -> None:
        """Move on to the game after an event that is in the log."""
        if self.recent:
            self.recent[-1].messages.clear()  # almost every stream has sent it by now
        self.recent.append(applied)
        self.game = applied.after
        if self.game.seq % _PAGE == 0:
            self._checkpoints.append(self.game)
        if applied.entry.key is not None:
            self.keys[applied.entry.key] = applied.entry.seq
            if len(self.keys) > _KEYS_KEPT:
                del self.keys[next(iter(self.keys))]

    def notify(self) -> None:
        """Send what has happened to every stream of this game."""
        for listener in tuple(self.listeners):
            listener.wake()

    async def refresh(self) -> Game:
        """The game as the log has it now."""
        if self._logs.store.shared or not self.in_sync:
            async with self.lock:
                await self._catch_up()
        return self.game

    def follow(self, entries: Sequence[LogEntry]) -> bool:
        """Apply what another process has logged; False if the log must be read instead."""
        new = [entry for entry in entries if entry.seq > self.game.seq]
        if not self.in_sync or self.lock.locked() or not new or new[0].seq != self.game.seq + 1:
            return False
        for entry in new:
            self.advance(AppliedEvent(self.game, entry, apply_entry(self.game, entry)))
        self.notify()
        return True

    async def _catch_up(self) -> None:
        before = self.game.seq
        await self.fold()
        self.in_sync = True
        if self.game.seq > before:
            self.notify()

    async def fold(self) -> None:
        """Apply what the log has beyond this game, slice by slice."""
        is_last = False
        while not is_last:
            entries = await self._entries(self.game.seq, self.game.seq + _PAGE)
            is_last = len(entries) < _PAGE
            for start in range(0, len(entries), _SLICE):
                async with self._logs.folding:
                    for entry in entries[start : start + _SLICE]:
                        after = apply_entry(self.game, entry)
                        self.advance(AppliedEvent(self.game, entry, after))
                    await asyncio.sleep(0)

    def apply_import(self, events: list[ImportedEvent]) -> None:
        """Apply the log of an imported record."""
        self.imported_log = [each.entry for each in events]
        for each in events:
            self.advance(AppliedEvent(each.before, each.entry, each.after))

    def read_again(self, anew: LiveGame) -> None:
        """Take over what was read from the log anew; the streams stay."""
        self.game, self.recent, self.keys = anew.game, anew.recent, anew.keys
        self._checkpoints = anew._checkpoints
        self.in_sync = True

    @property
    def is_idle(self) -> bool:
        """Whether it can be dropped."""
        return not self.listeners and self.level_thinks_at is None and not self.lock.locked()

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.game.status is GameStatus.OVER

    async def event(self, seq: int) -> AppliedEvent:
        """One event; Problem if there is none with this number."""
        for applied in reversed(self.recent):
            if applied.entry.seq == seq:
                return applied
        if 1 <= seq <= self.game.seq:
            async for applied in self._replay(seq - 1, seq + 1):
                return applied
        raise Problem.of(ProblemCode.NOT_FOUND)

    async def has_event(self, seq: int, at: int | None) -> bool:
        """Whether the log has an event with this number and, unless it is None, this time."""
        if seq > self.game.seq or seq == 0 or at is None:
            return seq <= self.game.seq
        for applied in reversed(self.recent):
            if applied.entry.seq == seq:
                return applied.entry.at == at
        if self.imported_log is not None:
            return self.imported_log[seq - 1].at == at
        return await self._logs.store.time_of(self.game.id, seq) == at

    async def events(self, *, after: int) -> AsyncIterator[AppliedEvent]:
        """All events after this number: from memory or, further back, from the log."""
        recent = list(self.recent)
        if recent and recent[0].entry.seq > after + 1:
            async for applied in self._replay(after, recent[0].entry.seq):
                yield applied
        for applied in recent:
            if applied.entry.seq > after:
                yield applied

    async def _replay(self, after: int, until: int) -> AsyncIterator[AppliedEvent]:
        """The events between two numbers, from the last checkpoint before them on."""
        game = self._checkpoints[after // _PAGE]
        while game.seq < until - 1:
            entries = await self._entries(game.seq, min(game.seq + _SLICE, until - 1))
            for entry in entries:
                before, game = game, apply_entry(game, entry)
                if entry.seq > after:
                    yield AppliedEvent(before, entry, game)
                    await asyncio.sleep(0)  # its message was made meanwhile
            if not entries:
                return

    async def _entries(self, after: int, until: int) -> list[LogEntry]:
        """The log, from the entry after this one on and up to another one."""
        if self.imported_log is not None:
            return self.imported_log[after:until]
        return await self._logs.store.entries(self.game.id, after, until)
