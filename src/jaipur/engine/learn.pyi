from collections.abc import Sequence
from typing import Self

from jaipur.rules.box import Ruleset

class Learner:
    def __new__(cls, seed: int = 1) -> Self: ...
    def learn(
        self,
        rounds: int,
        seed: int,
        rate: float,
        trace: float = 0.7,
        noise: float = 0.02,
        rulesets: Sequence[str | Ruleset] = ("standard", "box"),
    ) -> int: ...
    def save(self) -> bytes: ...
    def load(self, data: bytes) -> None: ...
    def quantized(self) -> tuple[list[int], int]: ...
