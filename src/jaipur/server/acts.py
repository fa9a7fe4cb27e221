"""What may be done in a game, and what follows by itself.

Each act looks at a game and returns what is to be written, or raises a Problem. `consequences`
adds what nobody has to ask for: the deal, the end of a round or a match, a level's readiness. All
of it goes into the log in one transaction.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jaipur.errors import NotationError, Refusal
from jaipur.server.game import ABSENCE, NO_NONCE, Game, Status, read_move
from jaipur.server.log import Entry, Kind
from jaipur.server.problems import Problem, Trouble, refused
from jaipur.server.script import Script

__all__ = [
    "Step",
    "as_recorded",
    "claim_at",
    "claim_match",
    "consequences",
    "give_to_level",
    "join",
    "leave",
    "offer_rematch",
    "play",
    "ready",
    "resign",
    "take_back",
]

Step = tuple[Kind, dict[str, Any]]


def join(game: Game, user: str, name: str, nonce: bytes, *, invited: bool) -> Step:
    """Take the seat that is meant for this user."""
    if game.status is not Status.OPEN:
        raise Problem.of(Trouble.SEAT_TAKEN)
    seat = _seat_for(game, user, invited=invited)
    return Kind.JOINED, {"seat": seat, "user": user, "name": name, "nonce": nonce.hex()}


def _seat_for(game: Game, user: str, *, invited: bool) -> int:
    reserved = game.terms.reserved
    if user in reserved:
        seat = reserved.index(user)
    elif invited and game.terms.against == "friend" and reserved[1] is None:
        seat = 1
    else:
        raise Problem.of(Trouble.NOT_FOUND)
    if game.seats[seat] is not None:
        raise Problem.of(Trouble.SEAT_TAKEN)
    return seat


def as_recorded(game: Game) -> Step | None:
    """Let those sit down who are named in a record; all else then follows by itself."""
    return _fill_seat(game) if game.status is Status.OPEN else None


def play(game: Game, seat: int, move: str, position: int) -> Step:
    """Play a move that was chosen in the position with this number."""
    _must_run(game)
    if position != game.position:
        raise Problem.of(Trouble.STALE)
    assert game.round is not None
    try:
        meant = read_move(move)
    except NotationError:
        raise refused(Refusal.NOT_A_MOVE) from None
    # Between rounds the finished one lies on the table, and refuses.
    refusal = game.round.why_not(meant, seat)
    if refusal is not None:
        raise refused(refusal)
    return Kind.MOVED, {"seat": seat, "move": str(meant)}


def ready(game: Game, seat: int) -> Step | None:
    """Be ready for the next round; None if the seat already is."""
    _must_run(game)
    if game.status is not Status.BETWEEN:
        raise Problem.of(Trouble.ROUND_RUNNING)
    return None if game.ready[seat] else (Kind.READY, {"seat": seat})


def take_back(game: Game, seat: int, position: int) -> Step:
    """Go back to one's own last decision of this round."""
    _must_run(game)
    if not game.terms.take_backs:
        raise Problem.of(Trouble.NO_TAKE_BACK)
    if position != game.position:
        raise Problem.of(Trouble.STALE)
    if game.before is None:
        raise Problem.of(Trouble.NOTHING_TO_TAKE_BACK)
    return Kind.TAKEN_BACK, {"seat": seat, "to": game.before.position}


def resign(game: Game, seat: int) -> Step:
    """Give up the match."""
    _must_run(game)
    return Kind.MATCH_OVER, {"ended": "resigned", "by": seat}


def leave(game: Game, user: str) -> Step:
    """Leave for good: an open game is withdrawn, a running match abandoned."""
    if game.status is Status.OVER:
        raise Problem.of(Trouble.MATCH_OVER)
    if game.status is Status.OPEN:
        if user != game.maker and not game.seats_of(user):
            raise Problem.of(Trouble.NOT_SEATED)
        return Kind.MATCH_OVER, {"ended": "withdrawn", "by": None}
    return Kind.MATCH_OVER, {"ended": "abandoned", "by": _only_seat(game, user)}


def claim_match(game: Game, seat: int, now: int) -> Step:
    """Win the match of a seat that has let its time pass."""
    other = _late_seat(game, seat, now)
    if game.terms.time is None:
        raise Problem.of(Trouble.TOO_EARLY, claim_at=None)
    return Kind.MATCH_OVER, {"ended": "abandoned", "by": other}


def give_to_level(game: Game, seat: int, level: str, now: int) -> Step:
    """Give the other seat to a level: its time has passed, or it has been away for long."""
    other = _late_seat(game, seat, now)
    return Kind.JOINED, {"seat": other, "level": level, "name": level}


def _late_seat(game: Game, seat: int, now: int) -> int:
    _must_run(game)
    at = claim_at(game, 1 - seat)
    if at is None or now < at:
        raise Problem.of(Trouble.TOO_EARLY, claim_at=at)
    return 1 - seat


def claim_at(game: Game, late: int) -> int | None:
    """From when on the other seat need not wait for this one any longer, if anything changes."""
    seat, since = game.seats[late], game.away[late]
    if seat is None or seat.user is None or len(game.seats_of(seat.user)) == 2:
        return None
    if game.terms.time is not None:
        return game.deadline if late in game.waits_for else None
    return None if since is None or game.status is Status.OVER else since + ABSENCE


def offer_rematch(game: Game, seat: int, new_game: str) -> Step | None:
    """Offer another match, or accept the other's offer; None if one's own offer stands."""
    if game.status is not Status.OVER:
        raise Problem.of(Trouble.MATCH_RUNNING)
    if game.match is None:
        raise Problem.of(Trouble.NOT_STARTED)
    if game.offers[seat]:
        return None
    return Kind.OFFERED, {"seat": seat, "game": game.rematch or new_game}


def consequences(game: Game, at: int) -> Iterator[Entry]:
    """What follows by itself, one entry after the other."""
    while (step := _next_step(game)) is not None:
        entry = Entry(seq=game.seq + 1, kind=step[0], at=at, data=step[1])
        yield entry
        game = game.after(entry)


def _next_step(game: Game) -> Step | None:
    if game.status is Status.OPEN:
        return _fill_seat(game) or _deal(game)
    if game.status is Status.PLAYING and game.round is not None and game.round.is_over:
        return Kind.ROUND_OVER, {"round": game.round_number}
    if game.status is Status.BETWEEN and game.match is not None and game.match.is_over:
        return Kind.MATCH_OVER, {"ended": game.match.ended, "by": None}
    if game.terms.script is not None and (step := _next_in_script(game, game.terms.script)):
        return step
    if game.status is Status.BETWEEN:
        return _ready_by_itself(game) or _deal(game)
    return _accept_by_itself(game)


def _next_in_script(game: Game, script: Script) -> Step | None:
    """What the match did that this game begins with."""
    if game.round is None or game.status is Status.OVER:
        return None
    number, ply = game.round_number, game.round.ply
    if game.status is Status.PLAYING:
        if (move := script.move(number, ply)) is not None:
            return Kind.MOVED, {"seat": game.turn, "move": move}
        if (end := script.early_end(number)) is not None:
            return Kind.ROUND_OVER, {"round": number, "end": end[0], "by": end[1]}
    elif number < len(script.rounds):
        return Kind.DEALT, {"round": number + 1}
    if script.ended is not None:
        return Kind.MATCH_OVER, {"ended": script.ended, "by": script.by}
    return None


def _fill_seat(game: Game) -> Step | None:
    """The level, or the same person, sits down across from the maker; or one of a record."""
    if None not in game.seats:
        return None
    free, nonce, script = game.seats.index(None), NO_NONCE.hex(), game.terms.script
    if script is not None and script.players is not None:
        name, level = script.players[free]
        return Kind.JOINED, {"seat": free, "level": level, "name": name, "nonce": nonce}
    mine = game.seats[1 - free]
    if mine is None:
        return None
    if game.terms.against == "level":
        level = game.terms.level
        return Kind.JOINED, {"seat": free, "level": level, "name": level, "nonce": nonce}
    if game.terms.against == "self":
        return Kind.JOINED, {"seat": free, "user": mine.user, "name": mine.name, "nonce": nonce}
    return None


def _ready_by_itself(game: Game) -> Step | None:
    """A level is ready at once; one who has both seats is ready with both."""
    for number, seat in enumerate(game.seats):
        if seat is None or game.ready[number]:
            continue
        if seat.level is not None or (
            game.ready[1 - number] and len(game.seats_of(seat.user)) == 2
        ):
            return Kind.READY, {"seat": number}
    return None


def _accept_by_itself(game: Game) -> Step | None:
    """A level plays again whenever it is asked; one who has both seats asks for both."""
    for number, seat in enumerate(game.seats):
        if seat is None or game.offers[number] or not game.offers[1 - number]:
            continue
        if seat.level is not None or len(game.seats_of(seat.user)) == 2:
            return Kind.OFFERED, {"seat": number, "game": game.rematch}
    return None


def _deal(game: Game) -> Step | None:
    if game.status is Status.OPEN and None in game.seats:
        return None
    if game.status is Status.BETWEEN and game.ready != (True, True):
        return None
    return Kind.DEALT, {"round": len(game.match.rounds) + 1 if game.match else 1}


def _must_run(game: Game) -> None:
    if game.status is Status.OVER:
        raise Problem.of(Trouble.MATCH_OVER)
    if game.match is None:
        raise Problem.of(Trouble.NOT_STARTED)


def _only_seat(game: Game, user: str) -> int:
    seats = game.seats_of(user)
    if not seats:
        raise Problem.of(Trouble.NOT_SEATED)
    # One who has both seats leaves with the one whose turn it is.
    return game.turn if game.turn in seats else seats[0]
