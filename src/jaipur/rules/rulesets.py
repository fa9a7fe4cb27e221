"""What is in the box: every number of the game, and nothing else.

The compiled round takes its numbers from a Ruleset. Two are first-class: STANDARD and BOX, which
differ in the bonus tokens only (R3). Others can be made, as long as each number is at most the
box's: the tables of moves are sized for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Final

from jaipur.errors import UnknownRuleset
from jaipur.rules.cards import Cards, Good

__all__ = [
    "BOX",
    "MINI",
    "PLY_WARNING",
    "RULESETS",
    "STANDARD",
    "Ruleset",
    "get_ruleset",
    "register_ruleset",
]

PLY_WARNING: Final = 400
"""From this ply on, a table shows how many are left before the round is stopped (R10)."""

_MOST_CARDS: Final = (6, 6, 6, 8, 8, 10)
_MOST_TOKENS: Final = 15
_MOST_BONUS: Final = 8
_NAME_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The numbers of one edition of the game. Tuples go by good, diamond first."""

    name: str
    cards: tuple[int, ...]
    camels: int
    tokens: tuple[tuple[int, ...], ...]
    bonus: Mapping[int, tuple[int, ...]]
    camel_token: int = 5
    market_size: int = 5
    deal_size: int = 5
    hand_limit: int = 7
    precious_minimum: int = 2
    exchange_minimum: int = 2
    camels_laid_out: int = 3
    kinds_to_end: int = 3

    def __post_init__(self) -> None:
        if not isinstance(self.bonus, Mapping):
            raise TypeError(
                f"bonus must be a mapping by the number of cards, got {type(self.bonus).__name__}"
            )
        piles = {size: tuple(self.bonus[size]) for size in sorted(self.bonus)}
        object.__setattr__(self, "bonus", MappingProxyType(piles))
        object.__setattr__(self, "cards", tuple(self.cards))
        object.__setattr__(self, "tokens", tuple(tuple(pile) for pile in self.tokens))
        _check(self)

    def __hash__(self) -> int:
        return hash((self.name, self.cards, self.camels, self.tokens, tuple(self.bonus.items())))

    def __reduce__(self) -> tuple[object, ...]:
        if RULESETS.get(self.name) is self:
            return get_ruleset, (self.name,)
        fields = {name: getattr(self, name) for name in self.__slots__}
        return _restore, ({**fields, "bonus": dict(self.bonus)},)

    @property
    def all_cards(self) -> Cards:
        """Every card of the box."""
        return Cards.from_counts((*self.cards, self.camels))

    @property
    def shuffled_cards(self) -> Cards:
        """The cards that are shuffled: all but the camels laid out at the start."""
        return Cards.from_counts((*self.cards, self.camels - self.camels_laid_out))

    @property
    def draw_pile_size(self) -> int:
        """How many cards lie face down when the first move is made."""
        laid_out = self.market_size - self.camels_laid_out
        return len(self.shuffled_cards) - 2 * self.deal_size - laid_out

    @property
    def all_rupees(self) -> int:
        """The value of all tokens together, which is more than any round can be lost by."""
        piles = (*self.tokens, *self.bonus.values())
        return sum(map(sum, piles)) + self.camel_token

    def tokens_of(self, good: Good | str) -> tuple[int, ...]:
        """The goods tokens of a kind, by the good or its letter, best first."""
        return self.tokens[(Good(good.upper()) if isinstance(good, str) else good).index]

    def sale_minimum(self, good: Good) -> int:
        """The least number of cards of a good that can be sold."""
        return self.precious_minimum if good.precious else 1

    def bonus_for(self, count: int) -> int | None:
        """The bonus pile from which a sale of this many cards draws, if any."""
        earned = [size for size in self.bonus if size <= count]
        return max(earned) if earned else None


def _restore(fields: dict[str, object]) -> Ruleset:
    return Ruleset(**fields)  # type: ignore[arg-type]


def _numbers(rules: Ruleset) -> Iterator[object]:
    yield from rules.cards
    for values in (*rules.tokens, rules.bonus, *rules.bonus.values()):
        yield from values
    for field in fields(rules):
        if field.name not in ("name", "cards", "tokens", "bonus"):
            yield getattr(rules, field.name)


def _check(rules: Ruleset) -> None:
    def need(holds: bool, sentence: str) -> None:
        if not holds:
            raise UnknownRuleset(f"The ruleset {rules.name!r} cannot be played: {sentence}")

    if not isinstance(rules.name, str):
        raise TypeError(f"name must be a str, got {type(rules.name).__name__}")
    need(all(type(number) is int for number in _numbers(rules)), "its numbers must be whole.")
    need(
        0 < len(rules.name) <= 24 and set(rules.name) <= _NAME_LETTERS,
        "a name has 1 to 24 of a-z, 0-9 and -.",
    )
    need(len(rules.cards) == 6 and len(rules.tokens) == 6, "there are six goods.")
    need(
        all(0 <= count <= most for count, most in zip(rules.cards, _MOST_CARDS, strict=True)),
        "no good may have more cards than in the box.",
    )
    need(0 <= rules.camels_laid_out <= rules.camels <= 11, "there are at most 11 camels.")
    need(all(len(pile) <= _MOST_TOKENS for pile in rules.tokens), "too many goods tokens.")
    need(
        all(0 < value < 100 for pile in rules.tokens for value in pile), "a token is worth 1 to 99."
    )
    need(
        all(list(pile) == sorted(pile, reverse=True) for pile in rules.tokens),
        "goods tokens lie best first.",
    )
    need(
        all(
            bool(count) == bool(pile) for count, pile in zip(rules.cards, rules.tokens, strict=True)
        ),
        "a good has cards and tokens, or neither.",
    )
    need(
        0 < len(rules.bonus) <= 3 and all(2 <= size <= 7 for size in rules.bonus),
        "one to three bonus piles.",
    )
    need(
        all(len(pile) <= _MOST_BONUS for pile in rules.bonus.values()),
        "a bonus pile has at most 8 tokens.",
    )
    need(
        all(0 < value < 16 for pile in rules.bonus.values() for value in pile),
        "a bonus token is worth 1 to 15.",
    )
    need(0 <= rules.camel_token < 100, "the camel token is worth 0 to 99.")
    need(
        2 <= rules.market_size <= 5 and rules.camels_laid_out <= rules.market_size,
        "the market holds 2 to 5 cards.",
    )
    need(
        1 <= rules.deal_size <= rules.hand_limit <= 7,
        "a hand is dealt at least one card and holds at most 7.",
    )
    need(2 <= rules.precious_minimum <= rules.hand_limit, "precious goods are sold two at least.")
    need(2 <= rules.exchange_minimum <= 5, "an exchange takes two to five cards at least.")
    kinds = sum(1 for count in rules.cards if count)
    precious = sum(1 for count in rules.cards[:3] if count)
    # R10: a full hand must always hold a legal sale.
    need(
        precious * (rules.precious_minimum - 1) < rules.hand_limit,
        "a full hand could hold nothing that may be sold.",
    )
    need(1 <= rules.kinds_to_end <= kinds, "more kinds must be used up than there are.")
    need(0 <= rules.draw_pile_size <= 48, "the draw pile must hold 0 to 48 cards.")


_CARDS: Final = (6, 6, 6, 8, 8, 10)
_TOKENS: Final = (
    (7, 7, 5, 5, 5),
    (6, 6, 5, 5, 5),
    (5, 5, 5, 5, 5),
    (5, 3, 3, 2, 2, 1, 1),
    (5, 3, 3, 2, 2, 1, 1),
    (4, 3, 2, 1, 1, 1, 1, 1, 1),
)

STANDARD: Final = Ruleset(
    name="standard",
    cards=_CARDS,
    camels=11,
    tokens=_TOKENS,
    bonus={3: (1, 1, 2, 2, 3, 3), 4: (4, 4, 5, 5, 6, 6), 5: (8, 8, 9, 9, 10, 10)},
)
BOX: Final = Ruleset(
    name="box",
    cards=_CARDS,
    camels=11,
    tokens=_TOKENS,
    bonus={3: (1, 1, 2, 2, 2, 3, 3), 4: (4, 4, 5, 5, 6, 6), 5: (8, 8, 9, 10, 10)},
)
# Small enough to be solved: a yardstick for algorithms. No table offers it.
MINI: Final = Ruleset(
    name="mini",
    cards=(3, 0, 0, 0, 0, 2),
    camels=3,
    tokens=((4, 3), (), (), (), (), (3, 2)),
    bonus={2: (1, 2), 3: (4,)},
    camel_token=1,
    market_size=2,
    deal_size=2,
    hand_limit=3,
    camels_laid_out=1,
    kinds_to_end=2,
)

_known: dict[str, Ruleset] = {}
RULESETS: Final[Mapping[str, Ruleset]] = MappingProxyType(_known)


def register_ruleset(ruleset: Ruleset) -> Ruleset:
    """Make a ruleset known by its name, so that records and positions can name it."""
    known = _known.setdefault(ruleset.name, ruleset)
    if known != ruleset:
        raise UnknownRuleset(f"Another ruleset is already called {ruleset.name!r}.")
    return known


def get_ruleset(ruleset: str | Ruleset) -> Ruleset:
    """The ruleset of that name; a Ruleset is returned as it is."""
    if isinstance(ruleset, Ruleset):
        return ruleset
    if not isinstance(ruleset, str) or ruleset not in _known:
        name = repr(ruleset[:40]) if isinstance(ruleset, str) else type(ruleset).__name__
        raise UnknownRuleset(f"There is no ruleset {name}; known are {', '.join(sorted(_known))}.")
    return _known[ruleset]


register_ruleset(STANDARD)
register_ruleset(BOX)
register_ruleset(MINI)
