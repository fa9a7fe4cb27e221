"""Who receives an event stream: what they may see now, and how their stream is counted."""

from __future__ import annotations

from dataclasses import dataclass

from jaipur.server.event_stream import EventStream
from jaipur.server.events import Perspective
from jaipur.server.game import GameStatus
from jaipur.server.live_game import LiveGame
from jaipur.server.participation import participation
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.services import Services
from jaipur.server.sessions import SessionWatch
from jaipur.server.stream_limits import OpenStream

__all__ = ["StreamViewer"]


@dataclass(slots=True, kw_only=True, eq=False)
class StreamViewer:
    """A user, or a visitor, with an open stream."""

    services: Services
    live: LiveGame
    user: str | None
    seat: int | None
    session: SessionWatch | None
    entry: OpenStream | None = None
    """How the stream is counted; None for one that does not wait."""
    seen: tuple[object, GameStatus, Perspective] | None = None
    """What was found with which seats and which status."""

    def perspective(self) -> Perspective:
        """What the client may see now; Problem if nothing any more, which ends the stream."""
        if self.session is not None and self.session.ended:
            raise Problem.of(ProblemCode.NOT_SIGNED_IN)
        if self.entry is not None and self.entry.gave_way:
            raise Problem.of(ProblemCode.TOO_MANY)
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

    def _has_seat(self) -> bool:
        return bool(self.live.game.seats_of(self.user))

    def opened(self, stream: EventStream) -> None:
        """The stream waits for events: end it with its session, and let the heart beat."""
        if self.session is not None:
            self.session.on_end = stream.wake
        self.services.streams.add(stream)
        self.services.heartbeats.add(self.live)

    def closed(self, stream: EventStream) -> None:
        """The stream has ended."""
        self.services.streams.discard(stream)
        if self.session is not None:
            self.session.on_end = None  # it would keep the stream in memory
        if self.entry is not None:
            self.services.stream_limits.close(self.entry)
            self.entry = None
            if self.user is not None:
                self.services.presence.stream_closed(self.live, self.user)
