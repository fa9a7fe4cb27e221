"""The layout of an observation: named pieces, one after the other in a flat vector.

Every number is between 0 and 1: a count is divided by the maximum that the ruleset allows. An
observation holds nothing that the seat may not know (R11). A change of the pieces, their order or
their meaning needs a new version.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any, Final, Literal

from jaipur.rules.rulesets import Ruleset

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "OBSERVATION_VERSION",
    "STATE_DECK_SIZE",
    "Piece",
    "Style",
    "divisors",
    "named_pieces",
    "observation_pieces",
    "observation_scales",
    "observation_size",
    "state_pieces",
    "state_size",
]

Style = Literal["flat", "stepwise"]

OBSERVATION_VERSION: Final = 1
MAX_TOKENS: Final = 9
"""The goods tokens of one kind that an observation has room for."""
CHOSEN_SIZE: Final = 20
STATE_DECK_SIZE: Final = 48


@dataclass(frozen=True, slots=True)
class Piece:
    """A named part of a vector, with its offset."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    start: int

    @property
    def size(self) -> int:
        """The number of its entries."""
        return prod(self.shape)

    @property
    def stop(self) -> int:
        """The offset of the next piece."""
        return self.start + self.size


# observer.pyx writes them in this order; tests/envs/test_observation.py compares the two.
_OBSERVATION: Final = (
    ("market", (7,), "face-up cards by kind, camels last / market size"),
    ("hand", (6,), "own goods / hand limit"),
    ("herd", (1,), "own camels / camels in the box"),
    ("opponent_hand", (1,), "how many goods the opponent holds / hand limit"),
    ("opponent_herd", (1,), "the opponent's camels / camels in the box"),
    ("known", (6,), "the opponent's goods that its moves have shown and it must hold / hand limit"),
    ("shown", (6,), "goods that the opponent's moves have proved to be from its deal / deal size"),
    ("known_to_opponent", (6,), "the same as known, of the own hand"),
    ("shown_to_opponent", (6,), "the same as shown, of the own deal"),
    ("unseen", (7,), "cards that may be in the deck or in the other hand / such cards in the box"),
    ("discard", (6,), "goods that were sold / such cards in the box"),
    ("deck", (1,), "face-down cards / draw pile at the start"),
    ("tokens", (6, MAX_TOKENS), "goods tokens left, best first, then zeros / best token"),
    ("bonus", (3,), "bonus tokens left in each pile / tokens of the full pile"),
    ("bonus_mean", (3,), "mean of each pile's tokens that this seat has not seen / best token"),
    ("own_bonus", (3,), "bonus tokens that this seat drew from each pile / full pile"),
    ("opponent_bonus", (3,), "bonus tokens that the opponent drew from each pile / full pile"),
    ("own_rupees", (2,), "own rupees in goods tokens and in bonus tokens / all rupees of the box"),
    ("opponent_rupees", (1,), "the opponent's rupees in goods tokens / all rupees of the box"),
    ("goods_tokens", (2,), "goods tokens of this seat and of the opponent / all goods tokens"),
    ("used_up", (1,), "kinds of goods token with none left / kinds that end the round"),
    ("ply", (1,), "moves played in this round / ply limit"),
    ("to_move", (1,), "1 if it is this seat's turn"),
    ("first", (1,), "1 if this seat made the first move of the round"),
    ("seals", (2,), "seals of this seat and of the opponent in the match / seals that win"),
)
_STEPWISE: Final = (
    ("chosen", (CHOSEN_SIZE,), "how often each choice but done was made in this move / hand limit"),
)
_STATE: Final = (
    ("deck_order", (STATE_DECK_SIZE, 7), "each face-down card from the top, one-hot by kind"),
    ("bonus_order", (3, 8), "the bonus tokens of each pile as they were laid / best token"),
)

_Specs = tuple[tuple[str, tuple[int, ...], str], ...]


def _with_offsets(specs: _Specs) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    for name, shape, meaning in specs:
        pieces.append(Piece(name, shape, meaning, pieces[-1].stop if pieces else 0))
    return tuple(pieces)


@cache
def observation_pieces(style: Style = "flat") -> tuple[Piece, ...]:
    """The pieces of an observation; the stepwise style has one more at the end."""
    return _with_offsets(_OBSERVATION + _STEPWISE if style == "stepwise" else _OBSERVATION)


def observation_size(style: Style = "flat") -> int:
    """The number of entries of an observation."""
    return observation_pieces(style)[-1].stop


def named_pieces(vectors: NDArray[Any], style: Style = "flat") -> dict[str, NDArray[Any]]:
    """The pieces of one observation, or of many, by name, as views of the same memory."""
    front = vectors.shape[:-1]
    return {
        piece.name: vectors[..., piece.start : piece.stop].reshape(front + piece.shape)
        for piece in observation_pieces(style)
    }


@cache
def state_pieces(style: Style = "flat") -> tuple[Piece, ...]:
    """The pieces of a state: both observations, and what neither of them shows."""
    size = observation_size(style)
    seats = tuple((f"seat_{seat}", (size,), f"the observation of seat {seat}") for seat in (0, 1))
    return _with_offsets(seats + _STATE)


def state_size(style: Style = "flat") -> int:
    """The number of entries of a state."""
    return state_pieces(style)[-1].stop


def divisors(rules: Ruleset, *, ply_limit: int, seals: int) -> dict[str, tuple[int, ...]]:
    """The number that each piece is divided by: the maximum that the ruleset allows."""
    if max(map(len, rules.tokens)) > MAX_TOKENS:
        raise ValueError(
            f"a ruleset in an environment must have at most {MAX_TOKENS} goods tokens of a kind, "
            f"got {max(map(len, rules.tokens))}"
        )
    cards = tuple(max(1, count) for count in (*rules.cards, rules.camels))
    hand, camels = rules.hand_limit, cards[6]
    piles = tuple(max(1, len(pile)) for pile in (*rules.bonus.values(), (), ())[:3])
    best = max(value for pile in rules.tokens for value in pile)
    best_bonus = max((value for pile in rules.bonus.values() for value in pile), default=1)
    rupees = sum(map(sum, rules.tokens)) + sum(map(sum, rules.bonus.values())) + rules.camel_token
    return {
        "market": (rules.market_size,),
        "hand": (hand,),
        "herd": (camels,),
        "opponent_hand": (hand,),
        "opponent_herd": (camels,),
        "known": (hand,),
        "shown": (rules.deal_size,),
        "known_to_opponent": (hand,),
        "shown_to_opponent": (rules.deal_size,),
        "unseen": cards,
        "discard": cards[:6],
        "deck": (max(1, rules.draw_pile_size),),
        "tokens": (best,),
        "bonus": piles,
        "bonus_mean": (best_bonus,),
        "own_bonus": piles,
        "opponent_bonus": piles,
        "own_rupees": (rupees,),
        "opponent_rupees": (rupees,),
        "goods_tokens": (sum(map(len, rules.tokens)),),
        "used_up": (rules.kinds_to_end,),
        "ply": (ply_limit,),
        "to_move": (1,),
        "first": (1,),
        "seals": (seals,),
        "chosen": (hand,),
        "bonus_order": (best_bonus,),
    }


def observation_scales(rules: Ruleset, *, ply_limit: int, seals: int) -> tuple[list[float], float]:
    """The factors for the numbers of an observation, and for the tokens in `bonus_order`."""
    divisor = divisors(rules, ply_limit=ply_limit, seals=seals)
    scale: list[float] = []
    for piece in observation_pieces("stepwise"):
        values = divisor[piece.name]
        scale += [1 / values[i % len(values)] for i in range(piece.size)]
    return scale, 1 / divisor["bonus_order"][0]
