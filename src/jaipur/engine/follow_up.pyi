from collections.abc import Mapping, Sequence
from typing import Self

from jaipur.engine.network import Network
from jaipur.rules.moves import Move
from jaipur.rules.view import View

COLUMN_STARTS: Mapping[str, int]

class FollowUp:
    moves: tuple[Move, ...]
    samples: int
    def __new__(
        cls,
        view: View,
        moves: Sequence[Move],
        *,
        samples: int,
        seed: int = 0,
        threads: int = 1,
        network: Network | None = None,
    ) -> Self: ...
    def play(self, first: int, end: int) -> None: ...
    def column(self, name: str, place: int, kind: int = 0) -> list[int]: ...
