from collections.abc import Iterable, Mapping
from typing import Self

from jaipur.engine.evaluation import MoveEvaluation
from jaipur.engine.network import Network
from jaipur.engine.samples import SampleBlock
from jaipur.rules.cards import Cards
from jaipur.rules.moves import Move
from jaipur.rules.view import View

GROUPS: int

class Search:
    seed: int
    depth: int
    threads: int
    exact: bool
    track_gaps: bool
    candidates: int
    done: int
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
        track_gaps: bool = False,
        hands: Mapping[Cards, int] | None = None,
        adapt_other: bool = True,
        reply_width: int = 3,
        reply_samples: int = 0,
    ) -> Self: ...
    def run(self, count: int, learn: bool = False) -> None: ...
    def play_block(self, first: int, count: int, learn: bool) -> SampleBlock: ...
    def adapt(self) -> None: ...
    def halve(self, keep: int = 1) -> None: ...
    def gaps(self) -> list[tuple[float, float]]: ...
    def evaluations(self) -> list[MoveEvaluation]: ...

def check_turn(view: View) -> None: ...
