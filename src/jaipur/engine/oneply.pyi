from jaipur.engine.network import Brain
from jaipur.rules.moves import Move
from jaipur.rules.rulesets import Ruleset
from jaipur.rules.view import View

def choose_one_ply(view: View, brain: Brain | None = None) -> tuple[Move, float]: ...
def rate_moves(view: View, brain: Brain | None = None) -> list[tuple[Move, float]]: ...
def self_play(
    rounds: int,
    seed: int = 0,
    ruleset: str | Ruleset = "standard",
    brain: Brain | None = None,
) -> int: ...
