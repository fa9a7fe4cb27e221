from jaipur.rules.moves import Move
from jaipur.rules.round import Round

VERSION: int
ROW_COUNT: int

def rows_after(round: Round, move: Move | str) -> tuple[int, ...]: ...
