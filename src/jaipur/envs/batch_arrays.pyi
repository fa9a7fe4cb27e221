from typing import Final

STYLES: Final[tuple[str, ...]]
EPISODES: Final[tuple[str, ...]]
REWARDS: Final[tuple[str, ...]]
AUTORESETS: Final[tuple[str, ...]]
