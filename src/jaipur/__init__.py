"""Jaipur, the card game: exact and fast rules, in the rulebook's own words.

>>> import jaipur
>>> match = jaipur.Match.deal(seed=7)
>>> match.round.market
Cards('GCKKK')
>>> match = match.play("+G")

What thinks (`analyse`, `Thought`) and `__version__` are loaded on first use.
"""

import typing

from jaipur.errors import (
    IllegalMove,
    ImpossiblePosition,
    JaipurError,
    NotationError,
    RecordError,
    Refusal,
    UnknownPlayer,
    UnknownRuleset,
)
from jaipur.notation.records import read_records, replay, write_records
from jaipur.rules.box import BOX, RULESETS, STANDARD, Ruleset, get_ruleset, register_ruleset
from jaipur.rules.cards import CAMEL, Camel, Card, Cards, Good
from jaipur.rules.deal import Deal, deal_from, seed_bytes
from jaipur.rules.match import Match
from jaipur.rules.moves import (
    ACTION_TABLE_VERSION,
    ACTIONS,
    MAX_LEGAL,
    Exchange,
    Move,
    Sell,
    Take,
    TakeCamels,
)
from jaipur.rules.redeal import Belief, redeal
from jaipur.rules.round import AfterState, LegalMoves, Round
from jaipur.rules.score import Score
from jaipur.rules.view import Other, Over, Own, View

if typing.TYPE_CHECKING:
    from jaipur.engine.analysis import analyse
    from jaipur.engine.thought import Thought

    __version__: str

__all__ = [
    "ACTIONS",
    "ACTION_TABLE_VERSION",
    "BOX",
    "CAMEL",
    "MAX_LEGAL",
    "RULESETS",
    "STANDARD",
    "AfterState",
    "Belief",
    "Camel",
    "Card",
    "Cards",
    "Deal",
    "Exchange",
    "Good",
    "IllegalMove",
    "ImpossiblePosition",
    "JaipurError",
    "LegalMoves",
    "Match",
    "Move",
    "NotationError",
    "Other",
    "Over",
    "Own",
    "RecordError",
    "Refusal",
    "Round",
    "Ruleset",
    "Score",
    "Sell",
    "Take",
    "TakeCamels",
    "Thought",
    "UnknownPlayer",
    "UnknownRuleset",
    "View",
    "analyse",
    "deal_from",
    "get_ruleset",
    "read_records",
    "redeal",
    "register_ruleset",
    "replay",
    "seed_bytes",
    "write_records",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("pyjaipur")
    if name not in ("analyse", "Thought"):
        raise AttributeError(f"module 'jaipur' has no attribute {name!r}")
    from jaipur.engine.analysis import Thought, analyse

    globals().update(Thought=Thought, analyse=analyse)
    return globals()[name]
