"""Folding the log of a game: what each kind of entry does to the game.

Nothing here checks whether something is allowed: `commands` does that before an entry is written.
An entry that cannot be applied means a broken log, and raises.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from msgspec.structs import replace

from jaipur import Match
from jaipur.server.event_log import EventKind, LogEntry
from jaipur.server.game import Decision, Game, GameStatus, Replacement, Seat, parse_move
from jaipur.server.market_slots import initial_slots, slots_after

__all__ = ["apply_entry", "deal_match", "fold"]

T = TypeVar("T")


def apply_entry(game: Game, entry: LogEntry) -> Game:
    """The game after one more entry of its log."""
    if entry.seq != game.seq + 1:
        raise ValueError(f"expected log entry {game.seq + 1}, got {entry.seq}")
    return _FOLDS[entry.kind](replace(game, seq=entry.seq, updated_at=entry.at), entry)


def fold(game: Game, entries: Iterable[LogEntry]) -> Game:
    """The game after all these entries."""
    for entry in entries:
        game = apply_entry(game, entry)
    return game


def deal_match(game: Game) -> Match:
    """The match of a game with both seats taken, before its first move."""
    north, south = (seat.name if seat else "" for seat in game.seats)
    return Match.deal(
        game.seed,
        ruleset=game.terms.ruleset,
        players=(north, south),
        seals=game.terms.seals,
        first=game.terms.first,
    )


def _joined(game: Game, entry: LogEntry) -> Game:
    number, old = entry.data["seat"], game.seats[entry.data["seat"]]
    nonce = entry.data.get("nonce")
    seat = Seat(
        name=entry.data["name"],
        user=entry.data.get("user"),
        level=entry.data.get("level"),
        # The seed has the nonce of the seat's first player.
        nonce=old.nonce if old else nonce and bytes.fromhex(nonce),
        commitment=old.commitment if old else entry.data.get("commitment"),
    )
    former, replacement = game.former_users, None
    if old is not None and old.user is not None:
        former = (*former, old.user)
        replacement = Replacement(user=old.user, at=entry.at)
    game = replace(
        game,
        seats=_replaced(game.seats, number, seat),
        former_users=tuple(user for user in former if user != seat.user),
        joined_at=_replaced(game.joined_at, number, entry.at),
        replacements=_replaced(game.replacements, number, replacement),
        away=_replaced(game.away, number, None),
    )
    if game.status is GameStatus.OPEN and all(game.seats) and game.unrevealed:
        game = replace(game, status=GameStatus.SHUFFLING)
    return _with_deadline(game, entry)


def _revealed(game: Game, entry: LogEntry) -> Game:
    number = entry.data["seat"]
    seat = game.seats[number]
    if seat is None or game.status is not GameStatus.SHUFFLING:
        raise ValueError(f"a nonce is revealed before the deal, got status {game.status}")
    seat = dataclasses.replace(seat, nonce=bytes.fromhex(entry.data["nonce"]))
    return replace(game, seats=_replaced(game.seats, number, seat))


def _dealt(game: Game, entry: LogEntry) -> Game:
    match = deal_match(game) if game.match is None else game.match.next_round()
    source = game.terms.source
    dealt = None if source is None else source.deal(entry.data["round"], game.terms.ruleset)
    if dealt is not None:
        match = dataclasses.replace(match, rounds=(*match.rounds[:-1], dealt))
    return _with_deadline(
        replace(
            game,
            position_seq=entry.seq,
            status=GameStatus.PLAYING,
            match=match,
            slots=initial_slots(match.round),
            ready=(False, False),
            take_back_to=None,
        ),
        entry,
    )


def _moved(game: Game, entry: LogEntry) -> Game:
    assert game.match is not None
    move = parse_move(entry.data["move"])
    # An entry of its own says that a round was stopped: older logs go beyond the ply limit.
    match = game.match.play(move, ply_limit=None)
    take_back_to = game.take_back_to
    if game.terms.take_backs and _is_user(game, entry.data["seat"]) and not game.is_replaying:
        take_back_to = Decision(
            position_seq=game.position_seq,
            ply=game.match.round.ply,
            slots=game.slots,
            earlier=take_back_to,
        )
    return _with_deadline(
        replace(
            game,
            position_seq=entry.seq,
            match=match,
            slots=slots_after(game.slots, move, match.round.last_drawn),
            take_back_to=take_back_to,
        ),
        entry,
    )


def _taken_back(game: Game, entry: LogEntry) -> Game:
    then, match = game.take_back_to, game.match
    if then is None or match is None or then.position_seq != entry.data["to"]:
        last = None if then is None else then.position_seq
        raise ValueError(f"a take-back must go to position {last}, got {entry.data['to']}")
    rounds = (*match.rounds[:-1], match.round.at(then.ply))
    return _with_deadline(
        replace(
            game,
            position_seq=entry.seq,
            status=GameStatus.PLAYING,
            match=dataclasses.replace(match, rounds=rounds),
            slots=then.slots,
            ready=(False, False),
            take_back_to=then.earlier,
            taken_back=game.taken_back + 1,
        ),
        entry,
    )


def _ready(game: Game, entry: LogEntry) -> Game:
    return replace(game, ready=_replaced(game.ready, entry.data["seat"], True))


def _round_over(game: Game, entry: LogEntry) -> Game:
    match, end = game.match, entry.data.get("end")
    if match is not None and end is not None:  # no move has ended it
        if end == "forfeit":
            match = match.forfeit(entry.data["by"])
        else:
            match = match.stop_round(scored=end == "stopped")
        game = replace(game, position_seq=entry.seq, match=match)
    return _with_deadline(replace(game, status=GameStatus.BETWEEN), entry)


def _match_over(game: Game, entry: LogEntry) -> Game:
    ended, by, match = entry.data["ended"], entry.data["by"], game.match
    if match is not None and not match.is_over and by is not None:
        match = match.resign(by) if ended == "resigned" else match.abandon(by)
    over = replace(game, status=GameStatus.OVER, match=match, ended=ended, by=by, take_back_to=None)
    return replace(over, deadline=None, offers=(False, False))


def _offered(game: Game, entry: LogEntry) -> Game:
    offers = _replaced(game.offers, entry.data["seat"], True)
    return replace(game, offers=offers, rematch=entry.data["game"])


def _away(game: Game, entry: LogEntry) -> Game:
    return replace(game, away=_replaced(game.away, entry.data["seat"], entry.data["since"]))


def _back(game: Game, entry: LogEntry) -> Game:
    if entry.data["seat"] is not None:
        return replace(game, away=_replaced(game.away, entry.data["seat"], None))
    # The server was down: nobody loses that time.
    start, end = entry.data["since"], entry.data["until"]
    north, south = (
        None if since is None else since + _overlap_ms(since, start, end) for since in game.away
    )
    first, second = (
        one and Replacement(user=one.user, at=one.at + _overlap_ms(one.at, start, end))
        for one in game.replacements
    )
    deadline = game.deadline
    if deadline is not None:
        deadline += _overlap_ms(deadline - 1000 * (game.terms.time or 0), start, end)
    return replace(
        game,
        away=(north, south),
        replacements=(first, second),
        deadline=deadline,
        credited_until=end,
    )


def _overlap_ms(since: int, start: int, end: int) -> int:
    """How much of an outage lies after `since`."""
    return max(0, end - max(since, start))


def _with_deadline(game: Game, entry: LogEntry) -> Game:
    """The game with a new deadline, if a seat must act."""
    running = game.terms.time is not None and game.waits_for
    deadline = entry.at + 1000 * (game.terms.time or 0) if running else None
    return game if deadline == game.deadline else replace(game, deadline=deadline)


def _is_user(game: Game, number: int) -> bool:
    seat = game.seats[number]
    return seat is not None and seat.user is not None


def _replaced(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


_FOLDS: Final[dict[EventKind, Callable[[Game, LogEntry], Game]]] = {
    EventKind.JOINED: _joined,
    EventKind.REVEALED: _revealed,
    EventKind.DEALT: _dealt,
    EventKind.MOVED: _moved,
    EventKind.TAKEN_BACK: _taken_back,
    EventKind.READY: _ready,
    EventKind.ROUND_OVER: _round_over,
    EventKind.MATCH_OVER: _match_over,
    EventKind.OFFERED: _offered,
    EventKind.AWAY: _away,
    EventKind.BACK: _back,
}
