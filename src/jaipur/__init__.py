"""Jaipur, the card game: exact and fast rules, in the rulebook's own words.

>>> import jaipur
>>> match = jaipur.Match.deal(seed=7)
>>> match.round.market
Cards('GCKKK')
>>> match = match.play("+G")

Each public name is imported from its module on first use, so a program that imports `jaipur` pays
for what it needs: `jaipur --help` loads no rules, and a match loads no engine.
"""

import importlib
import typing

from jaipur.errors import (
    IllegalMove,
    ImpossiblePosition,
    JaipurError,
    NotationError,
    RecordError,
    Refusal,
    ShuffleError,
    UnknownPlayer,
    UnknownRuleset,
)

if typing.TYPE_CHECKING:
    from jaipur.coach.review import Review, review
    from jaipur.engine.analysis import analyse
    from jaipur.engine.evaluation import MoveEvaluation
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
    from jaipur.rules.record_files import read_matches, read_records, replay, write_records
    from jaipur.rules.round import PLY_LIMIT, AfterState, Round
    from jaipur.rules.rulesets import (
        BOX,
        RULESETS,
        STANDARD,
        Ruleset,
        get_ruleset,
        register_ruleset,
    )
    from jaipur.rules.score import Score
    from jaipur.rules.shuffle import check_shuffle
    from jaipur.rules.view import OwnSeat, PublicSeat, RoundResult, View

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
    "Review",
    "Round",
    "RoundEnd",
    "RoundResult",
    "Ruleset",
    "Score",
    "Sell",
    "ShuffleError",
    "Take",
    "TakeCamels",
    "UnknownPlayer",
    "UnknownRuleset",
    "View",
    "analyse",
    "check_shuffle",
    "deal_from",
    "get_ruleset",
    "read_matches",
    "read_records",
    "redeal",
    "register_ruleset",
    "replay",
    "review",
    "seed_bytes",
    "write_records",
]


_NAMES_BY_MODULE = {
    "coach.review": "Review review",
    "engine.analysis": "analyse",
    "engine.evaluation": "MoveEvaluation",
    "rules.cards": "CAMEL Camel Card Cards Good",
    "rules.core.redeal": "Belief redeal",
    "rules.deal": "Deal deal_from seed_bytes",
    "rules.ends": "MatchEnd PositionEnd RoundEnd",
    "rules.legal_moves": "LegalMoves",
    "rules.match": "Match",
    "rules.moves": "ACTION_TABLE_VERSION ACTIONS MAX_LEGAL Exchange Move Sell Take TakeCamels",
    "rules.record_files": "read_matches read_records replay write_records",
    "rules.round": "PLY_LIMIT AfterState Round",
    "rules.rulesets": "BOX RULESETS STANDARD Ruleset get_ruleset register_ruleset",
    "rules.score": "Score",
    "rules.shuffle": "check_shuffle",
    "rules.view": "OwnSeat PublicSeat RoundResult View",
}
_PACKAGES = ("arena", "coach", "engine", "envs", "errors", "players", "rules")
"""Packages that can be reached as attributes too: `jaipur.players.NAMES`."""
_MODULE_OF = {name: module for module, names in _NAMES_BY_MODULE.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("pyjaipur")
    if name in _PACKAGES:
        return importlib.import_module(f"jaipur.{name}")
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'jaipur' has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(f"jaipur.{_MODULE_OF[name]}"), name)
    return value


def __dir__() -> list[str]:
    special = {name for name in globals() if name.startswith("__")}
    return sorted({*__all__, *_PACKAGES, *special, "__version__"})
