from collections.abc import Mapping

from jaipur.engine.move_model import MoveModel
from jaipur.engine.network import Network
from jaipur.rules.cards import Cards
from jaipur.rules.view import View

def likely_hands(
    view: View, model: MoveModel = ..., network: Network | None = None
) -> Mapping[Cards, int] | None: ...
