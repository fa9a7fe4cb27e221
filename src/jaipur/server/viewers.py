"""Who receives an event stream: what they may see now, and how their stream is counted."""

from __future__ import annotations

from dataclasses import dataclass

from jaipur.server.event_stream import MessageStream
from jaipur.server.events import Perspective
from jaipur.server.game import GameStatus
from jaipur.server.live_game import LiveGame
from jaipur.server.lobby.lobby_watch import LobbyFeed
from jaipur.server.participation import participation
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.services import Services
from jaipur.server.sessions import SessionWatch
from jaipur.server.stream_limits import OpenStream

__all__ = ["LobbyViewer", "StreamViewer"]


@dataclass(slots=True, kw_only=True, eq=False)
class _CountedViewer:
    """A user, or a visitor, whose stream is counted."""

    services: Services
    user: str | None
    is_program: bool
    """Whether the client is a program, which is not listed among the people online."""
    session: SessionWatch | None
    entry: OpenStream | None = None
    """How the stream is counted; None for one that does not wait."""

    def check(self) -> None:
        """Problem if the stream must end: its session has, or another one needs its place."""
        if self.session is not None and self.session.ended:
            raise Problem.of(ProblemCode.NOT_SIGNED_IN)
        if self.entry is not None and self.entry.gave_way:
            raise Problem.of(ProblemCode.TOO_MANY)

    def opened(self, stream: MessageStream) -> None:
        """The stream waits for messages: end it with its session, and with the server."""
        if self.session is not None:
            self.session.on_end = stream.wake
        self.services.streams.add(stream)

    def closed(self, stream: MessageStream) -> None:
        """The stream has ended."""
        self.services.streams.discard(stream)
        if self.session is not None:
            self.session.on_end = None  # it would keep the stream in memory
        if self.entry is not None:
            self.services.stream_limits.close(self.entry)


@dataclass(slots=True, kw_only=True, eq=False)
class StreamViewer(_CountedViewer):
    """Who has an open stream of a game."""

    live: LiveGame
    seat: int | None
    seen: tuple[object, GameStatus, Perspective] | None = None
    """What was found with which seats and which status."""

    def perspective(self) -> Perspective:
        """What the client may see now; Problem if nothing any more, which ends the stream."""
        self.check()
        game = self.live.game
        if self.seen is not None:
            seats, status, known = self.seen
            if seats is game.seats and status is game.status:
                return known
        found = participation(self.live, self.user).perspective(self.seat)
        self.seen = game.seats, game.status, found
        return found

    def count(self, address: str) -> None:
        """Count the stream that is being opened; Problem if it is one too many."""
        self.entry = OpenStream(
            user=self.user, address=address, has_seat=self._has_seat, wake=self.live.notify
        )
        self.services.stream_limits.open(self.entry)
        if self.user is not None:
            self.services.presence.stream_opened(self.live, self.user)
        if not self.is_program:
            self.services.people_here.opened(self.user, self.live.game.id)

    def _has_seat(self) -> bool:
        return bool(self.live.game.seats_of(self.user))

    def opened(self, stream: MessageStream) -> None:
        """The stream waits for events: let the heart beat."""
        _CountedViewer.opened(self, stream)
        self.services.heartbeats.add(self.live)

    def closed(self, stream: MessageStream) -> None:
        """The stream has ended."""
        _CountedViewer.closed(self, stream)
        if self.entry is None:
            return
        self.entry = None
        if self.user is not None:
            self.services.presence.stream_closed(self.live, self.user)
        if not self.is_program:
            self.services.people_here.closed(self.user, self.live.game.id)


@dataclass(slots=True, kw_only=True, eq=False)
class LobbyViewer(_CountedViewer):
    """Who has an open stream of the lobby."""

    feed: LobbyFeed

    def count(self, address: str) -> None:
        """Count the stream that is being opened; Problem if it is one too many."""
        self.entry = OpenStream(
            user=self.user, address=address, has_seat=lambda: False, wake=self._wake_all
        )
        self.services.stream_limits.open(self.entry)
        if not self.is_program:
            self.services.people_here.opened(self.user)

    def _wake_all(self) -> None:
        for stream in tuple(self.feed.listeners):
            stream.wake()

    def opened(self, stream: MessageStream) -> None:
        """The stream waits for changes: let the heart beat."""
        _CountedViewer.opened(self, stream)
        self.services.heartbeats.add_lobby(stream)

    def closed(self, stream: MessageStream) -> None:
        """The stream has ended."""
        _CountedViewer.closed(self, stream)
        self.services.heartbeats.remove_lobby(stream)
        self.services.lobby_watch.leave(self.feed)
        if self.entry is not None and not self.is_program:
            self.services.people_here.closed(self.user)
        self.entry = None
