"""What is on the table, as plain data for the drawing.

`scene_of_view` takes a View, so it cannot show more than a seat may know. `scene_of_round` takes a
Round, for records that are replayed, and shows everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from jaipur.rules.cards import Cards, Good
from jaipur.rules.moves import Move
from jaipur.rules.round import Round
from jaipur.rules.rulesets import Ruleset, get_ruleset
from jaipur.rules.view import PublicSeat, View

__all__ = ["Scene", "Side", "scene_of_round", "scene_of_view"]

Tokens = Mapping[Good, tuple[int, ...]]
Bonus = Mapping[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One seat as it is drawn. What the viewer may not know is not in it."""

    seat: int
    name: str
    hand: Cards | None = None  # None: face down
    hand_size: int
    herd: int | None  # None: a pile whose size is not shown
    has_camels: bool
    known: Cards = field(default_factory=Cards)
    goods: Tokens
    bonus: Bonus | None = None  # None: face down
    bonus_counts: Mapping[int, int]

    @property
    def rupees(self) -> int:
        """What the visible tokens add up to."""
        piles = [*self.goods.values(), *(self.bonus or {}).values()]
        return sum(sum(values) for values in piles)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A position as it is drawn: `far` on top, `near` at the bottom."""

    ruleset: Ruleset
    round: int | None
    seals: tuple[int, int] | None
    seals_to_win: int = 2
    turn: int | None
    first: int
    ply: int
    market: Cards
    deck: int
    draw_pile: str = ""  # face up, in scenes of a Round only
    tokens: Tokens
    bonus: Mapping[int, int]
    bonus_values: Bonus = field(default_factory=dict)
    far: Side
    near: Side
    history: tuple[tuple[Move, str], ...]

    def side(self, seat: int) -> Side:
        """The side of a seat."""
        return self.far if self.far.seat == seat else self.near


def scene_of_view(
    view: View, *, names: tuple[str, str], seals_to_win: int = 2, aid: bool = False
) -> Scene:
    """The table as a seat sees it. `aid` counts the opponent's herd and keeps track of its hand."""
    far, near = _sides(view, names, aid=aid)
    return Scene(
        ruleset=get_ruleset(view.ruleset),
        round=view.round,
        seals=view.seals,
        seals_to_win=seals_to_win,
        turn=view.turn,
        first=view.first,
        ply=view.ply,
        market=view.market,
        deck=view.deck,
        tokens=view.tokens,
        bonus=view.bonus,
        far=far,
        near=near,
        history=view.history,
    )


def _sides(view: View, names: tuple[str, str], *, aid: bool) -> tuple[Side, Side]:
    if view.seat is None or view.you is None or view.opponent is None:
        raise ValueError("view must be that of a seat, got the view of a spectator")
    near = Side(
        seat=view.seat,
        name=names[view.seat],
        hand=view.you.hand,
        hand_size=len(view.you.hand),
        herd=view.you.herd,
        has_camels=view.you.herd > 0,
        goods=view.you.goods,
        bonus=view.you.bonus,
        bonus_counts={size: len(values) for size, values in view.you.bonus.items()},
    )
    return _opponent_side(view.opponent, 1 - view.seat, names, aid=aid), near


def _opponent_side(other: PublicSeat, seat: int, names: tuple[str, str], *, aid: bool) -> Side:
    return Side(
        seat=seat,
        name=names[seat],
        hand_size=other.hand,
        herd=other.herd if aid else None,
        has_camels=other.herd > 0,
        known=other.known if aid else Cards(),
        goods=other.goods,
        bonus_counts=other.bonus,
    )


def scene_of_round(
    round_: Round,
    *,
    names: tuple[str, str],
    number: int | None = None,
    seals: tuple[int, int] | None = None,
    seals_to_win: int = 2,
) -> Scene:
    """The table with every card face up, the draw pile and the bonus piles included."""
    far, near = (_open_side(round_, seat, names) for seat in (1, 0))
    return Scene(
        ruleset=get_ruleset(round_.ruleset),
        round=number,
        seals=seals,
        seals_to_win=seals_to_win,
        turn=round_.turn,
        first=round_.first,
        ply=round_.ply,
        market=round_.market,
        deck=len(round_.deck),
        draw_pile=round_.deck,
        tokens=round_.tokens,
        bonus={size: len(values) for size, values in round_.bonus.items()},
        bonus_values=round_.bonus,
        far=far,
        near=near,
        history=round_.history,
    )


def _open_side(round_: Round, seat: int, names: tuple[str, str]) -> Side:
    bonus = round_.bonus_tokens(seat)
    return Side(
        seat=seat,
        name=names[seat],
        hand=round_.hands[seat],
        hand_size=len(round_.hands[seat]),
        herd=round_.herds[seat],
        has_camels=round_.herds[seat] > 0,
        goods=round_.goods_tokens(seat),
        bonus=bonus,
        bonus_counts={size: len(values) for size, values in bonus.items()},
    )
