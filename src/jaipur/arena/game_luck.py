"""The luck in a game that was played: deals, draws and bonus tokens, for the first entrant.

Each part is a sum of chance events that have mean zero, whoever plays and however a round ends:
what came, minus the mean of what could have come, given everything before it (`engine.luck`). A
round that was forfeited or stopped counts with the events that happened in it.

In a match the luck of a round counts as much as the round does: by how much its seal changes the
probability of winning the match, between equal players, at the score before it.
"""

from __future__ import annotations

from typing import NamedTuple

from jaipur.coach.match_values import MATCH_ONE, match_values
from jaipur.engine.luck import SEAL_ONE, round_values, starter_value
from jaipur.rules.match import Match
from jaipur.rules.round import Round

__all__ = ["GameLuck", "game_luck"]


class GameLuck(NamedTuple):
    """What chance added to the first entrant's probability of winning a game, by its source."""

    deal: float = 0.0
    """The opening hands and markets, and in the first round who begins."""
    draws: float = 0.0
    """The cards laid out after moves."""
    bonus: float = 0.0
    """The bonus tokens."""

    def plus(self, other: GameLuck, weight: float) -> GameLuck:
        """This luck and so much of another, part by part."""
        deal, draws, bonus = (one + weight * more for one, more in zip(self, other, strict=True))
        return GameLuck(deal, draws, bonus)


def game_luck(match: Match, seat: int) -> GameLuck:
    """The luck that a seat had in a match that was dealt and played."""
    luck, seals = GameLuck(), [0, 0]
    sign = 1 if seat == 0 else -1
    values = match_values(match.seals_to_win, starter_value(match.ruleset).seal)
    for number, played in enumerate(match.rounds):
        weight = sign * values.stake((seals[0], seals[1]), played.first) / MATCH_ONE
        luck = luck.plus(_round_luck(played, is_first=number == 0), weight)
        if played.seal is not None:
            seals[played.seal] += 1
    return luck


def _round_luck(played: Round, *, is_first: bool) -> GameLuck:
    """The luck of seat 0 in one round. R9: only the first starter is drawn by lot."""
    values = round_values(played)
    expected = SEAL_ONE // 2 if is_first else values.starter.seal
    parts = {"draw": 0, "bonus": 0}
    for ply in values.plies:
        if ply.chance is not None:
            parts[ply.chance] += ply.luck.seal
    deal = values.dealt.seal - expected
    return GameLuck(deal / SEAL_ONE, parts["draw"] / SEAL_ONE, parts["bonus"] / SEAL_ONE)
