from jaipur.engine.network import Brain
from jaipur.rules.moves import Move
from jaipur.rules.rulesets import Ruleset
from jaipur.rules.view import View

def glance(
    view: View,
    *,
    noise: float = 0.0,
    forgets: bool = False,
    reach: int = 5,
    seed: int = 0,
    brain: Brain | None = None,
) -> Move: ...
def contest_of_eyes(
    one: tuple[float, bool, int],
    other: tuple[float, bool, int],
    pairs: int,
    seed: int,
    ruleset: str | Ruleset = "standard",
    brain: Brain | None = None,
) -> list[int]: ...
