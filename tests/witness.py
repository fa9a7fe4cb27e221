"""A plain, slow round of Jaipur: the witness that the compiled round is compared with.

Written from the rulebooks and R1 to R11 alone, with lists and Counters. It imports nothing
of the library, its numbers included, so that a slip there cannot hide itself here.
Moves are texts. `play` trusts its caller: it is given moves that `legal_moves` listed.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

GOODS = "DGSCPL"
CAMEL = "K"
LETTERS = GOODS + CAMEL
PRECIOUS = "DGS"
PLY_LIMIT = 500  # R10


@dataclass(frozen=True)
class Box:
    """What lies in the box, and the numbers of the rules."""

    name: str
    cards: Mapping[str, int]
    tokens: Mapping[str, Sequence[int]]
    bonus: Mapping[int, Sequence[int]]
    camel_token: int = 5
    market_size: int = 5
    deal_size: int = 5
    hand_limit: int = 7
    precious_minimum: int = 2
    exchange_minimum: int = 2
    camels_laid_out: int = 3
    kinds_to_end: int = 3


# R1
_CARDS = {"D": 6, "G": 6, "S": 6, "C": 8, "P": 8, "L": 10, "K": 11}
# R2
_TOKENS = {
    "D": [7, 7, 5, 5, 5],
    "G": [6, 6, 5, 5, 5],
    "S": [5, 5, 5, 5, 5],
    "C": [5, 3, 3, 2, 2, 1, 1],
    "P": [5, 3, 3, 2, 2, 1, 1],
    "L": [4, 3, 2, 1, 1, 1, 1, 1, 1],
}
# R3
STANDARD = Box(
    "standard",
    _CARDS,
    _TOKENS,
    {3: [1, 1, 2, 2, 3, 3], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 9, 10, 10]},
)
BOX = Box(
    "box",
    _CARDS,
    _TOKENS,
    {3: [1, 1, 2, 2, 2, 3, 3], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 10, 10]},
)
# A box of sixteen cards without gold and spice, to show that no number is wired in.
TINY = Box(
    "tiny",
    {"D": 3, "G": 0, "S": 2, "C": 3, "P": 0, "L": 4, "K": 4},
    {"D": [6, 4], "G": [], "S": [5, 3], "C": [3, 2, 1], "P": [], "L": [2, 1, 1]},
    {3: [1, 2], 4: [5], 5: [9]},
    camel_token=3,
    market_size=3,
    deal_size=2,
    hand_limit=4,
    camels_laid_out=1,
    kinds_to_end=2,
)
BOXES = {box.name: box for box in (STANDARD, BOX, TINY)}


def text_of(cards: Counter[str]) -> str:
    """Cards as text, in the order of the letters."""
    return "".join(letter * cards[letter] for letter in LETTERS)


@cache
def groups(cards: str, size: int) -> tuple[str, ...]:
    """Every different choice of so many of these cards; kept, since they come again and again."""
    return tuple({"".join(group) for group in combinations(cards, size)})


@cache
def order_of(move: str) -> tuple[Any, ...]:
    """Where a move stands among all moves: the order of the action ids, section 4 of the design."""
    taken, _, given = move[1:].partition("-")
    if move[0] == "$":
        return (2, LETTERS.index(move[1]), int(move[2:]))
    if given:
        return (3, len(taken), [LETTERS.index(x) for x in taken], [LETTERS.index(x) for x in given])
    return (1,) if taken == CAMEL else (0, LETTERS.index(taken))


class WitnessRound:
    """One round, changed in place by `play`."""

    def __init__(
        self,
        box: Box,
        deck: str,
        bonus: Mapping[int, Sequence[int]],
        first: int = 0,
        ply_limit: int | None = PLY_LIMIT,
    ) -> None:
        cards = list(deck)
        self.ply_limit = ply_limit
        self.box = box
        self.hands: list[Counter[str]] = [Counter(), Counter()]
        self.herds = [0, 0]
        for seat in (0, 1):
            dealt = Counter(cards[: box.deal_size])
            del cards[: box.deal_size]
            self.herds[seat] = dealt.pop(CAMEL, 0)
            self.hands[seat] = dealt
        laid_out = box.market_size - box.camels_laid_out
        self.market = Counter(cards[:laid_out]) + Counter({CAMEL: box.camels_laid_out})
        self.start_market = text_of(self.market)
        self.deck = cards[laid_out:]
        self.discard: Counter[str] = Counter()
        self.tokens = {good: list(box.tokens[good]) for good in GOODS}
        self.bonus = {pile: list(bonus[pile]) for pile in (3, 4, 5)}
        self.goods_tokens: list[dict[str, list[int]]] = [{}, {}]
        self.bonus_tokens: list[dict[int, list[int]]] = [{}, {}]
        self.known: list[Counter[str]] = [Counter(), Counter()]
        self.shown: list[Counter[str]] = [Counter(), Counter()]
        self.first = first
        self.ply = 0
        self.end: str | None = None
        self.history: list[tuple[str, str]] = []

    # What may be played

    @property
    def turn(self) -> int | None:
        return None if self.end else (self.first + self.ply) % 2

    def legal_moves(self, seat: int | None = None) -> list[str]:
        """What the seat (by default the one to move) may play, in the order of the ids."""
        seat = self.turn if seat is None else seat
        if self.end or seat is None:
            return []
        moves = self.takes(seat) + self.sales(seat) + self.exchanges(seat)
        return sorted(moves, key=order_of)

    def takes(self, seat: int) -> list[str]:
        takes = ["+K"] if self.market[CAMEL] else []
        if self.hands[seat].total() < self.box.hand_limit:
            takes += [f"+{good}" for good in GOODS if self.market[good]]
        return takes

    def sales(self, seat: int) -> list[str]:
        sales = []
        for good, held in self.hands[seat].items():
            least = self.box.precious_minimum if good in PRECIOUS else 1
            sales += [f"${good}{count}" for count in range(least, held + 1)]
        return sales

    def exchanges(self, seat: int) -> list[str]:
        wanted = text_of(self.market).rstrip(CAMEL)
        offered = text_of(self.hands[seat]) + CAMEL * min(self.herds[seat], len(wanted))
        room = self.box.hand_limit - self.hands[seat].total()
        return [
            f"+{taken}-{given}"
            for size in range(self.box.exchange_minimum, len(wanted) + 1)
            for taken in groups(wanted, size)
            for given in groups(offered, size)
            if given.count(CAMEL) <= room and not set(taken) & set(given)
        ]

    # Playing

    def play(self, move: str) -> None:
        seat = self.turn
        assert seat is not None
        taken, _, given = move[1:].partition("-")
        drawn = ""
        if move[0] == "$":
            self._sell(seat, move[1], int(move[2:]))
        elif given:
            self._gain(seat, taken)
            self._give_up(seat, given)
            self.market.update(given)
            self.herds[seat] -= given.count(CAMEL)
        elif taken == CAMEL:
            self.herds[seat] += self.market.pop(CAMEL)
            drawn = self._refill()
        else:
            self._gain(seat, taken)
            drawn = self._refill()
        self.ply += 1
        self.history.append((move, drawn))
        if self.end is None and self.ply == self.ply_limit:
            self.end = "stopped"

    def _gain(self, seat: int, goods: str) -> None:
        self.market.subtract(goods)
        self.hands[seat].update(goods)
        self.known[seat].update(goods)

    def _give_up(self, seat: int, cards: str) -> None:
        """Goods leave the hand. Those that no move had shown before must have been dealt."""
        for good in cards.replace(CAMEL, ""):
            self.hands[seat][good] -= 1
            pocket = self.known[seat]
            if pocket[good]:
                pocket[good] -= 1
            else:
                self.shown[seat][good] += 1

    def _refill(self) -> str:
        missing = self.box.market_size - self.market.total()
        drawn = "".join(self.deck[:missing])
        del self.deck[:missing]
        self.market.update(drawn)
        if len(drawn) < missing:
            self.end = "deck"
        return drawn

    def _sell(self, seat: int, good: str, count: int) -> None:
        self._give_up(seat, good * count)
        self.discard[good] += count
        earned, self.tokens[good] = self.tokens[good][:count], self.tokens[good][count:]
        if earned:
            self.goods_tokens[seat].setdefault(good, []).extend(earned)
        pile = min(count, 5)
        if pile >= 3 and self.bonus[pile]:
            self.bonus_tokens[seat].setdefault(pile, []).append(self.bonus[pile].pop(0))
        used_up = [kind for kind in GOODS if self.box.tokens[kind] and not self.tokens[kind]]
        if len(used_up) >= self.box.kinds_to_end:
            self.end = "tokens"

    # Counting

    def score(self, seat: int) -> dict[str, int]:
        goods = [value for row in self.goods_tokens[seat].values() for value in row]
        bonus = [value for pile in self.bonus_tokens[seat].values() for value in pile]
        camel = self.box.camel_token if self.end and self.herds[seat] > self.herds[1 - seat] else 0
        return {
            "goods": sum(goods),
            "bonus": sum(bonus),
            "camel": camel,
            "rupees": sum(goods) + sum(bonus) + camel,
            "bonus_tokens": len(bonus),
            "goods_tokens": len(goods),
        }

    @property
    def rupees(self) -> tuple[int, int]:
        return (self.score(0)["rupees"], self.score(1)["rupees"])

    @property
    def seal(self) -> int | None:
        if not self.end:
            return None
        mine, other = (
            [self.score(seat)[what] for what in ("rupees", "bonus_tokens", "goods_tokens")]
            for seat in (0, 1)
        )
        return None if mine == other else int(other > mine)

    # What a seat may know

    def view(self, seat: int) -> dict[str, Any]:
        """The view of section 4, outside a match, as plain data."""
        return {
            "format": "jaipur-view/1",
            "ruleset": self.box.name,
            "seat": seat,
            "turn": self.turn,
            "round": None,
            "ply": self.ply,
            "first": self.first,
            "seals": None,
            "market": text_of(self.market),
            "deck": len(self.deck),
            "discard": {good: self.discard[good] for good in GOODS if self.discard[good]},
            "tokens": self.tokens,
            "bonus": {str(pile): len(left) for pile, left in self.bonus.items()},
            "you": {
                "hand": text_of(self.hands[seat]),
                "herd": self.herds[seat],
                "goods": self.goods_tokens[seat],
                "bonus": {str(pile): won for pile, won in self.bonus_tokens[seat].items()},
            },
            "opponent": self.outside_of(1 - seat),
            "start": self.start_market,
            "history": [[move, drawn] for move, drawn in self.history],
            "last": self.history[-1][0] if self.history else None,
            "moves": self.legal_moves(seat),
            "over": self._over(),
        }

    def outside_of(self, seat: int) -> dict[str, Any]:
        """What everybody may know of a seat."""
        return {
            "hand": self.hands[seat].total(),
            "known": text_of(self.known[seat]),
            "shown": text_of(self.shown[seat]),
            "herd": self.herds[seat],
            "goods": self.goods_tokens[seat],
            "bonus": {str(pile): len(won) for pile, won in self.bonus_tokens[seat].items()},
        }

    def _over(self) -> dict[str, Any] | None:
        if not self.end:
            return None
        return {
            "end": self.end,
            "rupees": list(self.rupees),
            "seal": self.seal,
            "hands": [text_of(hand) for hand in self.hands],
            "herds": self.herds,
            "bonus": [
                {str(pile): won for pile, won in tokens.items()} for tokens in self.bonus_tokens
            ],
        }


def perft(box: Box, deck: str, bonus: Mapping[int, Sequence[int]], first: int, depth: int) -> int:
    """How many ways lead so deep; a finished round is one leaf."""

    def count(moves: list[str], left: int) -> int:
        played = WitnessRound(box, deck, bonus, first)
        for move in moves:
            played.play(move)
        legal = played.legal_moves()
        if left <= 1 or not legal:
            return len(legal) if left and legal else 1
        return sum(count([*moves, move], left - 1) for move in legal)

    return count([], depth)
