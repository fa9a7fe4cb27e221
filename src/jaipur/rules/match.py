"""A match: rounds until someone has two seals.

A match is a value, as a round is: `play` returns the next match and leaves the old one alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from jaipur.errors import IllegalMove, ImpossiblePosition, Refusal
from jaipur.rules.deal import Seed, deal_from, seed_bytes
from jaipur.rules.ends import MatchEnd
from jaipur.rules.moves import Move
from jaipur.rules.record import MOST_SEALS, read_record, write_record
from jaipur.rules.round import PLY_LIMIT, Round
from jaipur.rules.rulesets import STANDARD, Ruleset, get_ruleset
from jaipur.rules.view import View, view_of

__all__ = ["Match"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Rounds until a seat has enough seals.

    >>> match = Match.deal(seed=7).play("+G")
    >>> match.round.ply, match.seals, match.is_over
    (1, (0, 0), False)
    """

    ruleset: Ruleset
    players: tuple[str, str]
    seals_to_win: int
    seed: bytes | None
    """The 32 bytes that all deals come from; None in a match whose record did not tell them."""
    rounds: tuple[Round, ...]
    """Every round, the one being played last."""
    ended: MatchEnd | None = None
    """How the match ended, or None while it runs."""
    by: int | None = None
    """The seat that resigned or left."""

    @classmethod
    def deal(
        cls,
        seed: Seed = None,
        *,
        ruleset: str | Ruleset = STANDARD,
        players: tuple[str, str] = ("north", "south"),
        seals: int = 2,
        first: int | None = None,
    ) -> Self:
        """A new match. The same seed gives the same deals; without one they are new.

        The seed decides by lot who starts, unless `first` names the seat.
        """
        rules = get_ruleset(ruleset)
        if not isinstance(seals, int) or isinstance(seals, bool) or not 1 <= seals <= MOST_SEALS:
            raise ValueError(f"seals must be from 1 to {MOST_SEALS}, got {seals!r}")
        if first is not None:
            _check_seat(first)
        north, south = players
        if not isinstance(north, str) or not isinstance(south, str):
            raise TypeError(f"players must be two str, got {players!r}")
        source = seed_bytes(seed)
        opening = deal_from(source, 1, rules)
        starter = opening.first if first is None else first
        round = Round.start(opening.deck, opening.bonus, starter, rules)
        return cls(
            ruleset=rules,
            players=(north, south),
            seals_to_win=seals,
            seed=source,
            rounds=(round,),
        )

    @property
    def round(self) -> Round:
        """The round being played; once it is over, it stays until `next_round`."""
        return self.rounds[-1]

    @property
    def seals(self) -> tuple[int, int]:
        """The seals that each seat has won."""
        won = [round.seal for round in self.rounds]
        return won.count(0), won.count(1)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.ended is not None

    @property
    def is_between(self) -> bool:
        """Whether a round is over and the match is not: `next_round` deals the next one."""
        return self.round.is_over and not self.is_over

    @property
    def winner(self) -> int | None:
        """The seat that has won the match, or None while it runs."""
        if self.ended is MatchEnd.SEALS:
            return self.round.seal
        return None if self.by is None else 1 - self.by

    @property
    def turn(self) -> int | None:
        """The seat to move; None between rounds and after the match."""
        return None if self.is_over else self.round.turn

    def why_not(self, move: Move | str, seat: int | None = None) -> Refusal | None:
        """Why a move or its text is refused, or None if it may be played."""
        refusal = self.round.why_not(move, seat)
        if self.is_over and refusal is not Refusal.NOT_A_MOVE:
            return Refusal.ROUND_OVER
        return refusal

    def play(self, move: Move | str, *, ply_limit: int | None = PLY_LIMIT) -> Self:
        """The match after a move in its round; it never deals: see `next_round`.

        A round that still runs after `ply_limit` plies is stopped and scored (R10).
        """
        if self.is_over:
            raise IllegalMove(self.why_not(move) or Refusal.ROUND_OVER, str(move))
        return self._with(self.round.play(move, ply_limit=ply_limit))

    def forfeit(self, seat: int) -> Self:
        """The match after a seat has forfeited this round; the other seat gets the seal."""
        self._must_run()
        return self._with(self.round.forfeit(seat))

    def stop_round(self, *, scored: bool = True) -> Self:
        """The match after this round was stopped, as at the ply limit, and scored (R10).

        With `scored=False` it ends as `limit`, without a seal: older records have such rounds.
        """
        self._must_run()
        return self._with(self.round.stop(scored=scored))

    def resign(self, seat: int) -> Self:
        """The match after a seat has given it up; the other seat wins."""
        return self._given_up(MatchEnd.RESIGNED, seat)

    def abandon(self, seat: int) -> Self:
        """The match after a seat has left it; the other seat wins."""
        return self._given_up(MatchEnd.ABANDONED, seat)

    def next_round(self) -> Self:
        """The match with its next round dealt; the last round must be over, but not the match."""
        self._must_run()
        first = self.round.next_first
        if first is None:
            raise ImpossiblePosition("The round is not over, so the next cannot be dealt.")
        deal = deal_from(self.seed, len(self.rounds) + 1, self.ruleset)
        round = Round.start(deal.deck, deal.bonus, first, self.ruleset)
        return replace(self, rounds=(*self.rounds, round))

    def positions(self) -> Iterator[Round]:
        """Every position of the match: each round as dealt, and after each move.

        A forfeit and a stop are not moves; the round that they end follows as one more position.
        """
        for round in self.rounds:
            then = round.at(0)
            for move, _ in round.history:
                yield then
                then = then.play(move, ply_limit=None)
            yield then
            if then != round:
                yield round

    def decisions(self) -> Iterator[tuple[View, Move]]:
        """Every move of the match, each with the view from which it was chosen."""
        won = [0, 0]
        for number, round in enumerate(self.rounds, 1):
            then = round.at(0)
            for move, _ in round.history:
                yield view_of(then, then.turn, number, (won[0], won[1])), move
                then = then.play(move, ply_limit=None)
            if round.seal is not None:
                won[round.seal] += 1

    def view(self, seat: int | None) -> View:
        """What one seat may know of this round and of the match; for a spectator, None."""
        if seat is not None:
            _check_seat(seat)
        view = view_of(self.round, seat, len(self.rounds), self.seals)
        # A match that was given up leaves its last round without an end, but nobody moves any more.
        return replace(view, turn=None, moves=()) if self.is_over else view

    def record(self) -> dict[str, Any]:
        """The match as plain data, with everything that is needed to play it again."""
        return write_record(self)

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The match of a record, checked by playing it again; RecordError if anything is wrong."""
        return read_record(cls, record)

    def _must_run(self) -> None:
        if self.is_over:
            raise IllegalMove(Refusal.ROUND_OVER, "")

    def _given_up(self, how: MatchEnd, seat: int) -> Self:
        _check_seat(seat)
        self._must_run()
        return replace(self, ended=how, by=seat)

    def _with(self, round: Round) -> Self:
        """The match with its last round as it is now, over if that brings the last seal."""
        # Not by `replace`, which takes three times as long: this is done with every move.
        match = type(self)(
            ruleset=self.ruleset,
            players=self.players,
            seals_to_win=self.seals_to_win,
            seed=self.seed,
            rounds=(*self.rounds[:-1], round),
        )
        if round.seal is not None and match.seals[round.seal] == self.seals_to_win:
            return replace(match, ended=MatchEnd.SEALS)
        return match

    def __str__(self) -> str:
        return f"{self._standing()}\n{self.round}"

    def __repr__(self) -> str:
        state = f"over by {self.ended}" if self.ended else f"ply {self.round.ply}"
        name = self.ruleset.name
        return f"<Match {name} {self._standing()}; round {len(self.rounds)}, {state}>"

    def _repr_html_(self) -> str:
        from jaipur.rules.picture import draw_match

        return draw_match(self)

    def _standing(self) -> str:
        return ", ".join(f"{n} {s}" for n, s in zip(self.players, self.seals, strict=True))


def _check_seat(seat: object) -> None:
    if not isinstance(seat, int) or isinstance(seat, bool) or seat not in (0, 1):
        raise ValueError(f"seat must be 0 or 1, got {seat!r}")
