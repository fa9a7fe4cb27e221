from collections.abc import Iterable
from typing import Self

from jaipur.engine.evaluation import MoveEvaluation
from jaipur.engine.network import Network
from jaipur.engine.samples import SampleBlock
from jaipur.rules.moves import Move
from jaipur.rules.view import View

GROUPS: int

class Search:
    seed: int
    depth: int
    threads: int
    exact: bool
    candidates: int
    groups: int
    def __new__(
        cls,
        view: View,
        *,
        width: int = 10,
        depth: int = 8,
        seed: int = 0,
        threads: int = 1,
        network: Network | None = None,
        moves: Iterable[Move] | None = None,
        exact: bool = True,
        groups: int = 1,
        finish: bool = False,
    ) -> Self: ...
    def run(self, count: int, learn: bool = False) -> None: ...
    def play_block(self, first: int, count: int, learn: bool) -> SampleBlock: ...
    def adapt(self) -> None: ...
    def halve(self, keep: int = 1) -> None: ...
    def evaluations(self) -> list[MoveEvaluation]: ...

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
) -> list[MoveEvaluation]: ...
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
def check_turn(view: View) -> None: ...
def check_budget(milliseconds: float | None, samples: int | None) -> None: ...
