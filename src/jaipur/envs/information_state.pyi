from typing import Final

import numpy as np
from numpy.typing import NDArray

from jaipur.envs.chance_round import ChanceRound

PLY_NUMBERS: Final[int]

def write_observation(
    round: ChanceRound, seat: int, out: NDArray[np.float32], seals: tuple[int, int] = (0, 0)
) -> None: ...
def write_information_state(
    round: ChanceRound,
    seat: int,
    dealt: NDArray[np.float32],
    start: NDArray[np.float32],
    plies: NDArray[np.float32],
) -> None: ...
def information_state_text(round: ChanceRound, seat: int) -> str: ...
def observation_text(round: ChanceRound, seat: int) -> str: ...
