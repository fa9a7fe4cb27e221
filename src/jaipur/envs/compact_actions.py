"""The actions that a ruleset can have at all, numbered without gaps.

A small ruleset has few of the 25,499 actions of the table: Mini-Jaipur 14. Their order is that of
the table, so the numbers stay the same as long as the table and the ruleset do.

>>> from jaipur.envs import MINI
>>> from jaipur.rules.moves import Move
>>> " ".join(str(Move.from_action(action)) for action in compact_actions(MINI)[:7])
'+D +L +K $D2 $D3 $L1 $L2'
"""

from __future__ import annotations

from functools import cache

from jaipur.rules.cards import CAMEL, Cards, Good
from jaipur.rules.moves import ACTIONS, Exchange, Move, Sell, Take
from jaipur.rules.rulesets import Ruleset

__all__ = ["compact_actions"]


@cache
def compact_actions(ruleset: Ruleset) -> tuple[int, ...]:
    """The ids of all moves that some position of a ruleset may allow, ascending."""
    return tuple(
        action for action in range(ACTIONS) if _possible(Move.from_action(action), ruleset)
    )


def _possible(move: Move, rules: Ruleset) -> bool:
    box = Cards({**dict(zip(Good, rules.cards, strict=True)), CAMEL: rules.camels})
    if isinstance(move, Take):
        return box[move.good] > 0
    if isinstance(move, Sell) and isinstance(move.good, Good):
        most = min(box[move.good], rules.hand_limit)
        return rules.sale_minimum(move.good) <= move.count <= most
    if isinstance(move, Exchange):
        size = len(move.taken)
        return (
            rules.exchange_minimum <= size <= min(rules.market_size, rules.hand_limit)
            and move.taken + move.given <= box
            and len(move.given.goods) <= rules.hand_limit
        )
    return rules.camels > 0
