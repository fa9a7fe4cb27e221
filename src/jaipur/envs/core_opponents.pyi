from typing import Any, Final

CORE_OPPONENTS: Final[tuple[str, ...]]

def plays_in_core(opponent: Any) -> bool: ...
