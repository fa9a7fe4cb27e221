"""Folding the log of a game: what each kind of entry does to the game.

Nothing here checks whether something is allowed: `commands` does that before an entry is written.
An entry that cannot be applied means a broken log, and raises.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from jaipur import Match, Round, Sell
from jaipur.server.clocks import REPLY_MS, MoveTime
from jaipur.server.event_log import EventKind, LogEntry
from jaipur.server.game import (
    BetweenGame,
    Decision,
    FinishedGame,
    Game,
    GameFacts,
    GameStatus,
    PlayingGame,
    Replacement,
    Seat,
    ShufflingGame,
    WithdrawnGame,
    parse_move,
)
from jaipur.server.market_slots import initial_slots, slots_after

__all__ = ["apply_entry", "deal_match", "fold"]

T = TypeVar("T")
G = TypeVar("G", bound=GameFacts)


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
    nonce, rating = entry.data.get("nonce"), entry.data.get("rating")
    seat = Seat(
        name=entry.data["name"],
        user=entry.data.get("user"),
        level=entry.data.get("level"),
        rating=None if rating is None else (rating[0], rating[1]),
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
        clocks=game.clocks.taken(number, back=old is not None and seat.user is not None),
    )
    if game.status is GameStatus.OPEN and all(game.seats) and game.unrevealed:
        game = _become(ShufflingGame, game, waits_for=game.unrevealed)
    elif game.status is GameStatus.PLAYING:
        game = replace(game, level_to_move=_level(game, game.round))
    return _with_clocks(game, entry)


def _revealed(game: Game, entry: LogEntry) -> Game:
    number = entry.data["seat"]
    seat = game.seats[number]
    if seat is None or game.status is not GameStatus.SHUFFLING:
        raise ValueError(f"a nonce is revealed before the deal, got status {game.status}")
    seat = dataclasses.replace(seat, nonce=bytes.fromhex(entry.data["nonce"]))
    game = replace(game, seats=_replaced(game.seats, number, seat))
    game = replace(game, waits_for=game.unrevealed)
    return game if game.terms.clock is None else _with_clocks(game, entry)


def _dealt(game: Game, entry: LogEntry) -> Game:
    if None in game.seats:
        raise ValueError("a deal needs two players, got an empty seat")
    match = deal_match(game) if game.match is None else game.match.next_round()
    clocks = game.clocks.started(game.terms.clock) if game.match is None else game.clocks
    source = game.terms.source
    dealt = None if source is None else source.deal(entry.data["round"], game.terms.ruleset)
    if dealt is not None:
        match = dataclasses.replace(match, rounds=(*match.rounds[:-1], dealt))
    game = replace(game, clocks=clocks)
    return _playing(game, entry, match, initial_slots(match.round), None)


def _playing(game: Game, entry: LogEntry, match: Match, slots: str, then: Decision | None) -> Game:
    """The game in a position that no move has led to: a deal, or a take-back."""
    playing = _become(
        PlayingGame,
        game,
        position_seq=entry.seq,
        match=match,
        round=match.round,
        slots=slots,
        ready=(False, False),
        take_back_to=then,
        waits_for=() if match.round.turn is None else (match.round.turn,),
        level_to_move=_level(game, match.round),
    )
    return _with_clocks(playing, entry)


def _moved(game: Game, entry: LogEntry) -> Game:
    if game.status is not GameStatus.PLAYING:
        raise ValueError(f"a move is played during a round, got status {game.status}")
    move, used = parse_move(entry.data["move"]), entry.data.get("used")
    # An entry of its own says that a round was stopped: older logs go beyond the ply limit.
    match = game.match.play(move, ply_limit=None)
    round = match.rounds[-1]
    turn, is_sale, terms = round.turn, isinstance(move, Sell), game.terms
    moved = replace(
        game,
        position_seq=entry.seq,
        match=match,
        round=round,
        slots=game.slots if is_sale else slots_after(game.slots, move, round.last_drawn),
        take_back_to=_decision(game, entry) if terms.take_backs else None,
        waits_for=() if turn is None else (turn,),
        level_to_move=None if turn is None else game.seats[turn].level,
        times=MoveTime(used=used, earlier=game.times),
    )
    if terms.time is None and terms.clock is None:
        return replace(moved, clocks=replace(game.clocks, since=entry.at))
    clocks = game.clocks.moved(entry.data["seat"], entry.at, used, terms.clock)
    return _with_clocks(replace(moved, clocks=clocks), entry)


def _decision(game: PlayingGame, entry: LogEntry) -> Decision | None:
    """The last decision that can be taken back after this move."""
    if game.seats[entry.data["seat"]].user is None or game.is_replaying:
        return game.take_back_to
    return Decision(
        position_seq=game.position_seq,
        ply=game.round.ply,
        slots=game.slots,
        earlier=game.take_back_to,
    )


def _taken_back(game: Game, entry: LogEntry) -> Game:
    then, match = game.take_back_to, game.match
    if then is None or match is None or then.position_seq != entry.data["to"]:
        last = None if then is None else then.position_seq
        raise ValueError(f"a take-back must go to position {last}, got {entry.data['to']}")
    rounds = (*match.rounds[:-1], match.round.at(then.ply))
    times = game.times and game.times.before(match.round.ply - then.ply)
    match = dataclasses.replace(match, rounds=rounds)
    game = replace(game, taken_back=game.taken_back + 1, times=times)
    return _playing(game, entry, match, then.slots, then.earlier)


def _ready(game: Game, entry: LogEntry) -> Game:
    ready, clocks = _replaced(game.ready, entry.data["seat"], True), game.clocks
    clocks = clocks.acted(entry.data["seat"])
    game = replace(game, ready=ready, waits_for=_not_ready(ready), clocks=clocks)
    # With a clock per match, the first to be ready starts the other one's limit.
    return game if game.terms.clock is None else _with_clocks(game, entry)


def _round_over(game: Game, entry: LogEntry) -> Game:
    if game.match is None:
        raise ValueError(f"a round ends after a deal, got status {game.status}")
    match, end = game.match, entry.data.get("end")
    if end is not None:  # no move has ended it
        if end == "forfeit":
            match = match.forfeit(entry.data["by"])
        else:
            match = match.stop_round(scored=end == "stopped")
        game = replace(game, position_seq=entry.seq, match=match, round=match.round)
    return _with_clocks(_become(BetweenGame, game, waits_for=_not_ready(game.ready)), entry)


def _match_over(game: Game, entry: LogEntry) -> Game:
    ended, by, match = entry.data["ended"], entry.data["by"], game.match
    end = {"ended": ended, "by": by, "waits_for": (), "clocks": game.clocks.halted(entry.at)}
    if match is None:
        return _become(WithdrawnGame, game, **end)
    if not match.is_over and by is not None:
        match = match.resign(by) if ended == "resigned" else match.abandon(by)
    return _become(FinishedGame, game, match=match, round=match.round, take_back_to=None, **end)


def _offered(game: Game, entry: LogEntry) -> Game:
    if not isinstance(game, FinishedGame):
        raise ValueError(f"a rematch is offered after the match, got status {game.status}")
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
    return replace(
        game,
        away=(north, south),
        replacements=(first, second),
        clocks=game.clocks.credited(start, end),
        credited_until=end,
    )


def _said(game: Game, entry: LogEntry) -> Game:
    seat = entry.data["seat"]
    return replace(game, said_at=_replaced(game.said_at, seat, (*game.said_at[seat], entry.at)))


def _overlap_ms(since: int, start: int, end: int) -> int:
    """How much of an outage lies after `since`."""
    return max(0, end - max(since, start))


def _with_clocks(game: Game, entry: LogEntry) -> Game:
    """The game with the time running for whoever must act now."""
    terms, clocks, at = game.terms, game.clocks, entry.at
    if terms.clock is None:
        allowed = 1000 * terms.time if terms.time is not None and game.waits_for else None
        return replace(game, clocks=clocks.waiting(at, allowed))
    if game.turn is not None and _is_user(game, game.turn):
        return replace(game, clocks=clocks.running_for(game.turn, at))
    one_waits = len(game.waits_for) == 1 and all(_is_user(game, seat) for seat in (0, 1))
    replies = game.status is not GameStatus.PLAYING and one_waits
    return replace(game, clocks=clocks.waiting(at, REPLY_MS if replies else None))


def _is_user(game: Game, number: int) -> bool:
    seat = game.seats[number]
    return seat is not None and seat.user is not None


def _level(game: Game, round: Round) -> str | None:
    """The level whose turn it is in a round."""
    seat = None if round.turn is None else game.seats[round.turn]
    return None if seat is None else seat.level


def _not_ready(ready: tuple[bool, bool]) -> tuple[int, ...]:
    return tuple(seat for seat in (0, 1) if not ready[seat])


def _become(kind: type[G], game: Game, **changes: Any) -> G:
    """The game in another phase: it keeps what both have."""
    fields = game.__struct_fields__
    kept = {name: getattr(game, name) for name in kind.__struct_fields__ if name in fields}
    return kind(**{**kept, **changes})


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
    EventKind.SAID: _said,
}
