"""The commands of a game: each checks a request against a Game and drafts the event to be logged.

A command returns an EventDraft, or None where there is nothing to write, or raises a Problem.
`consequences` adds the events that need no command: the deal, the end of a round or of the match,
a level's readiness. All of them are logged in one transaction.
"""

from __future__ import annotations

from collections.abc import Iterator

from jaipur import PLY_LIMIT
from jaipur.errors import NotationError, Refusal
from jaipur.rules.shuffle import NO_NONCE, commitment
from jaipur.server.event_log import EventDraft, EventKind, LogEntry
from jaipur.server.fold import apply_entry
from jaipur.server.game import (
    ABSENCE_MS,
    MAX_ROUNDS,
    REJOIN_MS,
    Game,
    GameStatus,
    parse_move,
)
from jaipur.server.problems import Problem, ProblemCode, refused
from jaipur.server.source_match import SourceMatch

__all__ = [
    "claim_at",
    "claim_match",
    "consequences",
    "give_to_level",
    "join",
    "leave",
    "next_event",
    "offer_rematch",
    "play",
    "play_as_level",
    "ready",
    "rejoin",
    "rejoinable_seat",
    "resign",
    "reveal",
    "seat_recorded_players",
    "take_back",
]


def join(
    game: Game, user: str, name: str, contribution: dict[str, str], *, invited: bool
) -> EventDraft:
    """Take the seat that is reserved for this user, or the free one for an invited user.

    The contribution to the shuffle is a `nonce`, or the `commitment` to one that is revealed later.
    """
    if game.status is not GameStatus.OPEN:
        raise Problem.of(ProblemCode.SEAT_TAKEN)
    seat = _seat_for(game, user, invited=invited)
    if game.terms.names is not None:
        name = game.terms.names[seat]
    return EventDraft(EventKind.JOINED, {"seat": seat, "user": user, "name": name, **contribution})


def reveal(game: Game, seat: int, nonce: bytes) -> EventDraft | None:
    """Reveal the nonce that this seat has committed to; None if it has done so already."""
    player = game.seats[seat]
    assert player is not None
    if player.commitment is None:
        raise Problem.of(ProblemCode.NOTHING_TO_REVEAL)
    if commitment(nonce) != player.commitment:
        raise Problem.of(ProblemCode.WRONG_NONCE)
    if player.nonce is not None:
        return None
    if game.status is GameStatus.OVER:
        raise Problem.of(ProblemCode.MATCH_OVER)
    if game.status is not GameStatus.SHUFFLING:
        raise Problem.of(ProblemCode.NOTHING_TO_REVEAL)
    return EventDraft(EventKind.REVEALED, {"seat": seat, "nonce": nonce.hex()})


def rejoin(game: Game, user: str, name: str, now: int) -> EventDraft:
    """Take back a seat that was given to a level not long ago."""
    seat = rejoinable_seat(game, user, now)
    if seat is None:
        raise Problem.of(ProblemCode.SEAT_TAKEN)
    return EventDraft(EventKind.JOINED, {"seat": seat, "user": user, "name": name})


def rejoinable_seat(game: Game, user: str, now: int) -> int | None:
    """The seat of this user that was given to a level and can be taken back, or None."""
    if game.status in (GameStatus.PLAYING, GameStatus.BETWEEN):
        for seat, replacement in enumerate(game.replacements):
            if replacement and replacement.user == user and now - replacement.at <= REJOIN_MS:
                return seat
    return None


def _seat_for(game: Game, user: str, *, invited: bool) -> int:
    reserved = game.terms.reserved
    if user in reserved:
        seat = reserved.index(user)
    elif invited and game.terms.against == "friend" and reserved[1] is None:
        seat = 1
    else:
        raise Problem.of(ProblemCode.NOT_FOUND)
    if game.seats[seat] is not None:
        raise Problem.of(ProblemCode.SEAT_TAKEN)
    return seat


def seat_recorded_players(game: Game) -> EventDraft | None:
    """Seat the players of an imported record; `consequences` replays the rest of it."""
    return _seat_opponent(game) if game.status is GameStatus.OPEN else None


def play(game: Game, seat: int, move: str, position: int) -> EventDraft:
    """Play a move that was chosen in the position with this sequence number."""
    _require_running(game)
    if position != game.position_seq:
        raise Problem.of(ProblemCode.STALE)
    assert game.round is not None
    try:
        parsed = parse_move(move)
    except NotationError:
        raise refused(Refusal.NOT_A_MOVE) from None
    # Between rounds this is the finished round, whose refusal is round_over.
    refusal = game.round.why_not(parsed, seat)
    if refusal is not None:
        raise refused(refusal)
    return EventDraft(EventKind.MOVED, {"seat": seat, "move": str(parsed)})


def play_as_level(game: Game, seat: int, move: str, position: int) -> EventDraft:
    """Play a level's move, unless a user has the seat by now."""
    player = game.seats[seat]
    if player is None or player.level is None:
        raise Problem.of(ProblemCode.STALE)
    return play(game, seat, move, position)


def ready(game: Game, seat: int) -> EventDraft | None:
    """Confirm the next round; None if the seat has done so already."""
    _require_running(game)
    if game.status is not GameStatus.BETWEEN:
        raise Problem.of(ProblemCode.ROUND_RUNNING)
    return None if game.ready[seat] else EventDraft(EventKind.READY, {"seat": seat})


def take_back(game: Game, seat: int, position: int) -> EventDraft:
    """Return to the seat's own last decision of this round."""
    _require_running(game)
    if not game.terms.take_backs:
        raise Problem.of(ProblemCode.NO_TAKE_BACK)
    if position != game.position_seq:
        raise Problem.of(ProblemCode.STALE)
    if game.take_back_to is None or not game.can_take_back:
        raise Problem.of(ProblemCode.NOTHING_TO_TAKE_BACK)
    return EventDraft(EventKind.TAKEN_BACK, {"seat": seat, "to": game.take_back_to.position_seq})


def resign(game: Game, seat: int) -> EventDraft:
    """Resign the match."""
    _require_running(game)
    return EventDraft(EventKind.MATCH_OVER, {"ended": "resigned", "by": seat})


def leave(game: Game, user: str) -> EventDraft:
    """Leave for good: an open game is withdrawn, a shuffle aborted, a running match abandoned."""
    if game.status is GameStatus.OVER:
        raise Problem.of(ProblemCode.MATCH_OVER)
    if game.status is GameStatus.OPEN:
        if user != game.maker and not game.seats_of(user):
            raise Problem.of(ProblemCode.NOT_SEATED)
        return _withdraw()
    seat = _leaving_seat(game, user)
    if game.status is GameStatus.SHUFFLING:
        # Who leaves instead of revealing a nonce may have seen what it would have dealt.
        return _abort(seat) if seat in game.unrevealed else _withdraw()
    return EventDraft(EventKind.MATCH_OVER, {"ended": "abandoned", "by": seat})


def claim_match(game: Game, seat: int, now: int) -> EventDraft:
    """Win the match against an opponent who has exceeded the time for a move.

    Before the deal nobody can win: an opponent who does not reveal its nonce aborts the game.
    """
    other = _require_late_opponent(game, seat, now)
    if game.status is GameStatus.SHUFFLING:
        return _abort(other)
    if game.terms.time is None:
        raise Problem.of(ProblemCode.TOO_EARLY, claim_at=None)
    return EventDraft(EventKind.MATCH_OVER, {"ended": "claimed", "by": other})


def give_to_level(game: Game, seat: int, level: str, now: int) -> EventDraft:
    """Let a level replace the opponent, who is late or has been away too long."""
    _require_running(game)
    other = _require_late_opponent(game, seat, now)
    return EventDraft(EventKind.JOINED, {"seat": other, "level": level, "name": level})


def _abort(seat: int) -> EventDraft:
    return EventDraft(EventKind.MATCH_OVER, {"ended": "aborted", "by": seat})


def _withdraw() -> EventDraft:
    return EventDraft(EventKind.MATCH_OVER, {"ended": "withdrawn", "by": None})


def _require_late_opponent(game: Game, seat: int, now: int) -> int:
    if game.status is not GameStatus.SHUFFLING:
        _require_running(game)
    at = claim_at(game, 1 - seat)
    if at is None or now < at:
        raise Problem.of(ProblemCode.TOO_EARLY, claim_at=at)
    return 1 - seat


def claim_at(game: Game, late: int) -> int | None:
    """When the opponent of this seat may claim, in milliseconds; None if never yet."""
    seat, since = game.seats[late], game.away[late]
    if seat is None or seat.user is None or len(game.seats_of(seat.user)) == 2:
        return None
    if game.status is GameStatus.SHUFFLING and late not in game.unrevealed:
        return None
    if game.terms.time is not None:
        return game.deadline if late in game.waits_for else None
    return None if since is None or game.status is GameStatus.OVER else since + ABSENCE_MS


def offer_rematch(game: Game, seat: int, new_game: str) -> EventDraft | None:
    """Offer a rematch, or accept the opponent's offer; None if this seat has offered already."""
    if game.status is not GameStatus.OVER:
        raise Problem.of(ProblemCode.MATCH_RUNNING)
    if game.match is None:
        raise Problem.of(ProblemCode.NOT_STARTED)
    if game.offers[seat]:
        return None
    return EventDraft(EventKind.OFFERED, {"seat": seat, "game": game.rematch or new_game})


def consequences(game: Game, at: int) -> Iterator[LogEntry]:
    """The events that follow without a command, in order."""
    while (draft := next_event(game)) is not None:
        entry = draft.entry(game.seq + 1, at)
        yield entry
        game = apply_entry(game, entry)


def next_event(game: Game) -> EventDraft | None:
    """The next event that follows without a command, or None if the game waits for one."""
    if game.status is GameStatus.OPEN:
        return _seat_opponent(game) or _deal(game)
    if game.status is GameStatus.SHUFFLING:
        return _deal(game)
    if game.status is GameStatus.PLAYING and game.round is not None and game.round.is_over:
        return EventDraft(EventKind.ROUND_OVER, {"round": game.round_number})
    if game.status is GameStatus.BETWEEN and game.match is not None and game.match.is_over:
        return EventDraft(EventKind.MATCH_OVER, {"ended": game.match.ended, "by": None})
    if game.terms.source is not None and (draft := _next_replayed(game, game.terms.source)):
        return draft
    if game.status is GameStatus.PLAYING and game.round is not None and game.round.ply >= PLY_LIMIT:
        stopped = {"round": game.round_number, "end": "stopped", "by": None}
        return EventDraft(EventKind.ROUND_OVER, stopped)
    if game.status is GameStatus.BETWEEN and game.round_number >= MAX_ROUNDS:
        return EventDraft(EventKind.MATCH_OVER, {"ended": "unfinished", "by": None})
    if game.status is GameStatus.BETWEEN:
        return _automatic_ready(game) or _deal(game)
    return _automatic_rematch(game)


def _next_replayed(game: Game, source: SourceMatch) -> EventDraft | None:
    """The next event of the match that this game replays."""
    if game.round is None or game.status is GameStatus.OVER:
        return None
    number, ply = game.round_number, game.round.ply
    if game.status is GameStatus.PLAYING:
        if (move := source.move_at(number, ply)) is not None:
            return EventDraft(EventKind.MOVED, {"seat": game.turn, "move": move})
        if (end := source.early_end(number)) is not None:
            return EventDraft(EventKind.ROUND_OVER, {"round": number, "end": end[0], "by": end[1]})
    elif number < len(source.rounds):
        return EventDraft(EventKind.DEALT, {"round": number + 1})
    if source.ended is not None:
        return EventDraft(EventKind.MATCH_OVER, {"ended": source.ended, "by": source.by})
    return None


def _seat_opponent(game: Game) -> EventDraft | None:
    """Seat whoever needs no command: a level, the same user twice, or a player of a record."""
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


def _automatic_ready(game: Game) -> EventDraft | None:
    """A level is ready at once; a user with both seats is ready with both."""
    for number, seat in enumerate(game.seats):
        if seat is None or game.ready[number]:
            continue
        if seat.level is not None or (
            game.ready[1 - number] and len(game.seats_of(seat.user)) == 2
        ):
            return EventDraft(EventKind.READY, {"seat": number})
    return None


def _automatic_rematch(game: Game) -> EventDraft | None:
    """A level accepts every rematch; a user with both seats offers it with both."""
    for number, seat in enumerate(game.seats):
        if seat is None or game.offers[number] or not game.offers[1 - number]:
            continue
        if seat.level is not None or len(game.seats_of(seat.user)) == 2:
            return EventDraft(EventKind.OFFERED, {"seat": number, "game": game.rematch})
    return None


def _deal(game: Game) -> EventDraft | None:
    if game.match is None and (None in game.seats or game.unrevealed):
        return None
    if game.status is GameStatus.BETWEEN and game.ready != (True, True):
        return None
    return EventDraft(EventKind.DEALT, {"round": len(game.match.rounds) + 1 if game.match else 1})


def _require_running(game: Game) -> None:
    if game.status is GameStatus.OVER:
        raise Problem.of(ProblemCode.MATCH_OVER)
    if game.match is None:
        raise Problem.of(ProblemCode.NOT_STARTED)


def _leaving_seat(game: Game, user: str) -> int:
    seats = game.seats_of(user)
    if not seats:
        raise Problem.of(ProblemCode.NOT_SEATED)
    # A user with both seats leaves with the one to move.
    return game.turn if game.turn in seats else seats[0]
