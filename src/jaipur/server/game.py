"""A game at a table, after some of the events of its log: a value.

What a game can be is a union: open, shuffling, withdrawn, playing, between rounds, finished. Their
`status` tells them apart, also for a type checker, and only those with cards have a match.
`fold` computes it from the log; `commands` says what may be done in it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, ClassVar, Final, Literal

import msgspec

from jaipur import Match, Move, Round
from jaipur.rules.shuffle import NO_NONCE, shared_seed
from jaipur.server.clocks import Clocks, MoveTime, times_by_round
from jaipur.server.game_terms import GameTerms

__all__ = [
    "ABSENCE_MS",
    "MAX_ROUNDS",
    "MAX_TAKE_BACKS",
    "REJOIN_MS",
    "BetweenGame",
    "DealtGame",
    "Decision",
    "FinishedGame",
    "Game",
    "GameFacts",
    "GameStatus",
    "OpenGame",
    "PlayingGame",
    "Replacement",
    "RunningGame",
    "Seat",
    "ShufflingGame",
    "WithdrawnGame",
    "parse_move",
]

# How long a seat may be away before the opponent may let a level replace it.
ABSENCE_MS: Final = 120_000
# How long a user whom a level has replaced may take the seat back.
REJOIN_MS: Final = 600_000
# With the ply limit (R10) these bound a log: rounds without a seal and take-backs could go on.
MAX_ROUNDS: Final = 25
MAX_TAKE_BACKS: Final = 500
NO_NAME: Final = "Guest"  # in records: a user who was deleted


class GameStatus(StrEnum):
    """The phase a game is in."""

    OPEN = "open"
    SHUFFLING = "shuffling"
    PLAYING = "playing"
    BETWEEN = "between"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """The player in a seat: a user or a level."""

    name: str
    user: str | None = None
    level: str | None = None
    nonce: bytes | None = NO_NONCE
    """The seat's part of the seed; None until it is revealed."""
    rating: tuple[int, int] | None = None
    """The rating and deviation with which an account has sat down."""
    commitment: str | None = None
    """SHA-256 of the nonce, if the seat took part with that first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """Which user a level has replaced, and when, in milliseconds."""

    user: str
    at: int


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A user's decision that can be taken back: where it was made, and the one before it."""

    position_seq: int
    ply: int
    slots: str
    earlier: Decision | None


BothSeats = tuple[bool, bool]
AwaySince = tuple[int | None, int | None]


class GameFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What every game has, after `seq` events.

    A Struct: its `replace` takes 1 µs, that of a dataclass 19 µs.
    """

    id: str
    maker: str
    terms: GameTerms
    secret: bytes
    seq: int = 0
    position_seq: int = 0
    """The number of the event that led to the current position; a move names it."""
    seats: tuple[Seat | None, Seat | None] = (None, None)
    former_users: tuple[str, ...] = ()
    """Users whom a level has replaced."""
    joined_at: tuple[int, int] = (0, 0)
    """When each seat was taken by its current player, in milliseconds."""
    replacements: tuple[Replacement | None, Replacement | None] = (None, None)
    """The seats that a level has in place of a user."""
    away: AwaySince = (None, None)
    waits_for: tuple[int, ...] = ()
    """The seats that must act: move, confirm the next round, or reveal their nonces."""
    clocks: Clocks = Clocks()
    """The time that the seats have used and have left."""
    times: MoveTime | None = None
    """How long the moves of the match have taken, the last one first."""
    credited_until: int = 0
    """Server outages before this time, in milliseconds, have been credited."""
    updated_at: int = 0
    """The time of the last event, in milliseconds."""
    ready: BothSeats = (False, False)
    taken_back: int = 0
    said_at: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """When each seat has shown phrases and faces, in milliseconds."""

    @property
    def deadline(self) -> int | None:
        """From when on the opponent of a seat that must act may claim; None without a limit."""
        return self.clocks.deadline

    def seats_of(self, user: str | None) -> tuple[int, ...]:
        """The seats of a user."""
        if user is None:
            return ()
        return tuple([n for n, seat in enumerate(self.seats) if seat and seat.user == user])

    @property
    def unrevealed(self) -> tuple[int, ...]:
        """The seats that have committed to a nonce and not revealed it yet."""
        return tuple(n for n, seat in enumerate(self.seats) if seat and seat.nonce is None)

    @property
    def seed(self) -> bytes:
        """The seed of all deals: no single party could choose it."""
        return shared_seed(self.secret, self.nonces)

    @property
    def nonces(self) -> tuple[bytes, bytes]:
        """The nonces of both seats, once they are known."""
        north, south = (NO_NONCE if seat is None else seat.nonce for seat in self.seats)
        if north is None or south is None:
            raise ValueError("a nonce has not been revealed yet")
        return north, south


class _Undealt(GameFacts, frozen=True, kw_only=True):
    """A game without cards."""

    match: ClassVar[None] = None
    round: ClassVar[None] = None
    turn: ClassVar[None] = None
    winner: ClassVar[None] = None
    level_to_move: ClassVar[None] = None
    take_back_to: ClassVar[None] = None
    can_take_back: ClassVar[bool] = False
    offers: ClassVar[BothSeats] = (False, False)
    rematch: ClassVar[None] = None


class OpenGame(_Undealt, frozen=True, kw_only=True):
    """A game that waits for its players."""

    status: ClassVar[Literal[GameStatus.OPEN]] = GameStatus.OPEN
    ended: ClassVar[None] = None
    by: ClassVar[None] = None


class ShufflingGame(_Undealt, frozen=True, kw_only=True):
    """A game that waits for the nonces of its players."""

    status: ClassVar[Literal[GameStatus.SHUFFLING]] = GameStatus.SHUFFLING
    ended: ClassVar[None] = None
    by: ClassVar[None] = None


class WithdrawnGame(_Undealt, frozen=True, kw_only=True):
    """A game that has ended before the cards were dealt."""

    status: ClassVar[Literal[GameStatus.OVER]] = GameStatus.OVER
    ended: str
    by: int | None


class _Dealt(GameFacts, frozen=True, kw_only=True):
    """A game with cards."""

    seats: tuple[Seat, Seat]
    match: Match
    round: Round
    """The current round of the match; a finished one stays until the next is dealt."""
    slots: str
    take_back_to: Decision | None = None
    """The last decision of this round that can be taken back."""

    @property
    def winner(self) -> int | None:
        """The seat that has won the match, or None."""
        return self.match.winner

    @property
    def round_number(self) -> int:
        """The number of the current round, from 1."""
        return len(self.match.rounds)

    @property
    def can_take_back(self) -> bool:
        """Whether there is a decision to take back, and a take-back left for it."""
        return self.take_back_to is not None and self.taken_back < MAX_TAKE_BACKS

    def record(self) -> dict[str, Any]:
        """The match as a record; without the seed if that did not produce every deal."""
        record = self.match.record()
        if self.terms.source is not None:
            del record["seed"]
        return record

    def full_record(self) -> dict[str, Any]:
        """The record with what a server knows besides: levels, times, how much was taken back."""
        record, limits = self.record(), asdict(self.terms)
        return {
            **record,
            "rounds": self._timed_rounds(record["rounds"]),
            **{name: limits[name] for name in ("time", "clock") if limits[name] is not None},
            "players": [name or NO_NAME for name in record["players"]],
            "levels": [seat.level for seat in self.seats],
            "taken_back": self.taken_back,
        }

    def _timed_rounds(self, rounds: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The rounds of a record with the time of each move, where all moves were timed."""
        times = times_by_round(self.times, [len(round["moves"]) for round in rounds])
        return [
            {**round, "used": used} if used and None not in used else round
            for round, used in zip(rounds, times, strict=True)
        ]


class _Running(_Dealt, frozen=True, kw_only=True):
    """A game whose match is not over."""

    offers: ClassVar[BothSeats] = (False, False)
    rematch: ClassVar[None] = None
    ended: ClassVar[None] = None
    by: ClassVar[None] = None


class PlayingGame(_Running, frozen=True, kw_only=True):
    """A game with a round that is being played."""

    status: ClassVar[Literal[GameStatus.PLAYING]] = GameStatus.PLAYING
    level_to_move: str | None = None
    """The level whose turn it is."""

    @property
    def turn(self) -> int | None:
        """The seat to move; None if the round has just ended."""
        return self.round.turn

    @property
    def is_replaying(self) -> bool:
        """Whether the next move is one of the match that the game replays."""
        source = self.terms.source
        return source is not None and source.move_at(self.round_number, self.round.ply) is not None


class BetweenGame(_Running, frozen=True, kw_only=True):
    """A game between two rounds."""

    status: ClassVar[Literal[GameStatus.BETWEEN]] = GameStatus.BETWEEN
    turn: ClassVar[None] = None
    level_to_move: ClassVar[None] = None


class FinishedGame(_Dealt, frozen=True, kw_only=True):
    """A game whose match is over."""

    status: ClassVar[Literal[GameStatus.OVER]] = GameStatus.OVER
    turn: ClassVar[None] = None
    level_to_move: ClassVar[None] = None
    ended: str
    by: int | None
    offers: BothSeats = (False, False)
    rematch: str | None = None


RunningGame = PlayingGame | BetweenGame
DealtGame = RunningGame | FinishedGame
Game = OpenGame | ShufflingGame | WithdrawnGame | DealtGame
"""A game after some events: what it can be, told apart by `status`, or by `match`."""


@lru_cache(maxsize=4096)
def parse_move(text: str) -> Move:
    """A move from its notation, cached: most moves that are played were parsed before."""
    return Move.parse(text)
