from collections.abc import Sequence
from typing import Self

from jaipur.engine.network import Network
from jaipur.rules.rulesets import Ruleset
from training.float_weights import FloatWeights

class Learner(FloatWeights):
    def __new__(cls, seed: int = 1) -> Self: ...
    def learn(
        self,
        rounds: int,
        seed: int,
        rate: float,
        decay: float = 0.7,
        noise: float = 0.02,
        rulesets: Sequence[str | Ruleset] = ("standard", "box"),
        opponent: Network | None = None,
    ) -> int: ...
    def fit(
        self,
        examples: bytes,
        seed: int,
        rate: float,
        group: int = 1,
        shared: float = 1.0,
        choice: float = 0.0,
        temperature: float = 0.1,
    ) -> float: ...
    def load_network(self, network: Network) -> None: ...
    def quantized(self) -> tuple[list[int], int]: ...
