"""One deal played twice with the seats swapped: the unit that everything in the arena counts.

A pair is a function of its spec and its index; how many processes or machines play, and in which
order, changes nothing. (Budgets in milliseconds and outside programs are not reproducible.) Pair i
is dealt from SHA-256("jaipur-duel/1 SEED i"), and each player of each game has a seed from the same
bytes. In the first game the first entrant has seat 0, in the second seat 1; decks, bonus piles and
the seat that starts the first round are the same.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from jaipur.arena.entrant import Entrant
from jaipur.arena.game_luck import GameLuck, game_luck
from jaipur.arena.running_bots import RunningBots
from jaipur.errors import BotFault
from jaipur.players import ROUND_LIMIT, Player, make_player, play_match
from jaipur.players.bot import BotPlayer
from jaipur.rules.ends import RoundEnd
from jaipur.rules.match import Match
from jaipur.rules.moves import Move
from jaipur.rules.round import PLY_LIMIT
from jaipur.rules.view import View

__all__ = ["MATCH_SEALS", "Forfeit", "Outcome", "Pair", "PairSpec", "ThinkingTime", "play_pair"]

MATCH_SEALS: Final = 2
"""The seals that win a whole match."""


@dataclass(frozen=True, slots=True)
class PairSpec:
    """Everything that decides a pair but its index."""

    entrants: tuple[Entrant, Entrant]
    seed: str
    ruleset: str = "standard"
    ply_limit: int = PLY_LIMIT
    seals: int = 1
    """The seals that win a game: with 1 it is a single round."""

    @property
    def round_limit(self) -> int:
        """How many rounds a game has at most: one round may end without a seal, a match goes on."""
        return 1 if self.seals == 1 else ROUND_LIMIT


@dataclass(frozen=True, slots=True)
class ThinkingTime:
    """How long one side thought in a game."""

    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Which side lost a round by breaking the bot protocol, and how."""

    side: int
    cause: str
    detail: str
    round: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One game: a round, or a whole match. Sides, not seats: 0 is the first entrant."""

    points: int
    """Half points of the first entrant: 2 for a win, 1 if nobody has won, 0."""
    seals: tuple[int, int]
    ends: tuple[str, ...]
    """How each of its rounds ended."""
    plies: int
    thinking: tuple[ThinkingTime, ThinkingTime]
    names: tuple[str, str]
    forfeits: tuple[Forfeit, ...] = ()
    luck: GameLuck
    """The luck of the first entrant."""
    record: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Pair:
    """The two games of one deal."""

    index: int
    outcomes: tuple[Outcome, Outcome]

    @property
    def points(self) -> int:
        """Half points of the first entrant: 0 to 4."""
        return self.outcomes[0].points + self.outcomes[1].points

    @property
    def luck(self) -> GameLuck:
        """The mean luck of the first entrant in the two games."""
        one, other = (outcome.luck for outcome in self.outcomes)
        return GameLuck().plus(one, 0.5).plus(other, 0.5)


def play_pair(spec: PairSpec, index: int, bots: RunningBots) -> Pair:
    """Play both games of a pair."""
    first = _play_game(spec, index, 0, bots)
    return Pair(index, (first, _play_game(spec, index, 1, bots)))


def deal_seed(seed: str, index: int) -> bytes:
    """The 32 bytes that a pair is dealt from."""
    return hashlib.sha256(f"jaipur-duel/1 {seed} {index}".encode()).digest()


def player_seed(dealt: bytes, number: int, side: int) -> int:
    """The seed of a side's player in the first or second game of a pair."""
    return int.from_bytes(hashlib.sha256(dealt + bytes((number, side))).digest()[:8], "big") >> 1


class _TimedPlayer:
    """A player with a stopwatch."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self._round: int | None = None
        self._moves = 0
        self._seconds = self._slowest = 0.0

    @property
    def name(self) -> str:
        return self.player.name

    def choose(self, view: View) -> Move:
        if self._round != view.round and isinstance(self.player, BotPlayer):
            # Starting a bot is not part of its thinking time.
            self.player.begin_round(view.ruleset, view.seat or 0, view.round or 1)
            self._round = view.round
        start = time.perf_counter()
        try:
            return self.player.choose(view)
        finally:
            seconds = time.perf_counter() - start
            self._moves += 1
            self._seconds += seconds
            self._slowest = max(self._slowest, seconds)

    def end_round(self, rupees: Sequence[int], seal: int | None) -> None:
        """Tell a bot how its round ended."""
        if isinstance(self.player, BotPlayer):
            self.player.end_round(rupees, seal)

    @property
    def thinking(self) -> ThinkingTime:
        return ThinkingTime(self._moves, self._seconds, self._slowest)


def _play_game(spec: PairSpec, index: int, number: int, bots: RunningBots) -> Outcome:
    """Game 0 or 1 of the pair. In game 0 sides and seats are the same, in game 1 swapped."""
    dealt = deal_seed(spec.seed, index)
    sides = [
        _TimedPlayer(_player(entrant, player_seed(dealt, number, side), side, bots))
        for side, entrant in enumerate(spec.entrants)
    ]
    seated = sides if number == 0 else sides[::-1]
    faults: list[BotFault] = []
    match = play_match(
        seated,
        Match.deal(dealt, ruleset=spec.ruleset, seals=spec.seals),
        spec.ply_limit,
        round_limit=spec.round_limit,
        on_fault=lambda _, fault: faults.append(fault),
    )
    names = (sides[0].name, sides[1].name)
    forfeited = (n for n, over in enumerate(match.rounds, 1) if over.end == RoundEnd.FORFEIT)
    forfeits = tuple(
        Forfeit((match.rounds[played - 1].by or 0) ^ number, fault.code, fault.detail, played)
        for played, fault in zip(forfeited, faults, strict=True)
    )
    return Outcome(
        points=1 if match.winner is None else 2 * (match.winner == number),
        seals=match.seals if number == 0 else (match.seals[1], match.seals[0]),
        ends=tuple(over.end or "" for over in match.rounds),
        plies=sum(over.ply for over in match.rounds),
        thinking=(sides[0].thinking, sides[1].thinking),
        names=names,
        forfeits=forfeits,
        luck=game_luck(match, number),
        record=_record(match, names if number == 0 else names[::-1], forfeits),
    )


def _player(entrant: Entrant, seed: int, side: int, bots: RunningBots) -> Player:
    if entrant.command is not None:
        return bots.get(entrant, side)
    return make_player(entrant.name, seed=seed, budget=entrant.budget)


def _record(match: Match, players: tuple[str, str], forfeits: Sequence[Forfeit]) -> dict[str, Any]:
    """The game as a record, with the causes of its forfeits."""
    record = match.record()
    record["players"] = list(players)
    causes = [{"cause": forfeit.cause, "detail": forfeit.detail} for forfeit in forfeits]
    if causes and match.seals_to_win == 1:
        record["forfeit"] = causes[0]
    elif causes:
        rounds = (forfeit.round for forfeit in forfeits)
        record["forfeits"] = [
            {"round": n, **cause} for n, cause in zip(rounds, causes, strict=True)
        ]
    return record
