"""Your match: the opponent whose rating follows a user's results, towards even chances.

Its rating is computed from the user's finished matches against levels, which the log has; nothing
else is stored. A game against it names the rating that it was opened with.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from jaipur.players.dial import DIAL_PREFIX, dial_range
from jaipur.players.even_rating import MatchResult, even_rating
from jaipur.players.levels import LEVELS
from jaipur.server.event_log import decode_data
from jaipur.server.game_terms import GameTerms
from jaipur.server.levels import rating_of
from jaipur.server.store import DatabaseRow, Store

__all__ = ["EVEN_LEVEL", "EvenMatch", "find_even_match"]

EVEN_LEVEL: Final = "even"
"""What a request calls it in the place of a level's name."""
_MATCHES: Final = 30
_MATCHES_SHOWN: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class EvenMatch:
    """The present rating of a user's match, and the latest results behind it."""

    rating: int
    won: int
    """How many of the latest matches the user has won."""
    matches: int
    """How many the latest are: five at most."""

    @property
    def level(self) -> str:
        """The name of the player."""
        return f"{DIAL_PREFIX}{self.rating}"


async def find_even_match(store: Store, user: str | None, ruleset: str) -> EvenMatch:
    """The match of a user; a visitor has no results yet."""
    rows = [] if user is None else await store.games_of(user)
    results = list(_results(rows, user))[:_MATCHES]
    lowest, highest = dial_range()
    start = LEVELS[1].rating(ruleset) or lowest
    latest = results[:_MATCHES_SHOWN]
    return EvenMatch(
        rating=min(highest, max(lowest, even_rating(results, start))),
        won=sum(result.won for result in latest),
        matches=len(latest),
    )


def _results(rows: list[DatabaseRow], user: str | None) -> Iterator[MatchResult]:
    """The finished matches against levels, the latest first; not those from a position."""
    for row in rows:
        terms = GameTerms.from_data(decode_data(row["terms"]))
        if row["status"] != "over" or row["winner"] is None or terms.begin is not None:
            continue
        rating = None
        if terms.against == "level" and terms.level is not None:
            rating = rating_of(terms.level, terms.ruleset)
        if rating is not None:
            yield MatchResult(rating, row[f"user{row['winner']}"] == user)
