"""The cache of live games: the latest are kept in memory, and any that is in use is found.

A game must not be in memory twice: its copies would not know what the other has written. So a game
that the cache no longer keeps is still found while a request or a stream holds it.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, Generic, Protocol, TypeVar
from weakref import WeakValueDictionary

__all__ = ["GameCache"]

_IDLE_MS: Final = 300_000
_IDLE_AFTER_MATCH_MS: Final = 60_000


class _Cached(Protocol):
    used_at: int

    @property
    def is_over(self) -> bool: ...


G = TypeVar("G", bound=_Cached)


class GameCache(Generic[G]):
    """Games by id."""

    def __init__(self, *, most: int) -> None:
        """`most` is how many are kept."""
        self._most = most
        self._kept: OrderedDict[str, G] = OrderedDict()  # the least recently used first
        self._held: WeakValueDictionary[str, G] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._held)

    def get(self, game: str) -> G | None:
        """The game with this id, if it is in memory."""
        return self._held.get(game)

    def all(self) -> dict[str, G]:
        """All games in memory."""
        return dict(self._held)

    def use(self, game: str, now: int) -> G | None:
        """The game with this id, if it is in memory; it is kept as the one that was used last."""
        live = self._held.get(game)
        if live is not None:
            live.used_at = now
            if game in self._kept:
                self._kept.move_to_end(game)
            else:
                self.keep(game, live, now)
        return live

    def keep(self, game: str, live: G, now: int) -> None:
        """Keep a game as the one that was used last."""
        live.used_at = now
        self._held[game] = self._kept[game] = live
        self._kept.move_to_end(game)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def forget(self, game: str) -> None:
        """Have the next request read a game again."""
        self._kept.pop(game, None)
        self._held.pop(game, None)

    def drop_idle(self, now: int) -> None:
        """No longer keep games that were not used for some minutes."""
        for game, live in list(self._kept.items()):
            if live.used_at < now - (_IDLE_AFTER_MATCH_MS if live.is_over else _IDLE_MS):
                del self._kept[game]
