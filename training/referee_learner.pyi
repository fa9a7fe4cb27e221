from collections.abc import Sequence
from typing import Self

from jaipur.engine.network import Network
from jaipur.engine.referee import Referee
from jaipur.rules.rulesets import Ruleset
from training.float_weights import FloatWeights

class RefereeLearner(FloatWeights):
    def __new__(cls, seed: int = 1) -> Self: ...
    def learn(
        self,
        rounds: int,
        seed: int,
        rate: float,
        decay: float = 0.8,
        noise: float = 0.04,
        rulesets: Sequence[str | Ruleset] = ("standard", "box"),
        network: Network | None = None,
    ) -> int: ...
    def quantized(self) -> tuple[list[int], int, int]: ...

def sample_values(
    referee: Referee,
    rounds: int,
    seed: int,
    ruleset: str | Ruleset = "standard",
    network: Network | None = None,
) -> list[tuple[float, float, float, int]]: ...
def compare_with_playouts(
    referee: Referee,
    positions: int,
    playouts: int,
    seed: int,
    ruleset: str | Ruleset = "standard",
    network: Network | None = None,
) -> list[tuple[float, float, int]]: ...
