from collections.abc import Iterable

from jaipur.engine.evaluation import MoveEvaluation
from jaipur.engine.network import Network
from jaipur.engine.view_search import GROUPS, Search, check_turn
from jaipur.rules.moves import Move
from jaipur.rules.view import View

__all__ = ["GROUPS", "Search", "check_budget", "check_turn", "compare", "run_phases", "think"]

def think(
    view: View,
    *,
    milliseconds: float | None = None,
    samples: int | None = None,
    seed: int = 0,
    threads: int = 1,
    width: int = 10,
    depth: int = 8,
    network: Network | None = None,
    keep: int = 1,
    groups: int = 1,
    stop_early: bool = False,
    read_hand: bool = False,
) -> list[MoveEvaluation]: ...
def run_phases(
    search: Search,
    started: float,
    milliseconds: float | None,
    samples: int | None,
    keep: int = 1,
) -> None: ...
def compare(
    view: View,
    moves: Iterable[Move],
    *,
    milliseconds: float | None = None,
    samples: int | None = None,
    seed: int = 0,
    threads: int = 1,
    depth: int = 8,
    network: Network | None = None,
    groups: int = ...,
) -> list[MoveEvaluation]: ...
def check_budget(milliseconds: float | None, samples: int | None) -> None: ...
