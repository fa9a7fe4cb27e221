from jaipur.engine.network import Network
from jaipur.engine.traits import Handicap
from jaipur.rules.rulesets import Ruleset

def duel_networks(
    one: Network, other: Network, pairs: int, seed: int, ruleset: str | Ruleset = "standard"
) -> list[int]: ...
def duel_handicaps(
    one: Handicap,
    other: Handicap,
    pairs: int,
    seed: int,
    ruleset: str | Ruleset = "standard",
    network: Network | None = None,
) -> list[int]: ...
