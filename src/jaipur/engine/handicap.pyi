from jaipur.engine.network import Network
from jaipur.rules.moves import Move
from jaipur.rules.view import View

def choose_with_handicap(
    view: View,
    *,
    noise: float = 0.0,
    forgets: bool = False,
    max_exchange: int = 5,
    seed: int = 0,
    network: Network | None = None,
) -> Move: ...
