"""What one seat may know, and no more (R11).

A view is built field by field from what is allowed, never by removing fields from a round. Its
JSON is the same for browsers, bots and analysis.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from jaipur.rules.cards import Cards, Good
from jaipur.rules.ends import RoundEnd
from jaipur.rules.moves import Move
from jaipur.rules.tokens import GoodsTokens
from jaipur.rules.view_writer import write_view_json

if TYPE_CHECKING:
    from jaipur.rules.core.knowledge import Knowledge
    from jaipur.rules.round import Round

__all__ = ["VIEW_FORMAT", "OwnSeat", "PublicSeat", "RoundResult", "View", "view_of"]

VIEW_FORMAT: Final = "jaipur-view/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSeat:
    """What a seat knows of itself."""

    hand: Cards
    herd: int
    goods: GoodsTokens = field(hash=False)
    bonus: Mapping[int, tuple[int, ...]] = field(hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicSeat:
    """What everybody knows of a seat."""

    hand: int
    known: Cards
    """Goods that its public moves have shown and that it must still hold."""
    shown: Cards
    """Goods that it must have been dealt, as its moves have proved."""
    herd: int
    goods: GoodsTokens = field(hash=False)
    bonus: Mapping[int, int] = field(hash=False)
    """How many bonus tokens of each pile; their values are hidden."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResult:
    """A finished round with everything revealed."""

    end: RoundEnd
    rupees: tuple[int, int]
    seal: int | None
    hands: tuple[Cards, Cards]
    herds: tuple[int, int]
    bonus: tuple[Mapping[int, tuple[int, ...]], Mapping[int, tuple[int, ...]]] = field(hash=False)


class _Packed:
    """A place beside the fields of a view, which equality, copies and pickles leave out."""

    __slots__ = ("_knowledge",)
    _knowledge: Knowledge
    """The same knowledge for compiled code; not set where a view was read or changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View(_Packed):
    """The round as one seat, or a spectator, sees it. The fields are those of its JSON.

    Its hash leaves out the dictionaries, which have none; equality compares them too.
    """

    ruleset: str
    seat: int | None
    turn: int | None
    round: int | None
    ply: int
    first: int
    seals: tuple[int, int] | None
    market: Cards
    deck: int
    discard: Cards
    tokens: GoodsTokens = field(hash=False)
    bonus: Mapping[int, int] = field(hash=False)
    you: OwnSeat | None = None
    opponent: PublicSeat | None = None
    seats: tuple[PublicSeat, PublicSeat] | None = None
    start: Cards
    history: tuple[tuple[Move, str], ...]
    last: Move | None
    moves: tuple[Move, ...]
    """What this seat could play with this market if it were its turn."""
    over: RoundResult | None

    def to_dict(self) -> dict[str, Any]:
        """The view as plain data, ready for JSON."""
        head = {
            "format": VIEW_FORMAT,
            "ruleset": self.ruleset,
            "seat": self.seat,
            "turn": self.turn,
            "round": self.round,
            "ply": self.ply,
            "first": self.first,
            "seals": None if self.seals is None else list(self.seals),
            "market": str(self.market),
            "deck": self.deck,
            "discard": {
                good.letter: self.discard.count(good) for good in Good if self.discard.count(good)
            },
            "tokens": {good.letter: list(values) for good, values in self.tokens.items()},
            "bonus": {str(size): count for size, count in self.bonus.items()},
        }
        tail: dict[str, Any] = {
            "start": str(self.start),
            "history": [[str(move), drawn] for move, drawn in self.history],
            "last": None if self.last is None else str(self.last),
        }
        over = None if self.over is None else _over_dict(self.over)
        if self.you is None or self.opponent is None:
            seats = [_other_dict(other) for other in self.seats or ()]
            return {**head, "seats": seats, **tail, "over": over}
        own = {
            "hand": str(self.you.hand),
            "herd": self.you.herd,
            "goods": _goods_dict(self.you.goods),
            "bonus": _bonus_dict(self.you.bonus),
        }
        moves = [str(move) for move in self.moves]
        return {
            **head,
            "you": own,
            "opponent": _other_dict(self.opponent),
            **tail,
            "moves": moves,
            "over": over,
        }

    def to_json(self) -> str:
        """The view as one line of JSON."""
        return write_view_json(self, VIEW_FORMAT)

    def _repr_html_(self) -> str:
        from jaipur.rules.picture import draw_view

        return draw_view(self)

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> View:
        """Read a view from plain data; NotationError says which field is wrong."""
        from jaipur.rules.view_reader import read_view

        return read_view(data)

    @staticmethod
    def from_json(text: str) -> View:
        """Read a view from JSON; NotationError says where it is wrong."""
        from jaipur.rules.view_reader import read_view_json

        return read_view_json(text)


def view_of(
    round: Round, seat: int | None, number: int | None = None, seals: tuple[int, int] | None = None
) -> View:
    """The view of a seat, or of a spectator for None, in a round that may be part of a match."""
    view = View(
        ruleset=round.ruleset.name,
        seat=seat,
        turn=round.turn,
        round=number,
        ply=round.ply,
        first=round.first,
        seals=seals,
        market=round.market,
        deck=len(round.deck),
        discard=round.discard,
        tokens=round.tokens,
        bonus={size: len(left) for size, left in round.bonus.items()},
        you=None if seat is None else _own(round, seat),
        opponent=None if seat is None else _other(round, 1 - seat),
        seats=(_other(round, 0), _other(round, 1)) if seat is None else None,
        start=round.start_market,
        history=round.history,
        last=round.last,
        moves=() if seat is None else tuple(round.legal_moves(seat)),
        over=_over(round) if round.is_over else None,
    )
    knowledge = None if seat is None else round._knowledge(seat)
    if knowledge is not None:
        object.__setattr__(view, "_knowledge", knowledge)
    return view


def _own(round: Round, seat: int) -> OwnSeat:
    return OwnSeat(
        hand=round.hands[seat],
        herd=round.herds[seat],
        goods=round.goods_tokens(seat),
        bonus=round.bonus_tokens(seat),
    )


def _other(round: Round, seat: int) -> PublicSeat:
    return PublicSeat(
        hand=len(round.hands[seat]),
        known=round.known[seat],
        shown=round.shown[seat],
        herd=round.herds[seat],
        goods=round.goods_tokens(seat),
        bonus={size: len(values) for size, values in round.bonus_tokens(seat).items()},
    )


def _over(round: Round) -> RoundResult:
    assert round.end is not None
    return RoundResult(
        end=round.end,
        rupees=round.rupees,
        seal=round.seal,
        hands=round.hands,
        herds=round.herds,
        bonus=(round.bonus_tokens(0), round.bonus_tokens(1)),
    )


def _goods_dict(goods: Mapping[Good, tuple[int, ...]]) -> dict[str, list[int]]:
    return {good.letter: list(values) for good, values in goods.items()}


def _bonus_dict(bonus: Mapping[int, tuple[int, ...]]) -> dict[str, list[int]]:
    return {str(size): list(values) for size, values in bonus.items()}


def _other_dict(other: PublicSeat) -> dict[str, Any]:
    return {
        "hand": other.hand,
        "known": str(other.known),
        "shown": str(other.shown),
        "herd": other.herd,
        "goods": _goods_dict(other.goods),
        "bonus": {str(size): count for size, count in other.bonus.items()},
    }


def _over_dict(over: RoundResult) -> dict[str, Any]:
    return {
        "end": over.end.value,
        "rupees": list(over.rupees),
        "seal": over.seal,
        "hands": [str(hand) for hand in over.hands],
        "herds": list(over.herds),
        "bonus": [_bonus_dict(bonus) for bonus in over.bonus],
    }
