from jaipur.engine.network import Brain
from jaipur.rules.rulesets import Ruleset

def contest(
    one: Brain, other: Brain, pairs: int, seed: int, ruleset: str | Ruleset = "standard"
) -> list[int]: ...
