"""Hidden cards and tokens, drawn again and again for the same information state."""

from __future__ import annotations

from random import Random
from typing import Any

from jaipur.envs.chance_round import ChanceRound
from jaipur.envs.information_state import information_state_text
from jaipur.rules.cards import CAMEL, Cards
from jaipur.rules.core.redeal import Belief

__all__ = ["BeliefCache"]


class BeliefCache:
    """The belief of the latest information state, as searches resample one many times.

    A copy of a state starts with an empty cache.
    """

    def __init__(self) -> None:
        self._key: tuple[int, str] | None = None
        self._belief: Belief | None = None

    def __deepcopy__(self, memo: Any) -> BeliefCache:
        return BeliefCache()

    def __reduce__(self) -> tuple[type[BeliefCache], tuple[()]]:
        return BeliefCache, ()

    def sample(
        self, round: ChanceRound, seat: int, rng: Random
    ) -> tuple[str, dict[int, list[int]]]:
        """A hand that the other seat may have been dealt, and its possible bonus tokens by pile."""
        key = (seat, information_state_text(round, seat))
        if self._belief is None or self._key != key:
            self._key, self._belief = key, Belief(round.round().view(seat))
        redealt, other = self._belief.redeal(rng), 1 - seat
        goods = redealt.shown[other] + (redealt.hands[other] - redealt.known[other])
        camels = redealt.ruleset.deal_size - len(goods)
        tokens = {size: list(values) for size, values in redealt.bonus_tokens(other).items()}
        return str(goods + Cards({CAMEL: camels})), tokens
