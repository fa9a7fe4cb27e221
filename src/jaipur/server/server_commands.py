"""The commands that the server itself sends: absences, the time of outages, overdue matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from jaipur.server.commands import claim_at
from jaipur.server.event_log import EventDraft, EventKind
from jaipur.server.game import REJOIN_MS, Game, GameStatus

__all__ = [
    "SETTLED_AFTER_MS",
    "ClaimForLevel",
    "CreditOutage",
    "NoteAway",
    "NoteBack",
    "Outage",
    "SettleMatch",
    "seats_to_watch",
    "uncredited_outage",
]

# How long after its deadline a match is settled that nobody has looked after.
SETTLED_AFTER_MS: Final = 30 * 24 * 3_600_000

Outage = tuple[int, int]


@dataclass(frozen=True, slots=True)
class NoteAway:
    """Note that a seat is away, and since when."""

    seat: int
    since: int

    def draft(self, game: Game, by: str) -> EventDraft | None:
        """None if the seat cannot be away any more, or is known to be."""
        if self.seat not in seats_to_watch(game):
            return None
        return EventDraft(EventKind.AWAY, {"seat": self.seat, "since": self.since})


@dataclass(frozen=True, slots=True)
class NoteBack:
    """Note that a seat is back."""

    seat: int

    def draft(self, game: Game, by: str) -> EventDraft | None:
        """None if the seat is not away."""
        if game.away[self.seat] is None:
            return None
        return EventDraft(EventKind.BACK, {"seat": self.seat})


@dataclass(frozen=True, slots=True)
class CreditOutage:
    """Give back the time of the first of these outages that the game was not credited yet."""

    outages: Sequence[Outage]
    seat: ClassVar[None] = None

    def draft(self, game: Game, by: str) -> EventDraft | None:
        """None if none is left."""
        outage = uncredited_outage(game, self.outages)
        if outage is None:
            return None
        return EventDraft(EventKind.BACK, {"seat": None, "since": outage[0], "until": outage[1]})


@dataclass(frozen=True, slots=True)
class ClaimForLevel:
    """Claim the match for the level that it was opened against, if the user to move is late."""

    at: int
    seat: ClassVar[None] = None

    def draft(self, game: Game, by: str) -> EventDraft | None:
        """None if the user still has time."""
        if game.terms.against != "level" or game.deadline is None or game.turn is None:
            return None
        at = claim_at(game, game.turn)
        return None if at is None or self.at < at else _claimed(game.turn)


@dataclass(frozen=True, slots=True)
class SettleMatch:
    """End a match long after its deadline: the late player loses; without a winner if both are."""

    at: int
    seat: ClassVar[None] = None

    def draft(self, game: Game, by: str) -> EventDraft | None:
        """None if somebody has acted meanwhile."""
        if game.deadline is None or self.at < game.deadline + SETTLED_AFTER_MS:
            return None
        if len(game.waits_for) == 1:
            return _claimed(game.waits_for[0])
        return EventDraft(EventKind.MATCH_OVER, {"ended": "unfinished", "by": None})


def _claimed(late: int) -> EventDraft:
    return EventDraft(EventKind.MATCH_OVER, {"ended": "claimed", "by": late})


def seats_to_watch(game: Game) -> list[int]:
    """The seats of two different users that are not known to be away."""
    if game.status not in (GameStatus.SHUFFLING, GameStatus.PLAYING, GameStatus.BETWEEN):
        return []
    users = [seat.user if seat else None for seat in game.seats]
    if None in users or users[0] == users[1]:
        return []
    return [seat for seat in (0, 1) if game.away[seat] is None]


def uncredited_outage(game: Game, outages: Sequence[Outage]) -> Outage | None:
    """The first outage, or part of it, in which a time of this game was running uncredited."""
    if game.status is GameStatus.OVER:
        return None
    for since, until in outages:
        if until > game.credited_until and any(until > start for start in _running(game, since)):
            return max(since, game.credited_until), until
    return None


def _running(game: Game, at: int) -> list[int]:
    """Since when the deadline, the absences and the grace periods have run that `at` is part of."""
    starts = [since for since in game.away if since is not None]
    starts += [one.at for one in game.replacements if one is not None and at - one.at <= REJOIN_MS]
    if game.deadline is not None:
        starts.append(game.clocks.since)
    if game.terms.is_timed:  # a move that was written before the outage was known
        starts += [turn.since for turn in game.clocks.turns if turn is not None and at < turn.until]
    return starts
