"""The probability of winning the match at every score of seals, in integers.

It follows from what it is worth to begin a round and from who begins the next one (R9). Both seats
are taken to be equally strong, and rounds without a seal, which are rare, are left out.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from jaipur.engine.luck import SEAL_ONE
from jaipur.rules.round import starter_after

__all__ = ["MATCH_ONE", "MatchValues", "match_values"]

# 1/(SEAL_ONE * MATCH_ONE) is 2**-52: every share of a match is exact in a double too.
MATCH_ONE: Final = 1 << 20


class MatchValues:
    """The probability that seat 0 wins a match, by its score and who begins."""

    def __init__(self, seals_to_win: int, starter: int) -> None:
        """`starter`: the probability of the seal for who begins, in 1/SEAL_ONE."""
        self._goal = goal = seals_to_win
        self._beginning = [[0] * goal for _ in range(goal)]
        for total in range(2 * goal - 2, -1, -1):
            for mine in range(max(0, total - goal + 1), min(goal, total + 1)):
                theirs = total - mine
                win = self.at((mine + 1, theirs), starter_after(0, 0))
                lose = self.at((mine, theirs + 1), starter_after(0, 1))
                value = starter * win + (SEAL_ONE - starter) * lose
                self._beginning[mine][theirs] = (2 * value + SEAL_ONE) // (2 * SEAL_ONE)

    def at(self, seals: tuple[int, int], first: int) -> int:
        """The probability for seat 0 at a score, before a round that `first` begins."""
        mine, theirs = seals
        if mine == self._goal:
            return MATCH_ONE
        if theirs == self._goal:
            return 0
        if first == 1:  # the other seat's value at the mirrored score, so that both agree exactly
            return MATCH_ONE - self._beginning[theirs][mine]
        return self._beginning[mine][theirs]

    def stake(self, seals: tuple[int, int], first: int) -> int:
        """What the seal of the next round adds to the probability of the match."""
        mine, theirs = seals
        win = self.at((mine + 1, theirs), starter_after(first, 0))
        return win - self.at((mine, theirs + 1), starter_after(first, 1))


@lru_cache(maxsize=16)
def match_values(seals_to_win: int, starter: int) -> MatchValues:
    """The values of a match that so many seals win, computed once."""
    return MatchValues(seals_to_win, starter)
