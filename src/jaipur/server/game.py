"""A game: a value that is computed by folding the entries of its log, one after the other.

Nothing here checks whether something is allowed: `commands` does that before an entry is written.
An entry that cannot be folded means a broken log, and raises.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from jaipur import Match, Move, Round
from jaipur.server.event_log import EventKind, LogEntry
from jaipur.server.slots import lay_again, lay_out
from jaipur.server.terms import Terms

__all__ = ["ABSENCE", "NO_NONCE", "Game", "Seat", "Status", "commitment", "fold", "read_move"]

NO_NONCE: Final = bytes(16)
# How long a seat may be away before the other may give it to a level, in milliseconds.
ABSENCE: Final = 120_000


class Status(StrEnum):
    """Where a game stands."""

    OPEN = "open"
    PLAYING = "playing"
    BETWEEN = "between"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Who sits there: a user, or a level."""

    name: str
    user: str | None = None
    level: str | None = None
    nonce: bytes = NO_NONCE


T = TypeVar("T")
Pair = tuple[bool, bool]
Since = tuple[int | None, int | None]


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game after `seq` events. A Struct: its `replace` takes 1 µs, a dataclass's 19 µs."""

    id: str
    maker: str
    terms: Terms
    secret: bytes
    seq: int = 0
    position: int = 0
    """The number of the event that made the position on the table."""
    status: Status = Status.OPEN
    seats: tuple[Seat | None, Seat | None] = (None, None)
    former: tuple[str, ...] = ()
    """Users whose seat was given to a level."""
    match: Match | None = None
    round: Round | None = None
    """The round on the table; a finished one stays until the next is dealt."""
    slots: str = ""
    ready: Pair = (False, False)
    away: Since = (None, None)
    deadline: int | None = None
    credited: int = 0
    """Until when time that the server was down has been given back."""
    clock: int = 0
    """When the last event happened, in milliseconds."""
    taken_back: int = 0
    offers: Pair = (False, False)
    rematch: str | None = None
    ended: str | None = None
    by: int | None = None
    before: Game | None = None
    """The game before the last decision that could be taken back."""

    def after(self, entry: LogEntry) -> Game:
        """The game after one more entry of its log."""
        if entry.seq != self.seq + 1:
            raise ValueError(f"LogEntry {entry.seq} does not follow entry {self.seq}.")
        return _FOLDS[entry.kind](replace(self, seq=entry.seq, clock=entry.at), entry)

    @property
    def turn(self) -> int | None:
        """The seat to move, or None."""
        if self.status is not Status.PLAYING or self.round is None:
            return None
        return self.round.turn

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The seats that must do something: move, or be ready for the next round."""
        if self.status is Status.BETWEEN:
            return tuple(seat for seat in (0, 1) if not self.ready[seat])
        return () if self.turn is None else (self.turn,)

    @property
    def winner(self) -> int | None:
        """The seat that has won the match, or None."""
        return None if self.match is None else self.match.winner

    @property
    def round_number(self) -> int:
        """The number of the round on the table."""
        assert self.match is not None
        assert self.round is not None
        return len(self.match.rounds) + (not self.round.is_over)

    def seats_of(self, user: str | None) -> tuple[int, ...]:
        """The seats that a user has."""
        if user is None:
            return ()
        return tuple(n for n, seat in enumerate(self.seats) if seat and seat.user == user)

    @property
    def is_scripted(self) -> bool:
        """Whether the next move is one that the game begins with."""
        script, round = self.terms.script, self.round
        if script is None or round is None or self.status is not Status.PLAYING:
            return False
        return script.move(self.round_number, round.ply) is not None

    @property
    def level_to_move(self) -> str | None:
        """The level whose turn it is, if it is one's."""
        seat = None if self.turn is None else self.seats[self.turn]
        return seat.level if seat else None

    def record(self) -> dict[str, Any]:
        """The match as a record; without the seed where that did not give every deal."""
        assert self.match is not None
        record = self.match.record()
        if self.terms.script is not None:
            del record["seed"]
        return record

    @property
    def seed(self) -> bytes:
        """What all deals come from: nobody could choose it alone."""
        nonces = [seat.nonce if seat else NO_NONCE for seat in self.seats]
        return hashlib.sha256(self.secret + nonces[0] + nonces[1]).digest()


def commitment(secret: bytes) -> str:
    """What is published before anybody sends a nonce."""
    return hashlib.sha256(secret).hexdigest()


def fold(game: Game, entries: Iterable[LogEntry]) -> Game:
    """The game after all these entries."""
    for entry in entries:
        game = game.after(entry)
    return game


@lru_cache(maxsize=4096)
def read_move(text: str) -> Move:
    """A move out of a log; most of those that are played were read before."""
    return Move.parse(text)


def _joined(game: Game, entry: LogEntry) -> Game:
    number, old = entry.data["seat"], game.seats[entry.data["seat"]]
    seat = Seat(
        name=entry.data["name"],
        user=entry.data.get("user"),
        level=entry.data.get("level"),
        # The deals go by the nonce of whoever sat down first.
        nonce=old.nonce if old else bytes.fromhex(entry.data["nonce"]),
    )
    former = (*game.former, old.user) if old and old.user else game.former
    game = replace(game, seats=_put(game.seats, number, seat), former=former)
    return _timed(replace(game, away=_put(game.away, number, None)), entry)


def _dealt(game: Game, entry: LogEntry) -> Game:
    match, script = game.match or deal_match(game), game.terms.script
    given = None if script is None else script.deal(entry.data["round"], game.terms.ruleset)
    match = match if given is None else dataclasses.replace(match, round=given)
    return _timed(
        replace(
            game,
            position=entry.seq,
            status=Status.PLAYING,
            match=match,
            round=match.round,
            slots=lay_out(match.round),
            ready=(False, False),
            before=None,
        ),
        entry,
    )


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


def _moved(game: Game, entry: LogEntry) -> Game:
    assert game.match is not None
    move, finished = read_move(entry.data["move"]), len(game.match.rounds)
    match = game.match.play(move)
    round = match.round if len(match.rounds) == finished else match.rounds[-1]
    before = game.before
    if game.terms.take_backs and _is_person(game, entry.data["seat"]) and not game.is_scripted:
        before = game
    return _timed(
        replace(
            game,
            position=entry.seq,
            match=match,
            round=round,
            slots=lay_again(game.slots, move, round.history[-1][1]),
            before=before,
        ),
        entry,
    )


def _taken_back(game: Game, entry: LogEntry) -> Game:
    then = game.before
    # `then` has the seq and the clock of the move that was played in it, all else from before it.
    if then is None or then.position != entry.data["to"]:
        raise ValueError(
            f"LogEntry {entry.seq} takes back to a position that is not the last decision."
        )
    return _timed(
        replace(
            game,
            position=entry.seq,
            status=Status.PLAYING,
            match=then.match,
            round=then.round,
            slots=then.slots,
            ready=(False, False),
            before=then.before,
            taken_back=game.taken_back + 1,
        ),
        entry,
    )


def _ready(game: Game, entry: LogEntry) -> Game:
    return replace(game, ready=_put(game.ready, entry.data["seat"], True))


def _round_over(game: Game, entry: LogEntry) -> Game:
    match, end = game.match, entry.data.get("end")
    if match is not None and end is not None:  # in records from elsewhere
        match = match.forfeit(entry.data["by"]) if end == "forfeit" else match.stop_round()
        game = replace(game, position=entry.seq, match=match, round=match.rounds[-1])
    return _timed(replace(game, status=Status.BETWEEN), entry)


def _match_over(game: Game, entry: LogEntry) -> Game:
    ended, by, match = entry.data["ended"], entry.data["by"], game.match
    if match is not None and not match.is_over and by is not None:
        match = match.resign(by) if ended == "resigned" else match.abandon(by)
    over = replace(game, status=Status.OVER, match=match, ended=ended, by=by, before=None)
    return replace(over, deadline=None, offers=(False, False))


def _offered(game: Game, entry: LogEntry) -> Game:
    offers = _put(game.offers, entry.data["seat"], True)
    return replace(game, offers=offers, rematch=entry.data["game"])


def _away(game: Game, entry: LogEntry) -> Game:
    return replace(game, away=_put(game.away, entry.data["seat"], entry.data["since"]))


def _back(game: Game, entry: LogEntry) -> Game:
    if entry.data["seat"] is not None:
        return replace(game, away=_put(game.away, entry.data["seat"], None))
    # The server itself was away: nobody loses that time.
    start, end = entry.data["since"], entry.data["until"]
    north, south = (
        None if since is None else since + _lost(since, start, end) for since in game.away
    )
    deadline = game.deadline
    if deadline is not None:
        deadline += _lost(deadline - 1000 * (game.terms.time or 0), start, end)
    return replace(game, away=(north, south), deadline=deadline, credited=end)


def _lost(since: int, start: int, end: int) -> int:
    return max(0, end - max(since, start))


def _timed(game: Game, entry: LogEntry) -> Game:
    """The game with its clock set anew, if somebody is to do something."""
    running = game.terms.time is not None and game.waits_for
    deadline = entry.at + 1000 * (game.terms.time or 0) if running else None
    return game if deadline == game.deadline else replace(game, deadline=deadline)


def _is_person(game: Game, number: int) -> bool:
    seat = game.seats[number]
    return seat is not None and seat.user is not None


def _put(pair: tuple[T, T], place: int, value: T) -> tuple[T, T]:
    return (value, pair[1]) if place == 0 else (pair[0], value)


_FOLDS: Final[dict[EventKind, Callable[[Game, LogEntry], Game]]] = {
    EventKind.JOINED: _joined,
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
