from collections.abc import Iterable, Sequence

from jaipur.engine.network import Network

def adapted_head(
    network: Network, examples: Iterable[tuple[Sequence[int], int, int]]
) -> tuple[list[int], int]: ...
