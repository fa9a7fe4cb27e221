"""The events that follow without a command: the deal, the end of a round, a level's readiness.

They are logged in one transaction with the event that they follow from.
"""

from __future__ import annotations

from collections.abc import Iterator

from jaipur import PLY_LIMIT
from jaipur.rules.shuffle import NO_NONCE
from jaipur.server.event_log import EventDraft, EventKind, LogEntry
from jaipur.server.fold import apply_entry
from jaipur.server.game import (
    MAX_ROUNDS,
    BetweenGame,
    FinishedGame,
    Game,
    GameStatus,
    OpenGame,
    PlayingGame,
    ShufflingGame,
    WithdrawnGame,
)
from jaipur.server.source_match import SourceMatch

__all__ = ["consequences", "next_event", "seat_recorded_players"]


def seat_recorded_players(game: Game) -> EventDraft | None:
    """Seat the players of an imported record; `consequences` replays the rest of it."""
    return _seat_opponent(game) if game.status is GameStatus.OPEN else None


def consequences(game: Game, at: int) -> Iterator[LogEntry]:
    """The events that follow without a command, in order."""
    while (draft := next_event(game)) is not None:
        entry = draft.entry(game.seq + 1, at)
        yield entry
        game = apply_entry(game, entry)


def next_event(game: Game) -> EventDraft | None:
    """The next event that follows without a command, or None if the game waits for one."""
    if game.status is GameStatus.PLAYING:
        round = game.round
        if not round.is_over and round.ply < PLY_LIMIT and game.terms.source is None:
            return None  # as after almost every move
        return _after_move(game)
    if game.status is GameStatus.BETWEEN:
        return _after_round(game)
    if game.status is GameStatus.OPEN:
        return _seat_opponent(game) or _first_deal(game)
    if game.status is GameStatus.SHUFFLING:
        return _first_deal(game)
    return _automatic_rematch(game)


def _after_move(game: PlayingGame) -> EventDraft | None:
    """The end of the round, or the next event of a match that is replayed."""
    round, source = game.round, game.terms.source
    if round.is_over:
        return EventDraft(EventKind.ROUND_OVER, {"round": game.round_number})
    if source is not None and (draft := _replayed_move(game, source)):
        return draft
    if round.ply >= PLY_LIMIT:
        stopped = {"round": game.round_number, "end": "stopped", "by": None}
        return EventDraft(EventKind.ROUND_OVER, stopped)
    return None


def _replayed_move(game: PlayingGame, source: SourceMatch) -> EventDraft | None:
    number = game.round_number
    if (move := source.move_at(number, game.round.ply)) is not None:
        return EventDraft(EventKind.MOVED, {"seat": game.turn, "move": move})
    if (end := source.early_end(number)) is not None:
        return EventDraft(EventKind.ROUND_OVER, {"round": number, "end": end[0], "by": end[1]})
    return _replayed_end(source)


def _replayed_end(source: SourceMatch) -> EventDraft | None:
    """The end of the match that is replayed, unless it is to be played on."""
    if source.ended is None:
        return None
    return EventDraft(EventKind.MATCH_OVER, {"ended": source.ended, "by": source.by})


def _after_round(game: BetweenGame) -> EventDraft | None:
    """The end of the match, the next round, or who is ready for it at once."""
    if game.match.is_over:
        return EventDraft(EventKind.MATCH_OVER, {"ended": game.match.ended, "by": None})
    source, following = game.terms.source, game.round_number + 1
    if source is not None and following <= len(source.rounds):
        return EventDraft(EventKind.DEALT, {"round": following})
    if source is not None and (draft := _replayed_end(source)):
        return draft
    if game.round_number >= MAX_ROUNDS:
        return EventDraft(EventKind.MATCH_OVER, {"ended": "unfinished", "by": None})
    if game.ready == (True, True):
        return EventDraft(EventKind.DEALT, {"round": following})
    return _automatic_ready(game)


def _first_deal(game: OpenGame | ShufflingGame) -> EventDraft | None:
    if None in game.seats or game.unrevealed:
        return None
    return EventDraft(EventKind.DEALT, {"round": 1})


def _seat_opponent(game: OpenGame) -> EventDraft | None:
    """Seat players that send no command: a level, the same user twice, or a player of a record."""
    if None not in game.seats:
        return None
    free, nonce, source = game.seats.index(None), NO_NONCE.hex(), game.terms.source
    if source is not None and source.players is not None:
        name, level = source.players[free]
        return EventDraft(
            EventKind.JOINED, {"seat": free, "level": level, "name": name, "nonce": nonce}
        )
    mine = game.seats[1 - free]
    if mine is None:
        return None
    if game.terms.against == "level":
        level = game.terms.level
        return EventDraft(
            EventKind.JOINED, {"seat": free, "level": level, "name": level, "nonce": nonce}
        )
    if game.terms.against == "self":
        name = mine.name if game.terms.names is None else game.terms.names[free]
        return EventDraft(
            EventKind.JOINED, {"seat": free, "user": mine.user, "name": name, "nonce": nonce}
        )
    return None


def _automatic_ready(game: BetweenGame) -> EventDraft | None:
    """A level is ready at once; a user with both seats is ready with both."""
    for number, seat in enumerate(game.seats):
        if game.ready[number]:
            continue
        if seat.level is not None or (
            game.ready[1 - number] and len(game.seats_of(seat.user)) == 2
        ):
            return EventDraft(EventKind.READY, {"seat": number})
    return None


def _automatic_rematch(game: WithdrawnGame | FinishedGame) -> EventDraft | None:
    """A level accepts every rematch; a user with both seats offers it with both."""
    for number, seat in enumerate(game.seats):
        if seat is None or game.offers[number] or not game.offers[1 - number]:
            continue
        if seat.level is not None or len(game.seats_of(seat.user)) == 2:
            return EventDraft(EventKind.OFFERED, {"seat": number, "game": game.rematch})
    return None
