"""The arena's job: one deal played twice, the seats swapped. All else only counts pairs.

A pair is a function of its setup and its index; how many processes or machines play, and in which
order, changes nothing. (Budgets in milliseconds and outside programs bring their own chances.)
Pair i is dealt from SHA-256("jaipur-duel/1 SEED i"), and each player of each round has a seed out
of the same bytes. In the first round the first entrant has seat 0, in the second seat 1; deck,
bonus piles and the seat that starts are the same.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from jaipur.arena.bots import Bots
from jaipur.arena.entrant import Entrant
from jaipur.errors import BotFault
from jaipur.players import Player, make_player
from jaipur.players.bot import BotPlayer
from jaipur.rules.match import Match
from jaipur.rules.moves import Move
from jaipur.rules.round import PLY_LIMIT
from jaipur.rules.view import View

__all__ = ["Forfeit", "Outcome", "Pair", "Setup", "Thinking", "play_pair"]


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that decides a pair but its index."""

    entrants: tuple[Entrant, Entrant]
    seed: str
    ruleset: str = "standard"
    ply_limit: int = PLY_LIMIT


@dataclass(frozen=True, slots=True)
class Thinking:
    """How long one side thought in a round."""

    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Which side lost a round by breaking the bot protocol, and how."""

    side: int
    cause: str
    detail: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """One round. Sides, not seats: 0 is the first entrant."""

    points: int
    """Half points of the first entrant: 2 for the seal, 1 if there is none, 0."""
    plies: int
    end: str
    thinking: tuple[Thinking, Thinking]
    names: tuple[str, str]
    forfeit: Forfeit | None
    record: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Pair:
    """The two rounds of one deal."""

    index: int
    outcomes: tuple[Outcome, Outcome]

    @property
    def points(self) -> int:
        """Half points of the first entrant: 0 to 4."""
        return self.outcomes[0].points + self.outcomes[1].points


def play_pair(setup: Setup, index: int, bots: Bots) -> Pair:
    """Play both rounds of a pair."""
    first = _play_round(setup, index, 0, bots)
    return Pair(index, (first, _play_round(setup, index, 1, bots)))


def deal_seed(seed: str, index: int) -> bytes:
    """The 32 bytes that a pair is dealt from."""
    return hashlib.sha256(f"jaipur-duel/1 {seed} {index}".encode()).digest()


def player_seed(dealt: bytes, number: int, side: int) -> int:
    """The seed of a side's player in the first or second round of a pair."""
    return int.from_bytes(hashlib.sha256(dealt + bytes((number, side))).digest()[:8], "big") >> 1


class _Timed:
    """A player with a stopwatch."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self._moves = 0
        self._seconds = self._slowest = 0.0

    def choose(self, view: View) -> Move:
        if self._moves == 0 and isinstance(self.player, BotPlayer):
            # A bot that has to be started first is not timed for that.
            self.player.begin(view.ruleset, view.seat or 0)
        start = time.perf_counter()
        try:
            return self.player.choose(view)
        finally:
            seconds = time.perf_counter() - start
            self._moves += 1
            self._seconds += seconds
            self._slowest = max(self._slowest, seconds)

    @property
    def thinking(self) -> Thinking:
        return Thinking(self._moves, self._seconds, self._slowest)


def _play_round(setup: Setup, index: int, number: int, bots: Bots) -> Outcome:
    """Round 0 or 1 of the pair. In round 0 sides and seats are the same, in round 1 swapped."""
    dealt = deal_seed(setup.seed, index)
    sides = [
        _Timed(_player(entrant, player_seed(dealt, number, side), side, bots))
        for side, entrant in enumerate(setup.entrants)
    ]
    seated = sides if number == 0 else sides[::-1]
    match = Match.deal(dealt, ruleset=setup.ruleset, seals=1)
    match, fault = _played(match, seated, setup.ply_limit)
    over = match.round
    _end(seated, over.rupees, over.seal)
    names = (sides[0].player.name, sides[1].player.name)
    forfeit = None
    if fault is not None and over.by is not None:
        forfeit = Forfeit(over.by ^ number, fault.code, fault.detail)
    return Outcome(
        points=1 if over.seal is None else 2 * (over.seal == number),
        plies=over.ply,
        end=over.end or "",
        thinking=(sides[0].thinking, sides[1].thinking),
        names=names,
        forfeit=forfeit,
        record=_record(match, names if number == 0 else names[::-1], forfeit),
    )


def _player(entrant: Entrant, seed: int, side: int, bots: Bots) -> Player:
    if entrant.command is not None:
        return bots.get(entrant, side)
    return make_player(entrant.name, seed=seed, budget=entrant.budget)


def _played(match: Match, seated: Sequence[_Timed], limit: int) -> tuple[Match, BotFault | None]:
    """The match after its first round, and what the seat that forfeited did wrong."""
    while not match.round.is_over:
        seat = match.turn
        if seat is None or match.round.ply >= limit:
            return match.stop_round(), None
        try:
            match = match.play(seated[seat].choose(match.view(seat)))
        except BotFault as fault:
            return match.forfeit(seat), fault
    return match, None


def _end(seated: Sequence[_Timed], rupees: tuple[int, int], seal: int | None) -> None:
    for timed in seated:
        if isinstance(timed.player, BotPlayer):
            timed.player.end(rupees, seal)


def _record(match: Match, players: tuple[str, str], forfeit: Forfeit | None) -> dict[str, Any]:
    """The round as a match of one seal."""
    record = match.record()
    record["players"] = list(players)
    if forfeit is not None:
        record["forfeit"] = {"cause": forfeit.cause, "detail": forfeit.detail}
    return record
