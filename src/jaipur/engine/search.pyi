from collections.abc import Iterable
from typing import Self

from jaipur.engine.network import Brain
from jaipur.engine.thought import Thought
from jaipur.rules.moves import Move
from jaipur.rules.view import View

class Search:
    seed: int
    depth: int
    threads: int
    exact: bool
    def __new__(
        cls,
        view: View,
        *,
        width: int = 10,
        depth: int = 8,
        seed: int = 0,
        threads: int = 1,
        brain: Brain | None = None,
        moves: Iterable[Move] | None = None,
        exact: bool = True,
    ) -> Self: ...
    @property
    def alive(self) -> int: ...
    def run(self, count: int, learn: bool = False) -> None: ...
    def play(self, first: int, count: int, learn: bool) -> Portion: ...
    def attune(self) -> None: ...
    def halve(self, keep: int = 1) -> None: ...
    def thoughts(self) -> list[Thought]: ...

class Portion:
    def __new__(cls, count: int, candidates: int, learns: bool) -> Self: ...

def think(
    view: View,
    *,
    milliseconds: float | None = None,
    samples: int | None = None,
    seed: int = 0,
    threads: int = 1,
    width: int = 10,
    depth: int = 8,
    brain: Brain | None = None,
    keep: int = 1,
) -> list[Thought]: ...
def compare(
    view: View,
    moves: Iterable[Move],
    *,
    milliseconds: float | None = None,
    samples: int | None = None,
    seed: int = 0,
    threads: int = 1,
    depth: int = 8,
    brain: Brain | None = None,
) -> list[Thought]: ...
def check_turn(view: View) -> None: ...
def check_budget(milliseconds: float | None, samples: int | None) -> None: ...
