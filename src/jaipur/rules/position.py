"""A whole position as plain data, its checks, and its text.

The text is one line of eleven fields joined by `_`, in letters that need no escape in a URL:

    j1_standard_0.4_GCKKK_GGS.DLKK_G._S._01...1.._213123-0.465454-.89a89a-_LPK…_running

format and version; ruleset; starter and ply; market; both hands with their herds; goods known in
each hand; goods shown from each deal; for each good the seats that took its tokens, in order; each
bonus pile as values in hexadecimal, top first, and the seats that drew from it; the deck, top
first; how the round ended. Discard, tokens left and rupees follow from these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from jaipur.errors import ImpossiblePosition, NotationError, UnknownRuleset
from jaipur.rules.cards import LETTERS, Cards, Good
from jaipur.rules.ends import PositionEnd
from jaipur.rules.rulesets import Ruleset, get_ruleset

__all__ = ["LONGEST_PLY", "Position", "read_position", "write_position"]

_FORMAT: Final = "j1"
_FIELDS: Final = 11
LONGEST_PLY: Final = 10**9  # far beyond any round, and sums of it still fit the core


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """The independent facts of a position; `check` refuses what no round can reach."""

    ruleset: Ruleset
    first: int
    ply: int
    market: Cards
    hands: tuple[Cards, Cards]
    """Goods and, as camels, the herds."""
    known: tuple[Cards, Cards]
    shown: tuple[Cards, Cards]
    token_owners: tuple[tuple[int, ...], ...]
    """For each good the seats that took its tokens, best token first."""
    bonus: tuple[tuple[int, ...], ...]
    """Each pile whole, in drawing order."""
    bonus_owners: tuple[tuple[int, ...], ...]
    deck: str
    end: PositionEnd

    @property
    def discard(self) -> Cards:
        """The cards that are nowhere else, so they were sold."""
        here = Cards(self.deck) + self.market + self.hands[0] + self.hands[1]
        if not here <= self.ruleset.all_cards:
            raise ImpossiblePosition(
                f"The ruleset {self.ruleset.name!r} does not have all of {here}."
            )
        return self.ruleset.all_cards - here

    def tokens_left(self, good: Good) -> int:
        """How many goods tokens of a kind are left."""
        return len(self.ruleset.tokens_of(good)) - len(self.token_owners[good.index])

    def check(self) -> None:
        """Raise ImpossiblePosition unless the position can be one of a round."""
        _need(type(self.first) is int and self.first in (0, 1), "The starter is seat 0 or seat 1.")
        _need(type(self.ply) is int and 0 <= self.ply <= LONGEST_PLY, "No round has such a ply.")
        _need(self.end in list(PositionEnd), f"A round cannot end by {self.end!r}.")
        _check_cards(self)
        _check_hands(self)
        _check_tokens(self)
        _check_end(self)


def _need(holds: bool, sentence: str) -> None:
    if not holds:
        raise ImpossiblePosition(sentence)


def _check_cards(position: Position) -> None:
    _need(position.discard.camels == 0, "Camels are never discarded, so some are missing.")
    most = position.ruleset.draw_pile_size  # and no more fit into the compiled round
    _need(len(position.deck) <= most, f"After the deal the deck holds at most {most} cards.")
    size = position.ruleset.market_size
    if position.end == "deck":
        _need(not position.deck, "The round cannot end by the deck while cards are left.")
        _need(
            len(position.market) < size, "The market is full, so the deck has not ended the round."
        )
    else:
        _need(len(position.market) == size, f"The market holds {size} cards.")


def _check_hands(position: Position) -> None:
    rules = position.ruleset
    dealt_goods = Cards(position.deck)
    dealt_camels = 0
    for hand, known, shown in zip(position.hands, position.known, position.shown, strict=True):
        goods = hand.goods
        _need(len(goods) <= rules.hand_limit, f"A hand holds at most {rules.hand_limit} goods.")
        _need(known <= goods, "The goods known in a hand must be in it.")
        _need(shown.camels == 0, "Camels are not shown from a hand.")
        dealt = goods - known + shown
        _need(
            len(dealt) <= rules.deal_size,
            f"A hand is dealt {rules.deal_size} cards; the others must be known.",
        )
        dealt_goods += dealt
        dealt_camels += rules.deal_size - len(dealt)
    _need(dealt_goods <= rules.all_cards, "More goods were dealt than there are.")
    _need(
        dealt_camels + Cards(position.deck).camels <= rules.camels - rules.camels_laid_out,
        "More camels were dealt than there are: those that left a hand must be in sight.",
    )


def _check_tokens(position: Position) -> None:
    rules, discard = position.ruleset, position.discard
    for good, owners in zip(Good, position.token_owners, strict=True):
        taken = min(discard.count(good), len(rules.tokens_of(good)))
        _need(
            len(owners) == taken,
            f"{taken} tokens of {good} must have been taken, not {len(owners)}.",
        )
        _need(set(owners) <= {0, 1}, "Tokens belong to seat 0 or seat 1.")
    _need(
        len(position.bonus) == len(position.bonus_owners) == len(rules.bonus),
        "A bonus pile is missing.",
    )
    cards_needed = 0
    for (size, values), pile, owners in zip(
        rules.bonus.items(), position.bonus, position.bonus_owners, strict=True
    ):
        _need(
            sorted(pile) == sorted(values),
            f"The bonus pile for {size} cards holds {sorted(values)}.",
        )
        _need(len(owners) <= len(pile), f"The bonus pile for {size} cards has {len(pile)} tokens.")
        _need(set(owners) <= {0, 1}, "Tokens belong to seat 0 or seat 1.")
        cards_needed += size * len(owners)
    _need(cards_needed <= len(discard), "Too few cards were sold for these bonus tokens.")


def _check_end(position: Position) -> None:
    goods = [good for good in Good if position.ruleset.tokens_of(good)]
    used_up = sum(1 for good in goods if not position.tokens_left(good))
    by_tokens = used_up >= position.ruleset.kinds_to_end
    _need(
        by_tokens == (position.end == "tokens"),
        f"{used_up} kinds of goods token are used up, so the round "
        + ("has ended by tokens." if by_tokens else "has not ended by tokens."),
    )


def write_position(position: Position) -> str:
    """The position's text."""
    owners = ("".join(map(str, seats)) for seats in position.token_owners)
    piles = (
        "".join(f"{value:x}" for value in pile) + "-" + "".join(map(str, seats))
        for pile, seats in zip(position.bonus, position.bonus_owners, strict=True)
    )
    pairs = (position.hands, position.known, position.shown)
    return "_".join(
        (
            _FORMAT,
            position.ruleset.name,
            f"{position.first}.{position.ply}",
            str(position.market),
            *(f"{north}.{south}" for north, south in pairs),
            ".".join(owners),
            ".".join(piles),
            position.deck,
            position.end,
        )
    )


def read_position(text: str) -> Position:
    """Read a position's text.

    NotationError where it is malformed, ImpossiblePosition where it cannot be.
    """
    reader = _Reader(text)
    reader.need(0, _FORMAT, f"A position starts with {_FORMAT}_")
    first, ply = reader.parts(2, 2)
    position = Position(
        ruleset=reader.ruleset(1),
        first=reader.number(2, first),
        ply=reader.number(2, ply),
        market=reader.cards(3, reader.field(3)),
        hands=reader.pair(4),
        known=reader.pair(5),
        shown=reader.pair(6),
        token_owners=tuple(reader.digits(7, part, "01") for part in reader.parts(7, 6)),
        bonus=tuple(reader.digits(8, pile, "123456789abcdef") for pile, _ in reader.piles()),
        bonus_owners=tuple(reader.digits(8, seats, "01") for _, seats in reader.piles()),
        deck=reader.deck(9),
        end=reader.end(10),
    )
    position.check()
    return position


class _Reader:
    """The fields of a position's text, each read with the column where it starts."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"a position must be a str, got {type(text).__name__}")
        self._text = text
        self._fields = text.split("_")
        if len(text) > 1000:
            raise NotationError("No position is that long", text, 1001, "bad_position")
        if len(self._fields) != _FIELDS:
            message = f"A position has {_FIELDS} fields joined by _, not {len(self._fields)}"
            raise NotationError(message, text, len(text) + 1, "bad_position")

    def error(self, place: int, message: str) -> NotationError:
        column = sum(len(field) + 1 for field in self._fields[:place]) + 1
        return NotationError(message, self._text, column, "bad_position")

    def field(self, place: int) -> str:
        return self._fields[place]

    def need(self, place: int, text: str, message: str) -> None:
        if self._fields[place] != text:
            raise self.error(place, message)

    def end(self, place: int) -> PositionEnd:
        try:
            return PositionEnd(self._fields[place])
        except ValueError as error:
            allowed = ", ".join(PositionEnd)
            raise self.error(place, f"A round is one of {allowed}") from error

    def ruleset(self, place: int) -> Ruleset:
        try:
            return get_ruleset(self._fields[place])
        except UnknownRuleset as error:
            raise self.error(place, str(error)) from error

    def parts(self, place: int, count: int) -> list[str]:
        parts = self._fields[place].split(".")
        if len(parts) != count:
            raise self.error(place, f"This field has {count} parts joined by a dot")
        return parts

    def number(self, place: int, digits: str) -> int:
        if not (
            digits.isascii()
            and digits.isdigit()
            and len(digits) <= 10
            and str(int(digits)) == digits
        ):
            raise self.error(place, f"{digits!r} is not a number")
        return int(digits)

    def cards(self, place: int, letters: str) -> Cards:
        if any(letter not in LETTERS for letter in letters):
            raise self.error(place, "Cards are letters of D G S C P L K")
        cards = Cards(letters)
        if str(cards) != letters:
            raise self.error(place, "Cards stand in the order D G S C P L K")
        return cards

    def deck(self, place: int) -> str:
        if any(letter not in LETTERS for letter in self._fields[place]):
            raise self.error(place, "Cards are letters of D G S C P L K")
        return self._fields[place]

    def pair(self, place: int) -> tuple[Cards, Cards]:
        north, south = self.parts(place, 2)
        return self.cards(place, north), self.cards(place, south)

    def digits(self, place: int, digits: str, allowed: str) -> tuple[int, ...]:
        if any(digit not in allowed for digit in digits):
            raise self.error(place, f"{digits!r} has other signs than {allowed}")
        return tuple(int(digit, 16) for digit in digits)

    def piles(self) -> list[tuple[str, str]]:
        pairs = [pile.split("-") for pile in self._fields[8].split(".")]
        if any(len(pair) != 2 for pair in pairs):
            raise self.error(8, "A bonus pile is its values, a dash, and who drew from it")
        return [(pair[0], pair[1]) for pair in pairs]
