"""One lane per game: whatever changes a game goes through it, one after the other.

A lane is a cache. What it holds was committed first, and can be dropped at any time; a Conflict
says that another process was faster, and the lane catches up from the log.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from jaipur.server.commands import consequences
from jaipur.server.event_log import EventDraft, LogEntry
from jaipur.server.events import Perspective, encode, event, snapshot
from jaipur.server.game import Game, Status
from jaipur.server.problems import Conflict, Problem, Trouble
from jaipur.server.settings import Settings, World
from jaipur.server.store import Store
from jaipur.server.writer import unavailable

__all__ = ["RECENT", "Lane", "Lanes", "Told"]

RECENT: Final = 8
_ATTEMPTS: Final = 5
_IN_HAND: Final = 60_000  # milliseconds
_IDLE: Final = 300_000
_KEYS: Final = 16
_BREATH: Final = 16  # messages made in one go; then the others have their turn

Decide = Callable[[Game], EventDraft | None]


@dataclass(frozen=True, slots=True)
class Told:
    """An entry with the game around it, and what was made of it for whom."""

    before: Game
    entry: LogEntry
    after: Game
    _made: dict[Perspective, bytes] = field(default_factory=dict)

    def forget(self) -> None:
        """Drop what was made; it can be made again."""
        self._made.clear()

    def message(self, perspective: Perspective) -> bytes:
        """The event as JSON; it is made once for each listener's perspective."""
        made = self._made.get(perspective)
        if made is None:
            made = encode(event(self.before, self.entry, self.after, perspective))
            self._made[perspective] = made
        return made


class Lane:
    """A game that is in use."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lock = asyncio.Lock()
        self.fresh = True
        self.recent: deque[Told] = deque(maxlen=RECENT)
        self.keys: dict[str, int] = {}
        """The latest keys and their events; older ones are looked up in the log."""
        self.wakers: set[asyncio.Event] = set()
        self.used = 0
        """When it was last asked for, in milliseconds."""
        self.thinking: int | None = None
        """The position that a level is thinking about."""

    def apply(self, entries: Iterable[LogEntry]) -> None:
        """Go on by entries that are in the log."""
        for entry in entries:
            self.go_on(Told(self.game, entry, self.game.after(entry)))

    def go_on(self, told: Told) -> None:
        """Go on by one entry that is in the log."""
        if self.recent:
            self.recent[-1].forget()  # almost everybody has heard it by now
        self.recent.append(told)
        self.game = told.after
        if told.entry.key is not None:
            self.keys[told.entry.key] = told.entry.seq
            if len(self.keys) > _KEYS:
                del self.keys[next(iter(self.keys))]

    def wake(self) -> None:
        """Let everybody who listens look again."""
        for waker in self.wakers:
            waker.set()

    @property
    def idle(self) -> bool:
        """Whether nobody would miss it."""
        return not self.wakers and self.thinking is None and not self.lock.locked()


class Lanes:
    """The games that are in use, and the door through which all changes come."""

    def __init__(self, store: Store, settings: Settings, world: World) -> None:
        self._store = store
        self._settings = settings
        self._world = world
        self._lanes: OrderedDict[str, Lane] = OrderedDict()
        self.appended: list[Callable[[Lane], None]] = []
        """Who is told when this process has written to a game."""
        self.loaded: list[Callable[[Lane], None]] = []

    async def lane(self, game: str) -> Lane:
        """The lane of a game; Problem if there is none."""
        lane = self._lanes.get(game)
        if lane is None:
            lane = await self._load(game)
        lane.used = self._world.now()
        self._lanes.move_to_end(game)
        return lane

    def in_use(self, game: str) -> Lane | None:
        """The lane of a game, if it is in use here."""
        return self._lanes.get(game)

    def cached(self) -> dict[str, Lane]:
        """The lanes that are in use here."""
        return dict(self._lanes)

    async def current(self, lane: Lane) -> Game:
        """The game as the log has it now."""
        if self._store.shared or not lane.fresh:
            async with lane.lock:
                await self._catch_up(lane)
        return lane.game

    async def act(self, lane: Lane, decide: Decide, *, key: str | None = None) -> int | None:
        """Do what `decide` says for the current game; the number of its event.

        A key that was used before gives the number that it gave then. None if there is nothing
        to do.
        """
        async with lane.lock:
            looked = not self._store.shared and lane.fresh
            for _ in range(_ATTEMPTS):
                if not lane.fresh:
                    await self._catch_up(lane)
                    looked = True
                if key is not None and key in lane.keys:
                    return lane.keys[key]
                try:
                    step = decide(lane.game)
                    return None if step is None else await self._append(lane, step, key)
                except Conflict:
                    refusal, lane.fresh = None, False
                except Problem as problem:
                    # Unless the log was looked at, perhaps only this cache is behind.
                    refusal, lane.fresh = problem if looked else None, looked and lane.fresh
                if key is not None and (done := await self._done_before(lane, key)) is not None:
                    return done
                if refusal is not None:
                    raise refusal
            raise unavailable()

    async def _done_before(self, lane: Lane, key: str) -> int | None:
        """The event that a key has given elsewhere, or further back than the lane remembers."""
        seq = await self._store.seq_of_key(lane.game.id, key)
        if seq is not None and seq > lane.game.seq:
            await self._catch_up(lane)
        return seq

    async def _append(self, lane: Lane, step: EventDraft, key: str | None) -> int:
        game, now = lane.game, max(self._world.now(), lane.game.clock)
        first = step.entry(game.seq + 1, now, key)
        steps = [Told(game, first, game.after(first))]
        for entry in consequences(steps[0].after, now):
            steps.append(Told(steps[-1].after, entry, steps[-1].after.after(entry)))
        lane.fresh = False  # until the commit is known to have happened
        await self._store.append(game, [told.entry for told in steps], steps[-1].after)
        for told in steps:
            lane.go_on(told)
        lane.fresh = True
        lane.wake()
        for tell in self.appended:
            tell(lane)
        return first.seq

    async def _catch_up(self, lane: Lane) -> None:
        entries = await self._store.entries(lane.game.id, lane.game.seq)
        lane.apply(entries)
        lane.fresh = True
        if entries:
            lane.wake()

    async def _load(self, game: str) -> Lane:
        opened = await self._store.game(game)
        if opened is None:
            raise Problem.of(Trouble.NOT_FOUND)
        entries = await self._store.entries(game)
        lane = self._lanes.get(game)  # somebody may have been faster
        if lane is None:
            lane = Lane(opened)
            lane.apply(entries)
            lane.used = self._world.now()
            self._lanes[game] = lane
            if len(self._lanes) % _BREATH == 0:
                self._forget()
            for tell in self.loaded:
                tell(lane)
        return lane

    def forget(self, game: str) -> None:
        """Drop a lane that nobody uses, so that it is read anew."""
        lane = self._lanes.get(game)
        if lane is not None and lane.idle:
            del self._lanes[game]

    def _forget(self) -> None:
        """Drop the lanes that were not asked for lately, and more where there are too many."""
        now, spare = self._world.now(), len(self._lanes) - self._settings.lanes_kept
        idle = [(game, lane) for game, lane in self._lanes.items() if lane.idle]
        for number, (game, lane) in enumerate(idle):
            # Whoever holds a lane without listening is done with it long before.
            soon = number < spare or lane.game.status is Status.OVER
            if lane.used < now - (_IN_HAND if soon else _IDLE):
                del self._lanes[game]

    # What is told

    def snapshot(self, lane: Lane, perspective: Perspective) -> bytes:
        """Where the game stands, as JSON."""
        return encode(snapshot(lane.game, perspective))

    async def message(self, lane: Lane, seq: int, perspective: Perspective) -> bytes:
        """One event, as JSON."""
        return (await self.told(lane, seq)).message(perspective)

    async def told(self, lane: Lane, seq: int) -> Told:
        """One event; Problem if there is none with this number."""
        for told in reversed(lane.recent):
            if told.entry.seq == seq:
                return told
        if 1 <= seq <= lane.game.seq:
            async for told in self.history(lane, after=seq - 1):
                return told
        raise Problem.of(Trouble.NOT_FOUND)

    async def history(self, lane: Lane, *, after: int) -> AsyncIterator[Told]:
        """Everything that happened after an event, out of the lane or, further back, the log."""
        recent = list(lane.recent)
        if recent and recent[0].entry.seq > after + 1:
            async for told in self._replay(lane, after, recent[0].entry.seq):
                yield told
        for told in recent:
            if told.entry.seq > after:
                yield told

    async def _replay(self, lane: Lane, after: int, until: int) -> AsyncIterator[Told]:
        game = await self._store.game(lane.game.id)
        assert game is not None
        for entry in await self._store.entries(game.id):
            if entry.seq >= until:
                return
            before, game = game, game.after(entry)
            if entry.seq > after:
                yield Told(before, entry, game)
            if entry.seq % _BREATH == 0:
                await asyncio.sleep(0)
