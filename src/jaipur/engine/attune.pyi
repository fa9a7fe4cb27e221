from collections.abc import Iterable, Sequence

from jaipur.engine.network import Brain

def attuned(
    brain: Brain, examples: Iterable[tuple[Sequence[int], int, int]]
) -> tuple[list[int], int]: ...
