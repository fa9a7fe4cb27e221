"""A process follows what another one has written from its notification, without reading the log."""

from __future__ import annotations

from typing import Any

import msgspec

from jaipur.server.applied_event import AppliedEvent
from jaipur.server.clock import Clock
from jaipur.server.commands import Command, Play, Resign
from jaipur.server.event_log import EventDraft, EventKind
from jaipur.server.fold import apply_entry
from jaipur.server.game import Game
from jaipur.server.live_game import GameLogs, LiveGame
from jaipur.server.sync import PeerSync, notification
from tests.server.game_builders import START_MS, a_game, a_running_game, drafted, joined


class Games:
    """The one game that a process has in memory."""

    def __init__(self, live: LiveGame) -> None:
        self.live = live

    def get_cached(self, game: str) -> LiveGame | None:
        return self.live if game == self.live.game.id else None


class Stream:
    """A listener that counts how often it is told."""

    session = None
    told = 0

    def wake(self) -> None:
        self.told += 1

    def beat(self, message: bytes) -> None: ...

    def end(self) -> None: ...


def a_process(game: Game) -> tuple[LiveGame, PeerSync]:
    """A process without a database: whatever it would read fails."""
    nothing: Any = None
    live = LiveGame(game, GameLogs(store=nothing, clock=Clock()))
    games: Any = Games(live)
    return live, PeerSync(games, nothing, nothing, nothing)


def does(live: LiveGame, draft: EventDraft) -> bytes:
    """Log an event, as the process does whose user acts; what it then tells the others."""
    game = live.game
    entry = draft.entry(game.seq + 1, START_MS + game.seq, "a key")
    live.advance(AppliedEvent(game, entry, apply_entry(game, entry)))
    return msgspec.json.encode([notification(live)])


def play(live: LiveGame, command: Command) -> bytes:
    return does(live, drafted(live.game, command))


def test_a_move_is_followed_without_the_database() -> None:
    (writer, _), (follower, sync) = a_process(a_running_game()), a_process(a_running_game())
    stream = Stream()
    follower.listeners.add(stream)
    message = play(writer, Play(0, "+K", writer.game.position_seq))
    sync.receive(message)
    assert follower.game == writer.game
    assert follower.recent[-1].message(1) == writer.recent[-1].message(1)
    assert (stream.told, sync.received) == (1, 1)
    sync.receive(message)  # again: it is known
    assert (stream.told, sync.received) == (1, 1)


def test_what_was_missed_is_not_skipped() -> None:
    (writer, _), (follower, _) = a_process(a_running_game()), a_process(a_running_game())
    play(writer, Play(0, "+K", writer.game.position_seq))
    play(writer, Resign(1))
    later = [each.entry for each in writer.recent][1:]
    assert not follower.follow(later)
    assert follower.follow([each.entry for each in writer.recent])
    assert follower.game == writer.game


def test_a_game_that_is_being_written_to_is_read_instead() -> None:
    (writer, _), (follower, _) = a_process(a_running_game()), a_process(a_running_game())
    play(writer, Resign(1))
    follower.in_sync = False
    assert not follower.follow([each.entry for each in writer.recent])


def test_names_nonces_and_keys_are_not_told() -> None:
    writer, _ = a_process(a_game())
    message = does(writer, joined(writer.game))
    assert b"Anna" not in message
    assert b"nonce" not in message
    running, _ = a_process(a_running_game())
    assert b"a key" not in play(running, Play(0, "+K", running.game.position_seq))
    assert running.recent[-1].entry.kind is EventKind.MOVED


def test_a_message_of_another_version_is_ignored() -> None:
    follower, sync = a_process(a_running_game())
    sync.receive(f"{follower.game.id} 99".encode())
    assert sync.received == 0
