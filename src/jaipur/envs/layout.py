"""What an observation is made of: named pieces, one after the other in a flat vector.

Every number lies between 0 and 1: a count is divided by the most that the ruleset allows. There is
nothing in it that the seat cannot know (R11). A change of the pieces, their order or their meaning
needs a new version.
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
    "STATE_DECK",
    "Piece",
    "Style",
    "highs",
    "named",
    "observation_pieces",
    "observation_size",
    "scales",
    "state_pieces",
    "state_size",
]

Style = Literal["flat", "stepwise"]

OBSERVATION_VERSION: Final = 1
MOST_TOKENS: Final = 9
"""How many goods tokens of a kind a ruleset may have in an environment."""
CHOSEN: Final = 20
STATE_DECK: Final = 48


@dataclass(frozen=True, slots=True)
class Piece:
    """One named part of a vector, and where it stands."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    start: int

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)

    @property
    def stop(self) -> int:
        """Where the next piece starts."""
        return self.start + self.size


# The order is the C code's in observe.pyx; tests/envs/test_observation.py holds them together.
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
    ("tokens", (6, MOST_TOKENS), "goods tokens left, best first, then zeros / best token"),
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
    ("chosen", (CHOSEN,), "how often each choice but done was made in this move / hand limit"),
)
_STATE: Final = (
    ("deck_order", (STATE_DECK, 7), "each face-down card from the top, one-hot by kind"),
    ("bonus_order", (3, 8), "the bonus tokens of each pile as they were laid / best token"),
)

_Rows = tuple[tuple[str, tuple[int, ...], str], ...]


def _placed(rows: _Rows) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    for name, shape, meaning in rows:
        pieces.append(Piece(name, shape, meaning, pieces[-1].stop if pieces else 0))
    return tuple(pieces)


@cache
def observation_pieces(style: Style = "flat") -> tuple[Piece, ...]:
    """The pieces of an observation; the stepwise style has one more at the end."""
    return _placed(_OBSERVATION + _STEPWISE if style == "stepwise" else _OBSERVATION)


def observation_size(style: Style = "flat") -> int:
    """How many numbers an observation has."""
    return observation_pieces(style)[-1].stop


def named(vectors: NDArray[Any], style: Style = "flat") -> dict[str, NDArray[Any]]:
    """The pieces of one observation, or of many, by name; they share the vector's memory."""
    front = vectors.shape[:-1]
    return {
        piece.name: vectors[..., piece.start : piece.stop].reshape(front + piece.shape)
        for piece in observation_pieces(style)
    }


@cache
def state_pieces(style: Style = "flat") -> tuple[Piece, ...]:
    """The pieces of a state, which has everything: both observations, and what neither shows."""
    size = observation_size(style)
    seats = tuple((f"seat_{seat}", (size,), f"the observation of seat {seat}") for seat in (0, 1))
    return _placed(seats + _STATE)


def state_size(style: Style = "flat") -> int:
    """How many numbers a state has."""
    return state_pieces(style)[-1].stop


def highs(rules: Ruleset, *, ply_limit: int, seals: int) -> dict[str, tuple[int, ...]]:
    """What each number of an observation is divided by: the most that the ruleset allows."""
    if max(map(len, rules.tokens)) > MOST_TOKENS:
        raise ValueError(f"An observation has room for {MOST_TOKENS} goods tokens of a kind.")
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


def scales(rules: Ruleset, *, ply_limit: int, seals: int) -> tuple[list[float], float]:
    """What the core multiplies the numbers of an observation with, and tokens of a bonus pile."""
    most = highs(rules, ply_limit=ply_limit, seals=seals)
    scale: list[float] = []
    for piece in observation_pieces("stepwise"):
        high = most[piece.name]
        scale += [1 / high[place % len(high)] for place in range(piece.size)]
    return scale, 1 / most["bonus_order"][0]
