"""The rating model: everybody's ratings after some matches, by Glicko-2 over rounds.

A pure function of the matches in their order; docs/ratings.md has the formula with examples. Levels
are anchors: their ratings were measured and stay. The seat that begins a round has an advantage.
All rounds of a match are rated together, against the rating that the opponent had before it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import hypot
from typing import Final

from jaipur.players.glicko import GlickoRating, GlickoResult, rate, rest
from jaipur.players.levels import find_level
from jaipur.players.rated_rounds import RatedRound

__all__ = [
    "PROVISIONAL_DEVIATION",
    "STARTER_ADVANTAGE",
    "START_RATING",
    "WEEK_MS",
    "RatedMatch",
    "RatingBook",
    "RatingChange",
    "Standing",
]

START_RATING: Final = GlickoRating(rating=1400.0)
"""Somebody new: the middle of the levels and of the players that play as people do."""
PROVISIONAL_DEVIATION: Final = 90.0
"""A rating is provisional until its deviation is below this: for 15 to 30 rounds."""
STARTER_ADVANTAGE: Final = {"standard": 39.0, "box": 46.0}
"""What it is worth to begin a round, as a difference of ratings: `tools/measure_starter.py`."""
WEEK_MS: Final = 7 * 24 * 3_600_000
"""A period of Glicko-2, and the time in which a pair that meets again counts less."""
_ANCHOR_DEVIATION: Final = 30.0  # as the ratings of levels were measured
# People who play each other are off together, which their own deviations do not know. With this
# much more, deviations were as large as the errors in tools/simulate_ratings.py.
_SHARED_DEVIATION: Final = 300.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedMatch:
    """What a rated match means for ratings."""

    id: str
    ended_at: int
    """In milliseconds."""
    ruleset: str
    users: tuple[str | None, str | None]
    """The users in the seats; None for a level."""
    level: str | None = None
    rounds: tuple[RatedRound, ...]

    @property
    def order(self) -> tuple[int, str]:
        """Its place among all matches."""
        return self.ended_at, self.id

    @property
    def pair(self) -> tuple[str, str]:
        """Who met, whatever the seats."""
        one, other = sorted(user or f"level {self.level}" for user in self.users)
        return one, other


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The rating of a user after a match, and what it comes from."""

    rating: GlickoRating = START_RATING
    at: int | None = None
    """When that match ended, in milliseconds; None before the first."""
    matches: int = 0
    rounds: int = 0

    def rating_at(self, now: int) -> GlickoRating:
        """The rating at a later time: the deviation grows while no match is played."""
        return rest(self.rating, self.periods(now))

    def periods(self, now: int) -> float:
        """The time since the last match, in periods of Glicko-2."""
        return 0.0 if self.at is None else max(0, now - self.at) / WEEK_MS


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingChange:
    """What a match did to the rating of a user."""

    user: str
    before: GlickoRating
    after: Standing
    weight: float
    """How much its rounds counted."""


class RatingBook:
    """The ratings of everybody in one ruleset."""

    def __init__(
        self,
        standings: Mapping[str, Standing] | None = None,
        meetings: Iterable[tuple[tuple[str, str], int]] = (),
    ) -> None:
        """`meetings`: the pairs of the week before, and when their matches ended, in order."""
        self.standings: dict[str, Standing] = dict(standings or {})
        self._meetings: dict[tuple[str, str], deque[int]] = {}
        for pair, ended_at in meetings:
            self._meetings.setdefault(pair, deque()).append(ended_at)

    def add(self, match: RatedMatch) -> list[RatingChange]:
        """Rate a match that comes after all others; the changes of its users, by seat."""
        if not match.rounds:
            return []
        weight = self._weight(match)
        sides = [self._rating(match, seat) for seat in (0, 1)]
        changes = [
            self._change(match, seat, user, sides[1 - seat], weight)
            for seat, user in enumerate(match.users)
            if user is not None
        ]
        for change in changes:
            self.standings[change.user] = change.after
        return changes

    def _weight(self, match: RatedMatch) -> float:
        """One over the number of matches that the pair has played within a week, this included."""
        met = self._meetings.setdefault(match.pair, deque())
        while met and met[0] <= match.ended_at - WEEK_MS:
            met.popleft()
        met.append(match.ended_at)
        return 1 / len(met)

    def _rating(self, match: RatedMatch, seat: int) -> GlickoRating:
        """The rating of a seat before a match."""
        user = match.users[seat]
        if user is not None:
            now = self.standings.get(user, Standing()).rating_at(match.ended_at)
            return replace(now, deviation=hypot(now.deviation, _SHARED_DEVIATION))
        level = find_level(match.level or "")
        rating = None if level is None else level.rating(match.ruleset)
        if rating is None:
            raise ValueError(f"the level of a rated match must be measured, got {match.level!r}")
        return GlickoRating(rating=rating, deviation=_ANCHOR_DEVIATION)

    def _change(
        self, match: RatedMatch, seat: int, user: str, opponent: GlickoRating, weight: float
    ) -> RatingChange:
        standing = self.standings.get(user, Standing())
        edge = STARTER_ADVANTAGE[match.ruleset]
        results = [
            GlickoResult(
                opponent=opponent,
                score=each.score if seat == 0 else 1 - each.score,
                advantage=edge if each.first == seat else -edge,
                weight=weight,
            )
            for each in match.rounds
        ]
        after = Standing(
            rating=rate(standing.rating, results, periods=standing.periods(match.ended_at)),
            at=match.ended_at,
            matches=standing.matches + 1,
            rounds=standing.rounds + len(match.rounds),
        )
        before = standing.rating_at(match.ended_at)
        return RatingChange(user=user, before=before, after=after, weight=weight)
