from jaipur.engine.network import Network
from jaipur.engine.traits import Handicap
from jaipur.rules.moves import Move
from jaipur.rules.view import View

def choose_with_handicap(
    view: View, handicap: Handicap, *, seed: int = 0, network: Network | None = None
) -> Move: ...
