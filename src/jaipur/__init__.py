"""Jaipur, the card game: exact and fast rules, in the rulebook's own words.

>>> import jaipur
>>> match = jaipur.Match.deal(seed=7)
>>> match.round.market
Cards('GCKKK')
>>> match = match.play("+G")

The engine (`analyse`, `MoveEvaluation`) and `__version__` are loaded on first use.
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
from jaipur.rules.cards import CAMEL, Camel, Card, Cards, Good
from jaipur.rules.core.redeal import Belief, redeal
from jaipur.rules.deal import Deal, deal_from, seed_bytes
from jaipur.rules.ends import MatchEnd, PositionEnd, RoundEnd
from jaipur.rules.legal_moves import LegalMoves
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
from jaipur.rules.record_files import read_records, replay, write_records
from jaipur.rules.round import PLY_LIMIT, AfterState, Round
from jaipur.rules.rulesets import BOX, RULESETS, STANDARD, Ruleset, get_ruleset, register_ruleset
from jaipur.rules.score import Score
from jaipur.rules.view import OwnSeat, PublicSeat, RoundResult, View

if typing.TYPE_CHECKING:
    from jaipur.engine.analysis import analyse
    from jaipur.engine.evaluation import MoveEvaluation

    __version__: str

__all__ = [
    "ACTIONS",
    "ACTION_TABLE_VERSION",
    "BOX",
    "CAMEL",
    "MAX_LEGAL",
    "PLY_LIMIT",
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
    "MatchEnd",
    "Move",
    "MoveEvaluation",
    "NotationError",
    "OwnSeat",
    "PositionEnd",
    "PublicSeat",
    "RecordError",
    "Refusal",
    "Round",
    "RoundEnd",
    "RoundResult",
    "Ruleset",
    "Score",
    "Sell",
    "Take",
    "TakeCamels",
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
    if name not in ("analyse", "MoveEvaluation"):
        raise AttributeError(f"module 'jaipur' has no attribute {name!r}")
    from jaipur.engine.analysis import analyse
    from jaipur.engine.evaluation import MoveEvaluation

    globals().update(MoveEvaluation=MoveEvaluation, analyse=analyse)
    return globals()[name]
