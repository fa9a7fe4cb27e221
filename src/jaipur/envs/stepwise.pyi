from collections.abc import Iterable, Sequence
from typing import Final

from jaipur.rules.moves import Move

CHOICES: Final[int]
STEPWISE_VERSION: Final[int]
CHOICE_NAMES: Final[tuple[str, ...]]

def path_to(move: Move | str | int) -> tuple[int, ...]: ...
def choices_after(actions: Iterable[int], chosen: Sequence[int] = ()) -> tuple[int, ...]: ...
