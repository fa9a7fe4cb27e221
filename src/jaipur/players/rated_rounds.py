"""The rounds of a match as ratings count them: who began, and the score of seat 0.

A round counts 1 for who won its seal, and a half for both without one. Who gives up a match loses
the round in which that happens, and as many more as the opponent would still have needed: giving up
is never cheaper than to lose on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jaipur.rules.match import Match
from jaipur.rules.round import Round, starter_after

__all__ = ["RatedRound", "played_rounds", "rated_rounds"]


@dataclass(frozen=True, slots=True)
class RatedRound:
    """A round of a rated match."""

    first: int
    """The seat that began."""
    score: float
    """The score of seat 0: 1 for a win, 0 for a loss; with luck taken out, any number near them."""


def rated_rounds(match: Match) -> tuple[RatedRound, ...]:
    """The rounds of a match that is over, by their results."""
    return (
        *(RatedRound(played.first, _score(match, played)) for played in played_rounds(match)),
        *_conceded(match),
    )


def played_rounds(match: Match) -> Iterator[Round]:
    """The rounds that are over, and the one that was given up."""
    return (played for played in match.rounds if played.is_over or match.by is not None)


def _score(match: Match, played: Round) -> float:
    if not played.is_over:
        return float(match.by == 1)
    return 0.5 if played.seal is None else float(played.seal == 0)


def _conceded(match: Match) -> Iterator[RatedRound]:
    """The rounds that were not played, and that who gave up loses with the match."""
    if match.by is None:
        return
    won = match.seals[1 - match.by] + (not match.round.is_over)
    first = (
        match.round.next_first
        if match.round.is_over
        else starter_after(match.round.first, 1 - match.by)
    )
    for _ in range(match.seals_to_win - won):
        assert first is not None
        yield RatedRound(first, float(match.by == 1))
        first = match.by  # R9: the loser of a round starts the next
