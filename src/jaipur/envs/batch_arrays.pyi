from typing import Final

STYLES: Final[tuple[str, ...]]
EPISODES: Final[tuple[str, ...]]
REWARDS: Final[tuple[str, ...]]
CORE_OPPONENTS: Final[tuple[str, ...]]
AUTORESETS: Final[tuple[str, ...]]
