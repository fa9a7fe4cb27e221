"""The games in memory. Every change of a game goes through its LiveGame, one at a time.

A LiveGame is a cache of the log: what it holds was committed first, and it can be dropped at any
time. A WriteConflict means that another process has written first; the cache then catches up.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

from msgspec import Raw

from jaipur.server.clock import Clock
from jaipur.server.commands import next_event
from jaipur.server.database_status import unavailable
from jaipur.server.event_log import EventDraft, EventKind, LogEntry
from jaipur.server.events import Perspective, encode, event, frame, snapshot, table
from jaipur.server.fold import apply_entry
from jaipur.server.game import Game, GameStatus
from jaipur.server.game_cache import GameCache
from jaipur.server.imported_log import ImportedEvent, imported_log
from jaipur.server.problems import Problem, ProblemCode, WriteConflict
from jaipur.server.settings import Settings
from jaipur.server.store import Store
from jaipur.server.users import SessionWatch

__all__ = ["RECENT_EVENTS", "AppliedEvent", "Listener", "LiveGame", "LiveGames"]

RECENT_EVENTS: Final = 8  # kept in memory for each game
_ATTEMPTS: Final = 5
_KEYS_KEPT: Final = 16
_SWEEP_SECONDS: Final = 15.0
_SLICE: Final = 32  # entries that are folded before other tasks get their turn
_TABLE: Final = -1  # among the messages of an event: its table
_PAGE: Final = 256  # entries that are read at once, and lie between two checkpoints

Command = Callable[[Game], EventDraft | None]


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


@dataclass(frozen=True, slots=True)
class AppliedEvent:
    """A log entry with the game before and after it, and the messages made from it so far."""

    before: Game
    entry: LogEntry
    after: Game
    _messages: dict[Perspective, bytes] = field(default_factory=dict)

    def drop_messages(self) -> None:
        """Free the messages; they can be made again."""
        self._messages.clear()

    def message(self, perspective: Perspective) -> bytes:
        """The event as JSON; it is made once for each perspective."""
        message = self._messages.get(perspective)
        if message is None:
            # The table is the same for all.
            told = self._messages.get(_TABLE)
            if told is None:
                told = self._messages[_TABLE] = encode(table(self.after))
            made = event(self.before, self.entry, self.after, perspective, Raw(told))
            message = self._messages[perspective] = encode(made)
        return message

    def frame(self, perspective: Perspective) -> bytes:
        """The event as a Server-Sent Event."""
        return frame(self.message(perspective), self.entry.seq, self.entry.at)


class LiveGame:
    """A game in memory."""

    def __init__(self, opened: Game) -> None:
        self.game = opened
        self._checkpoints = [opened]
        """The game after every so many entries, from the first on."""
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

    def apply(self, entries: Iterable[LogEntry]) -> None:
        """Apply entries that were read from the log."""
        for entry in entries:
            self.advance(AppliedEvent(self.game, entry, apply_entry(self.game, entry)))

    def apply_import(self, events: list[ImportedEvent]) -> None:
        """Apply the log of an imported record."""
        self.imported_log = [each.entry for each in events]
        for each in events:
            self.advance(AppliedEvent(each.before, each.entry, each.after))

    def advance(self, applied: AppliedEvent) -> None:
        """Move on to the game after an event that is in the log."""
        if self.recent:
            self.recent[-1].drop_messages()  # almost every stream has sent it by now
        self.recent.append(applied)
        self.game = applied.after
        if self.game.seq % _PAGE == 0:
            self._checkpoints.append(self.game)
        if applied.entry.key is not None:
            self.keys[applied.entry.key] = applied.entry.seq
            if len(self.keys) > _KEYS_KEPT:
                del self.keys[next(iter(self.keys))]

    def checkpoint(self, seq: int) -> Game:
        """The last game that is kept and has no entry after this one."""
        return self._checkpoints[seq // _PAGE]

    def read_again(self, anew: LiveGame) -> None:
        """Take over what was read from the log anew; the streams stay."""
        self.game, self.recent, self.keys = anew.game, anew.recent, anew.keys
        self._checkpoints = anew._checkpoints
        self.in_sync = True

    def notify(self) -> None:
        """Send what has happened to every stream of this game."""
        for listener in tuple(self.listeners):
            listener.wake()

    @property
    def is_idle(self) -> bool:
        """Whether it can be dropped."""
        return not self.listeners and self.level_thinks_at is None and not self.lock.locked()

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.game.status is GameStatus.OVER


class LiveGames:
    """The games in memory, by id."""

    def __init__(self, store: Store, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._games: GameCache[LiveGame] = GameCache(most=settings.live_games_kept)
        self._sweeping: asyncio.Task[None] | None = None
        self.moves = 0
        """How many moves this process has written."""
        self.replaying = asyncio.Lock()
        """Held while a part of a long history is made, so that only one is made at a time."""
        self.on_append: list[Callable[[LiveGame], None]] = []
        """Called when this process has written to a game."""
        self.on_load: list[Callable[[LiveGame], None]] = []
        """Called when a game was read into memory."""
        self._loading: dict[str, asyncio.Task[LiveGame]] = {}
        self._folding = asyncio.Lock()
        """Held while a slice of a log is folded, so that only one is folded at a time."""

    def open(self) -> None:
        """Start to drop idle games from memory."""
        self._sweeping = asyncio.create_task(self._keep_sweeping())

    def close(self) -> None:
        """Stop."""
        if self._sweeping is not None:
            self._sweeping.cancel()

    async def _keep_sweeping(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            self._games.drop_idle(self._clock.now())

    async def get(self, game: str) -> LiveGame:
        """The game with this id; Problem if there is none."""
        live = self._games.get(game)
        if live is None:
            live = await asyncio.shield(self._load_once(game))
        self._games.keep(game, live, self._clock.now())
        return live

    def get_cached(self, game: str) -> LiveGame | None:
        """The game with this id, if it is in memory."""
        return self._games.get(game)

    def cached(self) -> dict[str, LiveGame]:
        """All games in memory."""
        return self._games.all()

    async def refresh(self, live: LiveGame) -> Game:
        """The game as the log has it now."""
        if self._store.shared or not live.in_sync:
            async with live.lock:
                await self._catch_up(live)
        return live.game

    async def submit(
        self, live: LiveGame, command: Command, *, key: str | None = None
    ) -> int | None:
        """Run a command on the current game, and return the number of the event it has caused.

        A key that was used before gives the number that it gave then. None if the command has
        nothing to write.
        """
        async with live.lock:
            log_was_read = not self._store.shared and live.in_sync
            for _ in range(_ATTEMPTS):
                if not live.in_sync:
                    await self._catch_up(live)
                    log_was_read = True
                if key is not None and key in live.keys:
                    return live.keys[key]
                try:
                    draft = command(live.game)
                    return None if draft is None else await self._append(live, draft, key)
                except WriteConflict:
                    refusal, live.in_sync = None, False
                except Problem as problem:
                    # Unless the log was read, the reason may be that this cache is behind.
                    refusal = problem if log_was_read else None
                    live.in_sync = log_was_read and live.in_sync
                if key is not None and (seq := await self._seq_of_key(live, key)) is not None:
                    return seq
                if refusal is not None:
                    raise refusal
            raise unavailable()

    async def _seq_of_key(self, live: LiveGame, key: str) -> int | None:
        """The event of a key that another process has used, or that is not in memory any more."""
        seq = await self._store.seq_of_key(live.game.id, key)
        if seq is not None and seq > live.game.seq:
            await self._catch_up(live)
        return seq

    async def _append(self, live: LiveGame, draft: EventDraft, key: str | None) -> int:
        game, now = live.game, max(self._clock.now(), live.game.updated_at)
        first = draft.entry(game.seq + 1, now, key)
        events = [AppliedEvent(game, first, apply_entry(game, first))]
        while (following := next_event(events[-1].after)) is not None:
            before = events[-1].after
            entry = following.entry(before.seq + 1, now)
            events.append(AppliedEvent(before, entry, apply_entry(before, entry)))
            if len(events) % _SLICE == 0:  # a record that is replayed
                await asyncio.sleep(0)
        live.in_sync = False  # until the commit is known to have happened
        await self._store.append(game, [applied.entry for applied in events], events[-1].after)
        for applied in events:
            live.advance(applied)
        self.moves += first.kind is EventKind.MOVED
        live.in_sync = True
        live.notify()
        for callback in self.on_append:
            callback(live)
        return first.seq

    async def _entries(self, live: LiveGame, after: int, until: int) -> list[LogEntry]:
        """The log of a game, from the entry after this one on and up to another one."""
        if live.imported_log is not None:
            return live.imported_log[after:until]
        return await self._store.entries(live.game.id, after, until)

    async def _catch_up(self, live: LiveGame) -> None:
        before = live.game.seq
        await self._fold(live)
        live.in_sync = True
        if live.game.seq > before:
            live.notify()

    async def _fold(self, live: LiveGame) -> None:
        """Apply what the log has beyond this game, slice by slice."""
        is_last = False
        while not is_last:
            seq = live.game.seq
            entries = await self._entries(live, seq, seq + _PAGE)
            is_last = len(entries) < _PAGE
            for start in range(0, len(entries), _SLICE):
                async with self._folding:
                    live.apply(entries[start : start + _SLICE])
                    await asyncio.sleep(0)

    def _load_once(self, game: str) -> asyncio.Task[LiveGame]:
        """Load a game, or wait for the task that is loading it."""
        task = self._loading.get(game)
        if task is None:
            task = self._loading[game] = asyncio.create_task(self._load(game))
            task.add_done_callback(lambda done: self._end_loading(game, done))
        return task

    def _end_loading(self, game: str, task: asyncio.Task[LiveGame]) -> None:
        del self._loading[game]
        if not task.cancelled():
            task.exception()  # it is not logged if whoever waited for the game is gone

    async def _load(self, game: str) -> LiveGame:
        # PostgreSQL accepts no text with a NUL, so no id has one.
        opened = None if "\0" in game else await self._store.game(game)
        if opened is None:
            raise Problem.of(ProblemCode.NOT_FOUND)
        live = await self._read(opened)
        self._games.keep(game, live, self._clock.now())
        for callback in self.on_load:
            callback(live)
        return live

    async def _read(self, opened: Game) -> LiveGame:
        live = LiveGame(opened)
        await self._fold(live)
        if live.game.seq == 0 and opened.terms.against == "record":
            live.apply_import(await asyncio.to_thread(imported_log, opened))
        return live

    def add_import(self, opened: Game, events: list[ImportedEvent]) -> None:
        """Keep a record that was just imported in memory."""
        live = LiveGame(opened)
        live.apply_import(events)
        self._games.keep(opened.id, live, self._clock.now())

    async def forget_user(self, user: str) -> None:
        """Read the games of a user again, whose name was removed from the logs."""
        for game, live in self.cached().items():
            now = live.game
            users = {seat.user for seat in now.seats if seat} | {now.maker, *now.former_users}
            if user not in users:
                continue
            self.evict(game)
            if self._games.get(game) is live:
                async with live.lock:
                    opened = await self._store.game(game)
                    if opened is not None:
                        live.read_again(await self._read(opened))

    def evict(self, game: str) -> None:
        """Drop a game that is not in use, so that it is read again."""
        live = self._games.get(game)
        if live is not None and live.is_idle:
            self._games.forget(game)

    def snapshot(self, live: LiveGame, perspective: Perspective) -> bytes:
        """The current state of the game, as JSON."""
        return encode(snapshot(live.game, perspective))

    async def message(self, live: LiveGame, seq: int, perspective: Perspective) -> bytes:
        """One event, as JSON."""
        return (await self.event(live, seq)).message(perspective)

    async def event(self, live: LiveGame, seq: int) -> AppliedEvent:
        """One event; Problem if there is none with this number."""
        for applied in reversed(live.recent):
            if applied.entry.seq == seq:
                return applied
        if 1 <= seq <= live.game.seq:
            async for applied in self._replay(live, seq - 1, seq + 1):
                return applied
        raise Problem.of(ProblemCode.NOT_FOUND)

    async def has_event(self, live: LiveGame, seq: int, at: int | None) -> bool:
        """Whether the log has an event with this number and, unless it is None, this time."""
        if seq > live.game.seq or seq == 0 or at is None:
            return seq <= live.game.seq
        for applied in reversed(live.recent):
            if applied.entry.seq == seq:
                return applied.entry.at == at
        if live.imported_log is not None:
            return live.imported_log[seq - 1].at == at
        return await self._store.time_of(live.game.id, seq) == at

    async def events(self, live: LiveGame, *, after: int) -> AsyncIterator[AppliedEvent]:
        """All events after this number: from memory or, further back, from the log."""
        recent = list(live.recent)
        if recent and recent[0].entry.seq > after + 1:
            async for applied in self._replay(live, after, recent[0].entry.seq):
                yield applied
        for applied in recent:
            if applied.entry.seq > after:
                yield applied

    async def _replay(self, live: LiveGame, after: int, until: int) -> AsyncIterator[AppliedEvent]:
        """The events between two numbers, from the last checkpoint before them on."""
        game = live.checkpoint(after)
        while game.seq < until - 1:
            last = min(game.seq + _SLICE, until - 1)
            entries = await self._entries(live, game.seq, last)
            for entry in entries:
                before, game = game, apply_entry(game, entry)
                if entry.seq > after:
                    yield AppliedEvent(before, entry, game)
                    await asyncio.sleep(0)  # its message was made meanwhile
            if not entries:
                return
