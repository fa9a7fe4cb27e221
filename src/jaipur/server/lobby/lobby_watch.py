"""The lobby live: what has changed is listed again, once for all streams, and sent to each.

Code that changes the lobby reports it here. Changes are batched: the part that everybody sees is
listed at most twice a second, and a user's own games only if something happened to that user. Other
processes are notified over Redis, and the database is polled for changes without a notification.
After a minute everything is listed again, for changes that nothing reports, such as a game that has
expired.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import msgspec
from sqlalchemy import select

from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.events import encode
from jaipur.server.live_game import Listener, LiveGame
from jaipur.server.live_games import LiveGames
from jaipur.server.lobby.listing import LobbyListing, OwnLobby
from jaipur.server.lobby.people_here import PeopleHere
from jaipur.server.lobby.shared_lobby import Parts, SharedLobby, settled
from jaipur.server.problems import Problem
from jaipur.server.settings import Settings
from jaipur.server.store import DatabaseRow, Store
from jaipur.server.sync import PeerSync

__all__ = ["LobbyFeed", "LobbyNotification", "LobbyWatch"]

_LOG: Final = logging.getLogger("jaipur.server")
_PAUSE_SECONDS: Final = 0.5  # between two listings
_RETRY_SECONDS: Final = 2.0
_READ_AGAIN_MS: Final = 60_000
_LATE_MS: Final = 5_000  # what is polled may have been committed so much after its time
_ROWS_POLLED: Final = 1_000
_AT_ONCE: Final = 4  # users whose games are listed at the same time: as many as threads read
_SLICE: Final = 50  # feeds that are sent to before other tasks get their turn


class LobbyNotification(msgspec.Struct, frozen=True):
    """What a process has changed: games of these users, or what all see."""

    worker: str
    users: list[str]
    shared: bool


_decode: Final = msgspec.json.Decoder(LobbyNotification).decode


@dataclass(slots=True, eq=False)
class LobbyFeed:
    """The lobby of one user, or of all visitors, with the streams that follow it."""

    user: str | None
    own: OwnLobby = field(default_factory=OwnLobby)
    mine: bytes = b"[]"
    parts: Parts = field(default_factory=dict)
    """The lists as JSON; another dictionary whenever one of them has changed."""
    listeners: set[Listener] = field(default_factory=set)
    followers: int = 0
    """Streams that wait for changes, or are about to."""
    _begun: int = 0
    _read: int = 0

    async def read(self, listing: LobbyListing) -> None:
        """Read what is the user's own; of two readings, the one that began later counts."""
        self._begun += 1
        number = self._begun
        own = await listing.own(self.user)
        if number > self._read:
            self.own, self.mine, self._read = own, encode(own.mine), number

    def show(self, shared: SharedLobby) -> None:
        """Bring the lists up to date, and send those that have changed."""
        seen = shared.parts(self.own.viewpoint, shown=self.own.shown)
        parts = {"invitations": seen["invitations"], "mine": self.mine, **seen}
        if parts != self.parts:
            self.parts = parts
            for stream in tuple(self.listeners):
                stream.wake()


class LobbyWatch:
    """The feeds of this process."""

    def __init__(
        self,
        listing: LobbyListing,
        people: PeopleHere,
        live_games: LiveGames,
        store: Store,
        sync: PeerSync,
        settings: Settings,
        clock: Clock,
    ) -> None:
        self._worker = people.worker
        self._listing = listing
        self._people = people
        self._store = store
        self._sync = sync
        self._clock = clock
        self._tick = min(sync.poll_seconds, settings.presence_interval)
        self._feeds: dict[str | None, LobbyFeed] = {}
        self._shared: SharedLobby | None = None  # None if it may be outdated
        self._previous: SharedLobby | None = None
        self._listing_lock = asyncio.Lock()
        self._changed = asyncio.Event()
        self._is_stale = False
        self._stale_users: set[str] = set()
        self._to_publish: set[str] = set()
        self._publish_shared = False
        self._polled_at = self._read_again_at = 0
        self._tasks: list[asyncio.Task[None]] = []
        live_games.on_append.append(self._on_append)
        people.on_change = self.shared_changed
        sync.on_lobby = self._on_notification

    def open(self) -> None:
        """Start."""
        self._polled_at = self._read_again_at = self._clock.now()
        work = (self._keep_sending(), self._keep_polling())
        self._tasks = [asyncio.create_task(each) for each in work]

    async def close(self) -> None:
        """Stop."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._people.close()

    # What has changed

    def _on_append(self, live: LiveGame) -> None:
        """A game was written to: this is called with every move, so it does little."""
        if not self._feeds and not self._sync.publishes:
            return
        game = live.game
        for seat in game.seats:
            if seat is not None and seat.user is not None:
                self._note_user(seat.user)
        before = live.recent[-1].before
        if before.status is not game.status or before.seats is not game.seats:
            for user in game.terms.reserved:
                if user is not None:
                    self._note_user(user)
            self.shared_changed()

    def game_opened(self, row: DatabaseRow) -> None:
        """A game was opened."""
        self.users_changed(user for user in (row["user0"], row["user1"]) if user is not None)
        if row["listed"]:
            self.shared_changed()

    def users_changed(self, users: Iterable[str]) -> None:
        """Something that only these users see has changed."""
        for user in users:
            self._note_user(user)

    def people_changed(self, users: Collection[str]) -> None:
        """These users have other names or ratings, which all see, their opponents also as such."""
        self.users_changed({*users, *self._opponents_of(users)})
        self.shared_changed()

    def _opponents_of(self, users: Collection[str]) -> Iterator[str]:
        """The users with a feed in this process who play a game with one of these users."""
        for feed in self._feeds.values():
            if feed.user is not None and not feed.own.opponents.isdisjoint(users):
                yield feed.user

    def _note_user(self, user: str) -> None:
        if user in self._feeds:
            self._stale_users.add(user)
            self._changed.set()
        if self._sync.publishes:
            self._to_publish.add(user)
            self._changed.set()

    def shared_changed(self) -> None:
        """Something that all see has changed."""
        self._is_stale = self._publish_shared = True
        self._changed.set()

    def _on_notification(self, message: bytes) -> None:
        """Another process, or this one, has published a change."""
        with suppress(msgspec.DecodeError):  # of another version
            change = _decode(message)
            if change.worker != self._worker:
                self._note_elsewhere(change.users, shared=change.shared)

    def _note_elsewhere(self, users: Collection[str], *, shared: bool) -> None:
        concerned = {*users, *self._opponents_of(users)} if shared else set(users)
        known = self._feeds.keys() & concerned
        self._stale_users |= {user for user in known if user is not None}
        self._is_stale = self._is_stale or shared
        if known or shared:
            self._changed.set()

    async def follow(self, user: str | None, *, fresh: bool = False) -> LobbyFeed:
        """The lobby of a user, which is kept up to date until `leave`; if `fresh`, it is so now."""
        feed = self._feeds.setdefault(user, LobbyFeed(user))
        feed.followers += 1
        try:
            await feed.read(self._listing)
            outdated = fresh and (self._is_stale or self._store.shared)
            shared = await self._list(anew=outdated)
        except BaseException:
            self.leave(feed)
            raise
        feed.show(shared)
        return feed

    def leave(self, feed: LobbyFeed) -> None:
        """A stream of the feed has ended."""
        feed.followers -= 1
        if feed.followers <= 0 and self._feeds.get(feed.user) is feed:
            del self._feeds[feed.user]
            if not self._feeds:
                self._shared = None  # nobody keeps it up to date

    async def parts_of(self, user: str | None) -> Parts:
        """The lobby of a user, once."""
        feed = await self.follow(user, fresh=True)
        self.leave(feed)
        return feed.parts

    async def _list(self, *, anew: bool = False) -> SharedLobby:
        """The part of the lobby that everybody sees, read again if `anew` or for the first time."""
        async with self._listing_lock:
            if anew or self._shared is None:
                await self._people.read()
                shared = await self._listing.shared()
                if self._previous is not None:
                    shared.watch = settled(shared.watch, self._previous.watch)
                self._shared = self._previous = shared
            return self._shared

    async def _keep_sending(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            users, self._stale_users = self._stale_users, set()
            is_stale, self._is_stale = self._is_stale, False
            try:
                await self._send_changes(users, is_stale=is_stale)
                await asyncio.sleep(_PAUSE_SECONDS)
            except Exception as error:
                if not isinstance(error, Problem):  # the status of the database has logged it
                    _LOG.exception("the lobby was not listed")
                self._stale_users |= users
                self._is_stale = self._is_stale or is_stale
                await asyncio.sleep(_RETRY_SECONDS)
                self._changed.set()

    async def _send_changes(self, users: set[str], *, is_stale: bool) -> None:
        """List what has changed, notify other processes, and send it to the users concerned."""
        if is_stale:
            await self._people.write()
        self._publish()
        if not self._feeds:
            return
        shared = await self._list(anew=is_stale)
        concerned = [feed for user in users if (feed := self._feeds.get(user)) is not None]
        for start in range(0, len(concerned), _AT_ONCE):
            some = concerned[start : start + _AT_ONCE]
            await asyncio.gather(*(feed.read(self._listing) for feed in some))
        await self._send(list(self._feeds.values()) if is_stale else concerned, shared)

    async def _send(self, feeds: list[LobbyFeed], shared: SharedLobby) -> None:
        for number, feed in enumerate(feeds, 1):
            feed.show(shared)
            if number % _SLICE == 0:
                await asyncio.sleep(0)

    def _publish(self) -> None:
        users, self._to_publish = self._to_publish, set()
        shared, self._publish_shared = self._publish_shared, False
        if self._sync.publishes and (users or shared):
            change = LobbyNotification(worker=self._worker, users=sorted(users), shared=shared)
            self._sync.publish_lobby(msgspec.json.encode(change))

    async def _keep_polling(self) -> None:
        while True:
            await asyncio.sleep(self._tick)
            try:
                if self._store.shared:
                    await self._poll()
                self._read_again()
            except Problem:
                pass  # the status of the database has logged it
            except Exception:
                _LOG.exception("the lobby was not polled")

    async def _poll(self) -> None:
        """Look for what other processes have written, and show them who is here."""
        await self._people.write()
        since, now = self._polled_at - _LATE_MS, self._clock.now()
        if not self._feeds:
            self._polled_at = now
            return
        if await self._people.read():
            self._note_elsewhere((), shared=True)
        games = schema.games.c
        query = select(games.user0, games.user1, games.listed, games.watchable).where(
            games.updated_at > since
        )
        rows = await self._store.rows(query.limit(_ROWS_POLLED))
        self._polled_at = now
        users = {row[f"user{seat}"] for row in rows for seat in (0, 1)} - {None}
        shared = any(row["listed"] or row["watchable"] for row in rows)
        self._note_elsewhere(users, shared=shared)

    def _read_again(self) -> None:
        now = self._clock.now()
        if now - self._read_again_at >= _READ_AGAIN_MS:
            self._read_again_at = now
            self._note_elsewhere({user for user in self._feeds if user is not None}, shared=True)
