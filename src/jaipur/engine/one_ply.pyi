from jaipur.engine.network import Network
from jaipur.rules.moves import Move
from jaipur.rules.rulesets import Ruleset
from jaipur.rules.view import View

def choose_one_ply(view: View, network: Network | None = None) -> tuple[Move, float]: ...
def move_logits(view: View, network: Network | None = None) -> list[tuple[Move, float]]: ...
def self_play(
    rounds: int,
    seed: int = 0,
    ruleset: str | Ruleset = "standard",
    network: Network | None = None,
) -> int: ...
