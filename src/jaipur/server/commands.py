"""The commands of a game: small values that say what someone wants to do in it.

`decide` checks a command against the game and its sender, and drafts the event to be logged.
People, levels, presence, outages and deletion all come in by it; `consequences` adds the events
that need no command.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol

from jaipur.errors import NotationError, Refusal
from jaipur.rules.shuffle import commitment
from jaipur.server.event_log import EventDraft, EventKind
from jaipur.server.game import ABSENCE_MS, REJOIN_MS, Game, GameStatus, RunningGame, parse_move
from jaipur.server.problems import Problem, ProblemCode, refused

__all__ = [
    "Cancel",
    "ClaimMatch",
    "Command",
    "GiveToLevel",
    "Join",
    "Leave",
    "OfferRematch",
    "Play",
    "Ready",
    "Resign",
    "Reveal",
    "TakeBack",
    "claim_at",
    "decide",
    "rejoinable_seat",
    "with_time_used",
]


class Command(Protocol):
    """What someone wants to do in a game."""

    @property
    def seat(self) -> int | None:
        """The seat that acts; None for a command that needs none."""

    def draft(self, game: Game, by: str) -> EventDraft | None:
        """The event to be logged, or None if there is nothing to write; Problem if refused."""


def decide(command: Command, game: Game, by: str | None) -> EventDraft | None:
    """The event of a command that a user sends, or the server itself (None), in a game.

    None if there is nothing to write. Problem if it is refused, also to a user whom a level has
    replaced; a level that a user has replaced was thinking about a position that is gone.
    """
    if command.seat is not None:
        player = game.seats[command.seat]
        if by is not None and (player is None or player.user != by):
            raise Problem.of(ProblemCode.NOT_SEATED)
        if by is None and isinstance(command, Play) and (player is None or player.level is None):
            raise Problem.of(ProblemCode.STALE)
    return command.draft(game, by or "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """Take the seat that is reserved for the user, the free one, or one that a level has by now.

    The contribution to the shuffle is a `nonce`, or the `commitment` to one that is revealed later.
    """

    name: str
    contribution: Mapping[str, str]
    invited: bool
    at: int
    seat: ClassVar[None] = None

    def draft(self, game: Game, by: str) -> EventDraft:
        """Join an open game, or take back a seat in a running one."""
        if game.status is GameStatus.OPEN:
            seat, contribution = self._free_seat(game, by), self.contribution
            names = game.terms.names
            name = self.name if names is None else names[seat]
        else:
            found = rejoinable_seat(game, by, self.at)
            if found is None:
                raise Problem.of(ProblemCode.SEAT_TAKEN)
            seat, name, contribution = found, self.name, {}
        return EventDraft(
            EventKind.JOINED, {"seat": seat, "user": by, "name": name, **contribution}
        )

    def _free_seat(self, game: Game, by: str) -> int:
        reserved = game.terms.reserved
        if by in reserved:
            seat = reserved.index(by)
        elif self.invited and game.terms.against == "friend" and reserved[1] is None:
            seat = 1
        else:
            raise Problem.of(ProblemCode.NOT_FOUND)
        if game.seats[seat] is not None:
            raise Problem.of(ProblemCode.SEAT_TAKEN)
        return seat


def rejoinable_seat(game: Game, user: str, now: int) -> int | None:
    """The seat of this user that was given to a level and can be taken back, or None."""
    if game.status in (GameStatus.PLAYING, GameStatus.BETWEEN):
        for seat, replacement in enumerate(game.replacements):
            if replacement and replacement.user == user and now - replacement.at <= REJOIN_MS:
                return seat
    return None


@dataclass(frozen=True, slots=True)
class Reveal:
    """Reveal the nonce that the seat has committed to."""

    seat: int
    nonce: bytes

    def draft(self, game: Game, by: str) -> EventDraft | None:
        """None if the seat has revealed it already."""
        player = game.seats[self.seat]
        if player is None or player.commitment is None:
            raise Problem.of(ProblemCode.NOTHING_TO_REVEAL)
        if commitment(self.nonce) != player.commitment:
            raise Problem.of(ProblemCode.WRONG_NONCE)
        if player.nonce is not None:
            return None
        if game.status is GameStatus.OVER:
            raise Problem.of(ProblemCode.MATCH_OVER)
        if game.status is not GameStatus.SHUFFLING:
            raise Problem.of(ProblemCode.NOTHING_TO_REVEAL)
        return EventDraft(EventKind.REVEALED, {"seat": self.seat, "nonce": self.nonce.hex()})


@dataclass(frozen=True, slots=True)
class Play:
    """Play a move that was chosen in the position with this sequence number."""

    seat: int
    move: str
    seq: int

    def draft(self, game: Game, by: str) -> EventDraft:
        """The move, if the position is the same and the rules allow it."""
        round = game.round if game.status is GameStatus.PLAYING else _running(game).round
        if self.seq != game.position_seq:
            raise Problem.of(ProblemCode.STALE)
        try:
            parsed = parse_move(self.move)
        except NotationError:
            raise refused(Refusal.NOT_A_MOVE) from None
        # Between rounds this is the finished round, whose refusal is round_over.
        refusal = round.why_not(parsed, self.seat)
        if refusal is not None:
            raise refused(refusal)
        return EventDraft(EventKind.MOVED, {"seat": self.seat, "move": str(parsed)})


@dataclass(frozen=True, slots=True)
class Ready:
    """Confirm the next round."""

    seat: int

    def draft(self, game: Game, by: str) -> EventDraft | None:
        """None if the seat has confirmed it already."""
        _running(game)
        if game.status is not GameStatus.BETWEEN:
            raise Problem.of(ProblemCode.ROUND_RUNNING)
        return None if game.ready[self.seat] else EventDraft(EventKind.READY, {"seat": self.seat})


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Return to the seat's own last decision of this round, from this position."""

    seat: int
    seq: int

    def draft(self, game: Game, by: str) -> EventDraft:
        """The take-back, if the game allows it and there is a decision to take back."""
        _running(game)
        if not game.terms.take_backs:
            raise Problem.of(ProblemCode.NO_TAKE_BACK)
        if self.seq != game.position_seq:
            raise Problem.of(ProblemCode.STALE)
        then = game.take_back_to
        if then is None or not game.can_take_back:
            raise Problem.of(ProblemCode.NOTHING_TO_TAKE_BACK)
        return EventDraft(EventKind.TAKEN_BACK, {"seat": self.seat, "to": then.position_seq})


@dataclass(frozen=True, slots=True)
class Resign:
    """Resign the match."""

    seat: int

    def draft(self, game: Game, by: str) -> EventDraft:
        """The end of a running match."""
        _running(game)
        return EventDraft(EventKind.MATCH_OVER, {"ended": "resigned", "by": self.seat})


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave for good: an open game is withdrawn, a shuffle aborted, a running match abandoned.

    A user for whom a seat of an open game is reserved declines it.
    """

    seat: ClassVar[None] = None

    def draft(self, game: Game, by: str) -> EventDraft:
        """The end of the game."""
        if game.status is GameStatus.OVER:
            raise Problem.of(ProblemCode.MATCH_OVER)
        seats = game.seats_of(by)
        if game.status is GameStatus.OPEN and (seats or by == game.maker):
            return _withdraw()
        if game.status is GameStatus.OPEN and by in game.terms.reserved:
            declining = game.terms.reserved.index(by)
            return EventDraft(EventKind.MATCH_OVER, {"ended": "declined", "by": declining})
        if not seats:
            raise Problem.of(ProblemCode.NOT_SEATED)
        # A user with both seats leaves with the one to move.
        seat = game.turn if game.turn in seats else seats[0]
        if game.status is GameStatus.SHUFFLING:
            # Who leaves instead of revealing a nonce may have seen what it would have dealt.
            return _abort(seat) if seat in game.waits_for else _withdraw()
        return EventDraft(EventKind.MATCH_OVER, {"ended": "abandoned", "by": seat})


@dataclass(frozen=True, slots=True)
class ClaimMatch:
    """Win the match against an opponent who has exceeded the time for a move.

    Before the deal nobody can win: an opponent who does not reveal its nonce aborts the game.
    """

    seat: int
    at: int

    def draft(self, game: Game, by: str) -> EventDraft:
        """The end of the match, if the opponent is late."""
        other = _require_late_opponent(game, self.seat, self.at)
        if game.status is GameStatus.SHUFFLING:
            return _abort(other)
        if not game.terms.is_timed:
            raise Problem.of(ProblemCode.TOO_EARLY, claim_at=None)
        return EventDraft(EventKind.MATCH_OVER, {"ended": "claimed", "by": other})


@dataclass(frozen=True, slots=True)
class GiveToLevel:
    """Let a level replace the opponent, who is late or has been away too long."""

    seat: int
    level: str
    at: int

    def draft(self, game: Game, by: str) -> EventDraft:
        """The level sits down, if the opponent is late."""
        _running(game)
        if game.terms.rated:
            raise Problem.of(ProblemCode.RATED_GAME)
        other = _require_late_opponent(game, self.seat, self.at)
        level = {"level": self.level, "name": self.level}
        return EventDraft(EventKind.JOINED, {"seat": other, **level})


@dataclass(frozen=True, slots=True)
class Cancel:
    """End a game that is not over, by an admin: nobody wins it."""

    cause: str
    seat: ClassVar[None] = None

    def draft(self, game: Game, by: str) -> EventDraft:
        """The end of the match, whatever its state."""
        if game.status is GameStatus.OVER:
            raise Problem.of(ProblemCode.MATCH_OVER)
        data = {"ended": "cancelled", "by": None, "cause": self.cause}
        return EventDraft(EventKind.MATCH_OVER, data)


@dataclass(frozen=True, slots=True)
class OfferRematch:
    """Offer a rematch in a game that is open for it, or accept the opponent's offer."""

    seat: int
    game: str

    def draft(self, game: Game, by: str) -> EventDraft | None:
        """None if this seat has offered already."""
        if game.status is not GameStatus.OVER:
            raise Problem.of(ProblemCode.MATCH_RUNNING)
        if game.match is None:
            raise Problem.of(ProblemCode.NOT_STARTED)
        if game.offers[self.seat]:
            return None
        return EventDraft(EventKind.OFFERED, {"seat": self.seat, "game": game.rematch or self.game})


def claim_at(game: Game, late: int) -> int | None:
    """When the opponent of this seat may claim, in milliseconds; None if never yet."""
    seat, since = game.seats[late], game.away[late]
    if seat is None or seat.user is None or len(game.seats_of(seat.user)) == 2:
        return None
    if game.status is GameStatus.SHUFFLING and late not in game.waits_for:
        return None
    if game.terms.is_timed:
        return _overstepped_at(game, late)
    return None if since is None or game.status is GameStatus.OVER else since + ABSENCE_MS


def _overstepped_at(game: Game, late: int) -> int | None:
    """The deadline that a seat has, or after which it has moved while nobody claimed."""
    missed = game.clocks.overstepped[late]
    if missed is not None and game.status in (GameStatus.PLAYING, GameStatus.BETWEEN):
        return missed
    return game.deadline if late in game.waits_for else None


def with_time_used(game: Game, draft: EventDraft, at: int) -> EventDraft:
    """A move with the time that it has taken, once it is known when it is logged."""
    if draft.kind is not EventKind.MOVED:
        return draft
    return EventDraft(draft.kind, {**draft.data, "used": max(0, at - game.clocks.since)})


def _require_late_opponent(game: Game, seat: int, now: int) -> int:
    if game.status is not GameStatus.SHUFFLING:
        _running(game)
    at = claim_at(game, 1 - seat)
    if at is None or now < at:
        raise Problem.of(ProblemCode.TOO_EARLY, claim_at=at)
    return 1 - seat


def _running(game: Game) -> RunningGame:
    """The game, if a match is being played in it."""
    if game.status is GameStatus.OVER:
        raise Problem.of(ProblemCode.MATCH_OVER)
    if game.match is None:
        raise Problem.of(ProblemCode.NOT_STARTED)
    return game


def _abort(seat: int) -> EventDraft:
    return EventDraft(EventKind.MATCH_OVER, {"ended": "aborted", "by": seat})


def _withdraw() -> EventDraft:
    return EventDraft(EventKind.MATCH_OVER, {"ended": "withdrawn", "by": None})
