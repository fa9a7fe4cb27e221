"""The event stream of the lobby: all lists first, then those that have changed."""

from __future__ import annotations

import asyncio
from typing import Protocol

from jaipur.server.event_stream import MessageStream, StreamSettings, Viewer, heartbeat
from jaipur.server.lobby.lobby_watch import LobbyFeed
from jaipur.server.lobby.shared_lobby import Parts, join_parts

__all__ = ["LobbyStream"]


class _LobbyViewer(Viewer, Protocol):
    def check(self) -> None:
        """Problem if the stream must end."""


class LobbyStream(MessageStream):
    """The lobby as one user sees it. It has no ids: a client that reconnects gets all of it."""

    __slots__ = ("_feed", "_sent")
    viewer: _LobbyViewer

    def __init__(
        self, settings: StreamSettings, feed: LobbyFeed, viewer: _LobbyViewer, *, wait: bool
    ) -> None:
        super().__init__(settings, feed.listeners, viewer, wait=wait)
        self._feed = feed
        self._sent: Parts = {}

    def _is_up_to_date(self) -> bool:
        return self._sent is self._feed.parts

    def _send_recent(self) -> None:
        self.viewer.check()
        parts = self._feed.parts
        message = _changes(self._sent, parts)
        if message is None or self._write(message):
            self._sent = parts
        else:
            self._start_slow()

    async def _catch_up(self) -> None:
        async with asyncio.timeout(None) as limit:
            while not self._is_up_to_date():
                self.viewer.check()
                parts = self._feed.parts
                message = _changes(self._sent, parts)
                if message is not None:
                    await self._send_within(limit, message)
                self._sent = parts
            await self._send_within(limit, heartbeat(None, self._settings.clock.now()))


def _changes(before: Parts, now: Parts) -> bytes | None:
    """The lists that have changed, as a Server-Sent Event; None if none has."""
    changed = {name: part for name, part in now.items() if before.get(name) != part}
    return b"data: %b\n\n" % join_parts(changed) if changed else None
