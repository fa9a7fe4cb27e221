from typing import Final

PLY_NUMBERS: Final[int]
