"""The kinds of card, and multisets of them.

A market, a hand or a discard is a multiset: compared by counts, printed in the order of the kinds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from operator import index, mul
from typing import Final

from jaipur.errors import ImpossiblePosition, NotationError
from jaipur.rules.whole_numbers import is_whole

__all__ = ["CAMEL", "LETTERS", "Camel", "Card", "Cards", "Good", "card_of"]

LETTERS: Final = "DGSCPLK"


class Good(Enum):
    """A good, in the order of the rulebook; its value is its letter."""

    DIAMOND = "D"
    GOLD = "G"
    SILVER = "S"
    CLOTH = "C"
    SPICE = "P"
    LEATHER = "L"

    letter: str
    """The letter that stands for this good in any text."""
    index: int
    """The place in the order of the kinds, from 0 for diamond to 5 for leather."""

    def __init__(self, letter: str) -> None:
        # Plain attributes: views ask for them a hundred times a move.
        self.letter = letter
        self.index = LETTERS.index(letter)

    @property
    def precious(self) -> bool:
        """Whether it is diamond, gold or silver, which are sold at least two at a time."""
        return self.index < 3

    def __str__(self) -> str:
        return self.name.lower()

    def __repr__(self) -> str:
        return f"Good.{self.name}"


class Camel(Enum):
    """The seventh kind of card, which is not a good. `CAMEL` is its only member."""

    CAMEL = "K"

    @property
    def letter(self) -> str:
        """The letter that stands for a camel in any text."""
        return self.value

    @property
    def index(self) -> int:
        """The place in the order of the kinds: after all goods."""
        return 6

    def __str__(self) -> str:
        return "camel"

    def __repr__(self) -> str:
        return "CAMEL"


CAMEL: Final = Camel.CAMEL
Card = Good | Camel
_KINDS: Final[tuple[Card, ...]] = (*Good, CAMEL)
_BY_LETTER: Final[dict[str, Card]] = {
    letter: card for card in _KINDS for letter in (card.letter, card.letter.lower())
}
_MOST: Final = 1000  # of one kind, far beyond any box: texts of cards stay short


def card_of(letter: str) -> Card:
    """The kind of card that a letter stands for, in either case."""
    card = _BY_LETTER.get(letter)
    if card is None:
        raise NotationError(
            f"{letter!r} is not a card; cards are D G S C P L K", letter, 1, "bad_cards"
        )
    return card


def _check_iterable(cards: object) -> None:
    if not isinstance(cards, Iterable):
        allowed = "a str of letters, Cards, an iterable of cards or a mapping of them to counts"
        raise TypeError(f"cards must be {allowed}, got {cards!r}")


def _place(card: object) -> int:
    if not isinstance(card, Card):
        raise TypeError(f"a card must be a Good or CAMEL, got {type(card).__name__}")
    return card.index


class Cards:
    """An immutable multiset of cards.

    >>> Cards("KGKCK")
    Cards('GCKKK')
    >>> Cards("GCKKK").camels
    3
    >>> Cards("GC") <= Cards("GCKKK")
    True
    """

    __slots__ = ("_counts",)
    _counts: tuple[int, ...]

    def __init__(self, cards: str | Cards | Iterable[Card] | Mapping[Card, int] = "") -> None:
        counts = [0] * 7
        if isinstance(cards, str):
            for column, letter in enumerate(cards, 1):
                card = _BY_LETTER.get(letter)
                if card is None:
                    message = f"{letter!r} is not a card; cards are D G S C P L K"
                    raise NotationError(message, cards, column, "bad_cards")
                counts[card.index] += 1
        elif isinstance(cards, Cards):
            counts = list(cards._counts)
        elif isinstance(cards, Mapping):
            for card, count in cards.items():
                if not is_whole(count, 0, _MOST):
                    message = f"The number of {card} cards must be 0 to {_MOST}, got {count!r}."
                    raise ImpossiblePosition(message)
                counts[_place(card)] += count
        else:
            _check_iterable(cards)
            for card in cards:
                counts[_place(card)] += 1
        object.__setattr__(self, "_counts", tuple(counts))

    @classmethod
    def from_counts(cls, counts: Iterable[int]) -> Cards:
        """The multiset with these numbers of each kind, diamonds first and camels last."""
        try:
            numbers = tuple(map(index, counts))
        except TypeError:
            raise TypeError(f"counts must be seven whole numbers, got {counts!r}") from None
        if len(numbers) != len(_KINDS) or min(numbers) < 0 or max(numbers) > _MOST:
            raise ImpossiblePosition(
                f"Cards are counted by their seven kinds, from 0 to {_MOST} of each."
            )
        cards = object.__new__(cls)
        object.__setattr__(cards, "_counts", numbers)
        return cards

    @property
    def counts(self) -> tuple[int, ...]:
        """How many of each kind: seven numbers, diamonds first and camels last."""
        return self._counts

    @property
    def goods(self) -> Cards:
        """The same cards without the camels."""
        return Cards.from_counts((*self._counts[:6], 0))

    @property
    def camels(self) -> int:
        """How many camels there are."""
        return self._counts[6]

    def count(self, card: Card | str) -> int:
        """How many cards of a kind there are, by the card or its letter."""
        return self._counts[_place(card_of(card) if isinstance(card, str) else card)]

    def __getitem__(self, card: Card | str) -> int:
        """How many of a kind, by the card or its letter: `cards["G"]` is `cards.count(Good.GOLD)`.

        A letter that is no card raises NotationError.
        """
        return self.count(card)

    def __contains__(self, card: object) -> bool:
        if isinstance(card, str):
            card = _BY_LETTER.get(card)
        return isinstance(card, Card) and self._counts[card.index] > 0

    def __iter__(self) -> Iterator[Card]:
        for card, count in zip(_KINDS, self._counts, strict=True):
            for _ in range(count):
                yield card

    def __len__(self) -> int:
        return sum(self._counts)

    def __add__(self, other: Cards) -> Cards:
        if not isinstance(other, Cards):
            return NotImplemented
        pairs = zip(self._counts, other._counts, strict=True)
        return Cards.from_counts(mine + theirs for mine, theirs in pairs)

    def __sub__(self, other: Cards) -> Cards:
        if not isinstance(other, Cards):
            return NotImplemented
        if not other <= self:
            raise ImpossiblePosition(f"{other} cannot be taken out of {self}.")
        pairs = zip(self._counts, other._counts, strict=True)
        return Cards.from_counts(mine - theirs for mine, theirs in pairs)

    def __le__(self, other: Cards) -> bool:
        if not isinstance(other, Cards):
            return NotImplemented
        return all(mine <= theirs for mine, theirs in zip(self._counts, other._counts, strict=True))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cards):
            return NotImplemented
        return self._counts == other._counts

    def __hash__(self) -> int:
        return hash(self._counts)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("Cards cannot be changed.")

    def __reduce__(self) -> tuple[type[Cards], tuple[str]]:
        return Cards, (str(self),)

    def __str__(self) -> str:
        return "".join(map(mul, LETTERS, self._counts))

    def __repr__(self) -> str:
        return f"Cards('{self}')"

    def _repr_html_(self) -> str:
        from jaipur.rules.picture import draw_cards

        return draw_cards(self)
