from jaipur.rules.moves import Move
from jaipur.rules.view import View

def choose_flat(
    view: View, *, milliseconds: float | None = None, samples: int | None = None, seed: int = 0
) -> tuple[Move, float]: ...
