"""Reading views back from JSON.

Nothing is accepted that `View.to_dict` could not have written, but for fields of other names, which
a table may add.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from jaipur.errors import JaipurError, NotationError
from jaipur.rules.cards import Cards, Good
from jaipur.rules.ends import RoundEnd
from jaipur.rules.moves import Move
from jaipur.rules.tokens import GoodsTokens
from jaipur.rules.view import VIEW_FORMAT, OwnSeat, PublicSeat, RoundResult, View

__all__ = ["read_view", "read_view_json"]

_MOST: Final = 2**31


def read_view_json(text: str | bytes) -> View:
    """Read a view from JSON; NotationError has the column of what is wrong."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also a number of too many digits
        column = error.pos + 1 if isinstance(error, json.JSONDecodeError) else 1
        raise NotationError("This is not JSON", str(text), column, "bad_view") from error
    if not isinstance(data, dict):
        raise NotationError("A view is a JSON object", str(text), 1, "bad_view")
    return _Fields(data, str(text)).view()


def read_view(data: Mapping[str, Any]) -> View:
    """Read a view from plain data."""
    if not isinstance(data, Mapping):
        raise TypeError(f"a view must be a mapping, got {type(data).__name__}")
    return _Fields(data, "").view()


class _Fields:
    """The fields of one JSON object, each read as what it must be."""

    def __init__(self, data: Mapping[str, Any], text: str, path: str = "") -> None:
        self._data = data
        self._text = text
        self._path = path

    def fail(self, name: str, wanted: str) -> NoReturn:
        column = max(self._text.find(f'"{name}"'), 0) + 1
        text = self._text or self._path + name
        raise NotationError(f"{self._path}{name} must be {wanted}", text, column, "bad_view")

    def get(self, name: str) -> Any:
        if name not in self._data:
            self.fail(name, "there")
        return self._data[name]

    def integer(self, name: str, most: int = _MOST) -> int:
        value = self.get(name)
        if not _is_integer(value) or not 0 <= value <= most:
            self.fail(name, f"a whole number from 0 to {most}")
        return int(value)

    def seat(self, name: str) -> int | None:
        return None if self.get(name) is None else self.integer(name, 1)

    def cards(self, name: str) -> Cards:
        value = self.get(name)
        if not isinstance(value, str) or len(value) > 60 or not _is_cards(value):
            self.fail(name, "letters of D G S C P L K in this order")
        return Cards(value)

    def text(self, name: str) -> str:
        value = self.get(name)
        if not isinstance(value, str):
            self.fail(name, "a text")
        return value

    def pair(self, name: str) -> tuple[int, int]:
        value = self.get(name)
        if not isinstance(value, list) or len(value) != 2 or not all(map(_is_count, value)):
            self.fail(name, f"two whole numbers from 0 to {_MOST}")
        return value[0], value[1]

    def move(self, name: str, text: object) -> Move:
        try:
            move = Move.parse(text)  # type: ignore[arg-type]
        except (NotationError, TypeError):
            self.fail(name, "moves")
        if move.action is None or str(move) != text:
            self.fail(name, "moves of the action table, as they are written")
        return move

    def inner(self, name: str, value: Any) -> _Fields:
        if not isinstance(value, Mapping):
            self.fail(name, "an object")
        return _Fields(value, self._text, f"{self._path}{name}.")

    def goods(self, name: str) -> GoodsTokens:
        tokens = self.tokens(name)
        if not all(tokens.values()):
            self.fail(name, "without empty lists")
        return tokens

    def tokens(self, name: str) -> GoodsTokens:
        values = self.inner(name, self.get(name))._data
        if not set(values) <= {good.letter for good in Good} or not all(
            map(_is_values, values.values())
        ):
            self.fail(name, "lists of token values by letter")
        kinds = [good for good in Good if good.letter in values]
        return GoodsTokens({good: tuple(values[good.letter]) for good in kinds})

    def by_size(self, name: str) -> dict[int, Any]:
        values = self.inner(name, self.get(name))._data
        if not all(isinstance(key, str) and key in "234567" and len(key) == 1 for key in values):
            self.fail(name, "keyed by numbers of cards")
        return {int(key): values[key] for key in sorted(values)}

    def bonus_counts(self, name: str, least: int = 1) -> dict[int, int]:
        counts = self.by_size(name)
        if not all(_is_integer(count) and least <= count <= 8 for count in counts.values()):
            self.fail(name, "counts by number of cards")
        return counts

    def bonus_values(self, name: str) -> dict[int, tuple[int, ...]]:
        values = self.by_size(name)
        if not all(tokens and _is_values(tokens) for tokens in values.values()):
            self.fail(name, "lists of token values by number of cards, none empty")
        return {size: tuple(tokens) for size, tokens in values.items()}

    def view(self) -> View:
        if self.get("format") != VIEW_FORMAT:
            self.fail("format", repr(VIEW_FORMAT))
        seat = self.seat("seat")
        others = None
        if seat is None:
            seats = self.get("seats")
            if not isinstance(seats, list) or len(seats) != 2:
                self.fail("seats", "a list of two")
            others = (self.inner("seats", seats[0]).other(), self.inner("seats", seats[1]).other())
        moves = () if seat is None else self.moves("moves")
        last, over = self.get("last"), self.get("over")
        return View(
            ruleset=self.text("ruleset"),
            seat=seat,
            turn=self.seat("turn"),
            round=None if self.get("round") is None else self.integer("round"),
            ply=self.integer("ply"),
            first=self.integer("first", 1),
            seals=None if self.get("seals") is None else self.pair("seals"),
            market=self.cards("market"),
            deck=self.integer("deck", 60),
            discard=self.discard(),
            tokens=self.every_token(),
            bonus=self.bonus_counts("bonus", least=0),
            you=None if seat is None else self.inner("you", self.get("you")).own(),
            opponent=None if seat is None else self.inner("opponent", self.get("opponent")).other(),
            seats=others,
            start=self.cards("start"),
            history=self.history(),
            last=None if last is None else self.move("last", last),
            moves=moves,
            over=None if over is None else self.inner("over", over).over(),
        )

    def every_token(self) -> GoodsTokens:
        tokens = self.tokens("tokens")
        if len(tokens) != len(Good):
            self.fail("tokens", "a list for each good")
        return tokens

    def own(self) -> OwnSeat:
        return OwnSeat(
            hand=self.cards("hand"),
            herd=self.integer("herd", 15),
            goods=self.goods("goods"),
            bonus=self.bonus_values("bonus"),
        )

    def other(self) -> PublicSeat:
        return PublicSeat(
            hand=self.integer("hand", 15),
            known=self.cards("known"),
            shown=self.cards("shown"),
            herd=self.integer("herd", 15),
            goods=self.goods("goods"),
            bonus=self.bonus_counts("bonus"),
        )

    def over(self) -> RoundResult:
        if self.get("end") not in list(RoundEnd):
            self.fail("end", f"one of {', '.join(RoundEnd)}")
        hands, bonus = self.get("hands"), self.get("bonus")
        if not isinstance(hands, list) or len(hands) != 2:
            self.fail("hands", "two hands")
        if not isinstance(bonus, list) or len(bonus) != 2:
            self.fail("bonus", "two objects")
        held = [_Fields({"hands": hand}, self._text, self._path).cards("hands") for hand in hands]
        drawn = [_Fields({"bonus": b}, self._text, self._path).bonus_values("bonus") for b in bonus]
        return RoundResult(
            end=RoundEnd(self.get("end")),
            rupees=self.pair("rupees"),
            seal=self.seat("seal"),
            hands=(held[0], held[1]),
            herds=self.pair("herds"),
            bonus=(drawn[0], drawn[1]),
        )

    def discard(self) -> Cards:
        counts = self.inner("discard", self.get("discard"))._data
        if not set(counts) <= {good.letter for good in Good} or not all(
            _is_integer(count) and 0 < count <= 15 for count in counts.values()
        ):
            self.fail("discard", "counts by letter")
        return Cards({good: counts.get(good.letter, 0) for good in Good})

    def moves(self, name: str) -> tuple[Move, ...]:
        texts = self.get(name)
        if not isinstance(texts, list):
            self.fail(name, "a list")
        return tuple(self.move(name, text) for text in texts)

    def history(self) -> tuple[tuple[Move, str], ...]:
        pairs = self.get("history")
        if not isinstance(pairs, list):
            self.fail("history", "a list")
        history = []
        for pair in pairs:
            if not isinstance(pair, list) or len(pair) != 2 or not _is_drawn(pair[1]):
                self.fail("history", "pairs of a move and the cards laid out after it")
            history.append((self.move("history", pair[0]), pair[1]))
        return tuple(history)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST


def _is_values(values: object) -> bool:
    return isinstance(values, list) and all(
        _is_integer(value) and 0 < value < 100 for value in values
    )


def _is_cards(letters: str) -> bool:
    try:
        return str(Cards(letters)) == letters
    except JaipurError:
        return False


def _is_drawn(letters: object) -> bool:
    return (
        isinstance(letters, str)
        and len(letters) <= 5
        and all(letter in "DGSCPLK" for letter in letters)
    )
