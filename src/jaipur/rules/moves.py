"""The four moves of Jaipur, as plain values, and their text.

A move here is only well formed; whether it may be played now is for Round.why_not. The moves of
the action table are interned: there is one object for each action.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import cache
from typing import Final, TypeVar

from jaipur.errors import NotationError
from jaipur.rules.cards import CAMEL, LETTERS, Card, Cards, Good, card_of
from jaipur.rules.core.action_tables import action_of_exchange, action_of_sale, swap_of_action
from jaipur.rules.typed_moves import read_typed_move
from jaipur.rules.whole_numbers import is_whole

__all__ = [
    "ACTIONS",
    "ACTION_TABLE_VERSION",
    "MAX_LEGAL",
    "Exchange",
    "Move",
    "Sell",
    "Take",
    "TakeCamels",
]

ACTIONS: Final = 25_499
ACTION_TABLE_VERSION: Final = 1
MAX_LEGAL: Final = 167
_LONGEST_TEXT: Final = 200
_CAMELS_ACTION: Final = 6
_FIRST_EXCHANGE: Final = 43
_MOST_CARDS: Final = _LONGEST_TEXT - 2  # so that each exchange has a text that can be read again
_CARD_LETTERS: Final = frozenset(LETTERS + LETTERS.lower())


class Move:
    """One of Take, TakeCamels, Exchange and Sell.

    >>> Move.parse("+LG-KP")
    Exchange('GL', 'PK')
    >>> str(Move.parse("sell 3 diamonds"))
    '$D3'
    """

    __slots__ = ("_text", "action")
    _text: str
    action: int | None
    """The move's number in the action table, or None where the table has no such move."""

    def __new__(cls) -> Move:
        raise TypeError("A move is made by Take, TakeCamels, Exchange, Sell or Move.parse.")

    @staticmethod
    def parse(text: str) -> Move:
        """Read a move in notation (`+DG-LK`) or in words (`take spice gold give leather camel`)."""
        if not isinstance(text, str):
            raise TypeError(f"a move must be a str, got {type(text).__name__}")
        if len(text) > _LONGEST_TEXT:
            raise NotationError("No move is that long", text, _LONGEST_TEXT + 1)
        stripped = text.strip()
        start = len(text) - len(text.lstrip())
        if not stripped:
            raise NotationError("There is no move in an empty text", text, 1)
        if stripped[0] == "$":
            return _read_sale(text, stripped, start)
        if stripped[0] == "+":
            return _read_taking(text, stripped, start)
        kind, taken, given, count = read_typed_move(text)
        if kind == "sell":
            return Sell(next(iter(given)), count)
        return _taking(text, taken, given)

    @staticmethod
    def from_action(action: int) -> Move:
        """The move with this number in the action table."""
        if not is_whole(action, 0, ACTIONS - 1):
            raise ValueError(f"action must be from 0 to {ACTIONS - 1}, got {action!r}")
        move = BY_ACTION[action]
        if move is not None:
            return move
        (taken, taken_text), (given, given_text) = map(_bundle, swap_of_action(action))
        if action == _CAMELS_ACTION:
            return TakeCamels()
        if action < _CAMELS_ACTION:
            return Take(_good(next(iter(taken))))
        if action < _FIRST_EXCHANGE:
            return Sell(next(iter(given)), len(given))
        text = f"+{taken_text}-{given_text}"
        return _make(Exchange, text, action, taken=taken, given=given)

    # No ABCMeta: Move() raises anyway, and its isinstance would cost each Round.play 250 ns.
    @abstractmethod
    def describe(self) -> str:
        """The move in words that can be read again."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("Moves cannot be changed.")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return self._text == other._text if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __str__(self) -> str:
        return self._text

    def __reduce__(self) -> tuple[object, ...]:
        return Move.parse, (self._text,)


# One place for each action; filled when the move is first needed.
BY_ACTION: Final[list[Move | None]] = [None] * ACTIONS


class Take(Move):
    """Take one good out of the market; the deck replaces it."""

    __slots__ = ("good",)
    __match_args__ = ("good",)
    good: Good

    def __new__(cls, good: Good) -> Take:
        if not isinstance(good, Good):
            raise TypeError(f"good must be a Good, got {good!r}")
        move = BY_ACTION[good.index]
        if not isinstance(move, Take):
            move = _make(cls, f"+{good.letter}", good.index, good=good)
        return move

    def describe(self) -> str:
        return f"take {self.good}"

    def __repr__(self) -> str:
        return f"Take({self.good!r})"


class TakeCamels(Move):
    """Take all camels out of the market into the herd; the deck replaces them."""

    __slots__ = ()

    def __new__(cls) -> TakeCamels:
        move = BY_ACTION[_CAMELS_ACTION]
        return move if isinstance(move, TakeCamels) else _make(cls, "+K", _CAMELS_ACTION)

    def describe(self) -> str:
        return "take the camels"

    def __repr__(self) -> str:
        return "TakeCamels()"


class Exchange(Move):
    """Take goods from the market and give as many cards from the hand, the herd or both."""

    __slots__ = ("given", "taken")
    __match_args__ = ("taken", "given")
    taken: Cards
    given: Cards

    def __new__(cls, taken: Cards | str, given: Cards | str) -> Exchange:
        taken, given = Cards(taken), Cards(given)
        if not given and (len(taken) < 2 or taken.camels == len(taken)):
            raise ValueError(
                f"an exchange must give cards, got {taken} for nothing; see Take and TakeCamels"
            )
        if not taken or len(taken) + len(given) > _MOST_CARDS:
            raise ValueError(
                f"an exchange must take a card and have at most {_MOST_CARDS} in all, "
                f"got {len(taken)} for {len(given)}"
            )
        action = action_of_exchange(taken.counts, given.counts)
        if action is not None:
            move = BY_ACTION[action]
            if isinstance(move, Exchange):
                return move
        text = f"+{taken}-{given}" if given else f"+{taken}"
        return _make(cls, text, action, taken=taken, given=given)

    def describe(self) -> str:
        return f"take {_in_words(self.taken)}, give {_in_words(self.given)}"

    def __repr__(self) -> str:
        return f"Exchange('{self.taken}', '{self.given}')"


class Sell(Move):
    """Sell a number of cards of one good."""

    __slots__ = ("count", "good")
    __match_args__ = ("good", "count")
    good: Card
    count: int

    def __new__(cls, good: Card, count: int) -> Sell:
        if not isinstance(good, Card):
            raise TypeError(f"good must be a Good or CAMEL, got {good!r}")
        if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= 9:
            raise ValueError(f"count must be from 1 to 9, got {count!r}")
        action = action_of_sale(good.index, count)
        if action is not None:
            move = BY_ACTION[action]
            if isinstance(move, Sell):
                return move
        return _make(cls, f"${good.letter}{count}", action, good=good, count=count)

    def describe(self) -> str:
        return f"sell {_counted(self.good, self.count)}"

    def __repr__(self) -> str:
        return f"Sell({self.good!r}, {self.count})"


_M = TypeVar("_M", bound=Move)


@cache
def _bundle(counts: tuple[int, ...]) -> tuple[Cards, str]:
    """The cards of one side of an action, and their letters; few sides make up all exchanges."""
    cards = Cards.from_counts(counts)
    return cards, str(cards)


def _make(cls: type[_M], text: str, action: int | None, **fields: object) -> _M:
    move = object.__new__(cls)
    object.__setattr__(move, "_text", text)
    object.__setattr__(move, "action", action)
    for name, value in fields.items():
        object.__setattr__(move, name, value)
    if action is not None:
        BY_ACTION[action] = move
    return move


def _read_sale(text: str, stripped: str, start: int) -> Move:
    if len(stripped) < 2 or stripped[1] not in _CARD_LETTERS:
        raise NotationError("A sale names a good: $D3", text, start + 2)
    if len(stripped) != 3 or stripped[2] not in "123456789":
        column = 4 if len(stripped) > 3 and stripped[2] in "123456789" else 3
        message = "A sale ends with a number of cards from 1 to 9: $D3"
        raise NotationError(message, text, start + column)
    return Sell(card_of(stripped[1]), int(stripped[2]))


def _read_taking(text: str, stripped: str, start: int) -> Move:
    taken, dash, given = stripped[1:].partition("-")
    for column, letters in ((start + 2, taken), (start + len(taken) + 3, given)):
        for place, letter in enumerate(letters):
            if letter not in _CARD_LETTERS:
                message = f"{letter!r} is not a card; cards are D G S C P L K"
                raise NotationError(message, text, column + place)
    if not taken:
        raise NotationError("A card to take must follow the +", text, start + 2)
    if dash and not given:
        raise NotationError("A card to give must follow the -", text, start + len(stripped) + 1)
    return _taking(text, Cards(taken), Cards(given))


def _taking(text: str, taken: Cards, given: Cards) -> Move:
    if len(taken) + len(given) > _MOST_CARDS:
        raise NotationError("No move has that many cards", text, len(text) + 1)
    if given:
        return Exchange(taken, given)
    if taken.camels == len(taken):
        return TakeCamels()
    return Take(_good(next(iter(taken)))) if len(taken) == 1 else Exchange(taken, given)


def _good(card: Card) -> Good:
    assert isinstance(card, Good)
    return card


def _counted(card: Card, count: int) -> str:
    """So many cards in words; only diamonds and camels have a plural."""
    plural = "s" if count > 1 and card in (Good.DIAMOND, CAMEL) else ""
    return f"{count} {card}{plural}"


def _in_words(cards: Cards) -> str:
    counted = [
        _counted(card, cards.count(card)) if cards.count(card) > 1 else str(card)
        for card in (*Good, CAMEL)
        if cards.count(card)
    ]
    return " and ".join(filter(None, (", ".join(counted[:-1]), *counted[-1:]))) or "nothing"
