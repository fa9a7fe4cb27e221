"""Goods tokens by kind: a dictionary by Good that knows the letters too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jaipur.rules.cards import Good, card_of

__all__ = ["GoodsTokens"]


class GoodsTokens(dict[Good, tuple[int, ...]]):
    """The values of goods tokens by kind, best first.

    >>> tokens = GoodsTokens({Good.DIAMOND: (7, 7, 5)})
    >>> tokens["D"] == tokens[Good.DIAMOND] == (7, 7, 5)
    True
    >>> "G" in tokens, tokens.get("G", ())
    (False, ())

    The keys are goods: iterating, `len` and `==` are those of a plain dictionary. A letter that is
    no card raises NotationError.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        def __getitem__(self, good: Good | str) -> tuple[int, ...]: ...

    def __missing__(self, good: object) -> tuple[int, ...]:
        if isinstance(good, str) and self.__contains__(good):
            return self[_kind_of(good)]
        raise KeyError(good)

    def __contains__(self, good: object) -> bool:
        return super().__contains__(_kind_of(good))

    def get(self, good: Any, default: Any = None) -> Any:
        """The tokens of a good or a letter, or the default where there are none."""
        return super().get(_kind_of(good), default)


def _kind_of(good: Any) -> Any:
    return card_of(good) if isinstance(good, str) else good
