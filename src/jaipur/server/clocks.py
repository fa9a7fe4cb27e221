"""The clocks of a game: how long each seat may think, and how long it has thought. Values only.

No clock is read here: all times are those of log entries, in milliseconds, so the same log gives
the same clocks. With a clock per match (Fischer) a seat begins with the initial time and gets the
increment with each of its moves; the clock runs while the seat is to move, and stands at all other
times. A move that comes after zero counts, and the clock then has the increment and nothing else;
the opponent may claim until they have acted themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

__all__ = ["REPLY_MS", "Clocks", "MatchClock", "MoveTime", "Turn", "times_by_round"]

T = TypeVar("T")

# Between rounds, and while nonces are revealed, match clocks stand: this limit is for both.
REPLY_MS: Final = 120_000
# What a user finds on the clock at least when taking back a seat that a level has had.
RETURN_MS: Final = 60_000

TwoTimes = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchClock:
    """A clock for a whole match, in seconds: the time at the start, and that for each move."""

    initial: int
    increment: int


class Turn(Struct, frozen=True, kw_only=True):
    """The last turn of a seat, and how long it might have taken."""

    since: int
    until: int
    allowed: int | None

    @property
    def excess(self) -> int:
        """By how much it was too long; negative if time was left."""
        return -1 if self.allowed is None else self.until - self.since - self.allowed


class MoveTime(Struct, frozen=True, kw_only=True):
    """How long a move has taken, None if it was not timed; and the move before it."""

    used: int | None
    earlier: MoveTime | None

    def before(self, moves: int) -> MoveTime | None:
        """The times without those of the last `moves` moves."""
        time: MoveTime | None = self
        for _ in range(moves):
            time = None if time is None else time.earlier
        return time


class Clocks(Struct, frozen=True, kw_only=True):
    """Both clocks after an entry of the log."""

    left: TwoTimes | None = None
    """What each seat had left at `since`; None without a clock per match."""
    running: int | None = None
    """The seat whose match clock runs."""
    since: int = 0
    """Since when the game has waited for the seat that must act; outages are not counted."""
    allowed: int | None = None
    """For how long it waits before the opponent may claim; None without a limit."""
    turns: tuple[Turn | None, Turn | None] = (None, None)
    """The last turn of each seat, for outages that become known later."""
    overstepped: tuple[int | None, int | None] = (None, None)
    """The deadline after which each seat has moved, until the opponent has acted."""

    @property
    def deadline(self) -> int | None:
        """From when on the opponent of the seat that must act may claim."""
        return None if self.allowed is None else self.since + self.allowed

    def left_at(self, at: int) -> TwoTimes | None:
        """What each seat has left at this time."""
        if self.left is None or self.running is None:
            return self.left
        spent = self.left[self.running] - (at - self.since)
        return _with(self.left, self.running, max(0, spent))

    def started(self, clock: MatchClock | None) -> Clocks:
        """Both clocks before the first move."""
        return self if clock is None else replace(self, left=(1000 * clock.initial,) * 2)

    def waiting(self, at: int, allowed: int | None) -> Clocks:
        """Wait from now on for an answer that is no move on a match clock."""
        halted = self.halted(at)
        return replace(halted, since=at, allowed=allowed)

    def running_for(self, seat: int, at: int) -> Clocks:
        """Let the match clock of this seat run; one that runs already goes on."""
        if self.running == seat:
            return self
        halted = self.halted(at)
        assert halted.left is not None
        return replace(halted, running=seat, since=at, allowed=halted.left[seat])

    def halted(self, at: int) -> Clocks:
        """Stop the running clock without a move."""
        if self.running is None:
            return replace(self, allowed=None)
        return replace(self, left=self.left_at(at), running=None, since=at, allowed=None)

    def moved(self, seat: int, at: int, used: int | None, clock: MatchClock | None) -> Clocks:
        """A seat has moved; without the time that it has used, the move was not timed."""
        if used is None:
            return self
        turn = Turn(since=at - used, until=at, allowed=self.allowed)
        left = self.left
        if left is not None and clock is not None and self.running == seat:
            left = _with(left, seat, max(0, -turn.excess) + 1000 * clock.increment)
        missed = turn.until - turn.excess if turn.excess > 0 else None
        return replace(
            self,
            left=left,
            running=None,
            turns=_with(self.turns, seat, turn),
            overstepped=_with(_with(self.overstepped, seat, missed), 1 - seat, None),
        )

    def acted(self, seat: int) -> Clocks:
        """A seat has acted otherwise than by a move, and so waived its claim."""
        return replace(self, overstepped=_with(self.overstepped, 1 - seat, None))

    def taken(self, seat: int, *, back: bool) -> Clocks:
        """Somebody else has sat down; `back`: the user whom a level had replaced."""
        left = self.left
        if left is not None and back:
            left = _with(left, seat, max(left[seat], RETURN_MS))
        return replace(self, left=left, overstepped=_with(self.overstepped, seat, None))

    def credited(self, start: int, end: int) -> Clocks:
        """An outage, or a part of it, did not count: neither now nor in a turn just before."""
        clocks = self
        for seat in (0, 1):
            clocks = clocks._credited_turn(seat, start, end)
        allowed = clocks.allowed
        if clocks.left is not None and clocks.running is not None:
            allowed = clocks.left[clocks.running]
        since = clocks.since + max(0, end - max(clocks.since, start))
        return replace(clocks, since=since, allowed=allowed)

    def _credited_turn(self, seat: int, start: int, end: int) -> Clocks:
        turn, left, missed = self.turns[seat], self.left, self.overstepped[seat]
        credit = 0 if turn is None else min(end, turn.until) - max(start, turn.since)
        if turn is None or credit <= 0:
            return self
        mended = replace(turn, since=turn.since + credit)
        if left is not None and turn.allowed is not None:
            back = max(0, -mended.excess) - max(0, -turn.excess)
            left = _with(left, seat, left[seat] + back)
        if missed is not None:
            missed = missed + credit if mended.excess > 0 else None
        return replace(
            self,
            left=left,
            turns=_with(self.turns, seat, mended),
            overstepped=_with(self.overstepped, seat, missed),
        )


def times_by_round(last: MoveTime | None, plies: Sequence[int]) -> list[list[int | None]]:
    """The times of all moves, split into rounds of the given numbers of moves."""
    times: list[int | None] = []
    while last is not None:
        times.append(last.used)
        last = last.earlier
    times.reverse()
    rounds, start = [], 0
    for ply in plies:
        rounds.append(times[start : start + ply])
        start += ply
    return rounds


def _with(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)
