from collections.abc import Sequence

from jaipur.engine.network import Network
from jaipur.engine.traits import Handicap
from jaipur.rules.rulesets import Ruleset

def compare_choices(
    count: int,
    moves: int,
    redeals: int,
    plies: int,
    seed: int,
    handicaps: Sequence[Handicap],
    ruleset: str | Ruleset = "standard",
    network: Network | None = None,
    random_share: float = 0.2,
) -> bytes: ...
