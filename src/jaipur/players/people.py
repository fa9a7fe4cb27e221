"""Yardsticks: players that play as people do, each with the mistakes of its strength.

Levels are spaced for people, so they are measured against these. They are small, nothing in them is
random, and they know only the view. From the weakest to the strongest:

- `child`, in its first game: takes the dearest card until its hand is full; sells precious goods as
  soon as it has two and others as soon as it has three; never exchanges; takes camels only where
  there is nothing else; looks neither at the tokens nor at the other seat.
- `beginner`, who has read the rules: as the child, but takes three camels rather than a good that
  is not precious, and exchanges camels for goods. It gives no goods in an exchange, and it saves
  for no bonus token.
- `casual`, who plays now and then: weighs what a move brings to its own hand, bonus tokens
  included, and exchanges goods too. It ignores the other seat: neither what a move leaves in the
  market, nor what the other collects, nor that the round is about to end.
- `club`, who plays every week: weighs all of that too, and the herds. It plans no further than its
  own move, and does not count which cards are still to come.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from jaipur.players.player import in_turn
from jaipur.rules.cards import Good
from jaipur.rules.moves import Exchange, Move, Sell, Take, TakeCamels
from jaipur.rules.rulesets import Ruleset, get_ruleset
from jaipur.rules.view import OwnSeat, PublicSeat, View

__all__ = ["BeginnerPlayer", "CasualPlayer", "ChildPlayer", "ClubPlayer"]

_GOODS: Final = tuple(Good)


class ChildPlayer:
    """A ten-year-old in its first game."""

    name = "child"

    @in_turn
    def choose(self, view: View) -> Move:
        """A sale that is ready, or the dearest card; with a full hand the largest sale."""
        own, _ = _seats(view)
        sales = _whole_sales(view, own)
        ready = [sale for sale in sales if sale.count >= (2 if sale.good.index < 3 else 3)]
        if ready:
            return ready[0]
        # The order of the moves is that of the goods, so the first take is the dearest.
        takes = [move for move in view.moves if isinstance(move, Take)]
        if takes:
            return takes[0]
        if len(own.hand) < get_ruleset(view.ruleset).hand_limit and TakeCamels() in view.moves:
            return TakeCamels()
        return max(sales, key=lambda sale: sale.count, default=view.moves[0])


class BeginnerPlayer:
    """Somebody who has read the rules."""

    name = "beginner"

    @in_turn
    def choose(self, view: View) -> Move:
        """An exchange of camels for goods that it wants, three camels, or the child's move."""
        own, _ = _seats(view)
        move = ChildPlayer().choose(view)
        if isinstance(move, Sell):
            return move
        wanted = [
            exchange
            for exchange in view.moves
            if isinstance(exchange, Exchange)
            and exchange.given.camels == len(exchange.given)
            and all(
                own.hand.count(good) or good.precious for good in _GOODS if good in exchange.taken
            )
        ]
        if wanted:
            return max(wanted, key=lambda exchange: len(exchange.taken))
        precious = any(good in view.market for good in _GOODS if good.precious)
        return TakeCamels() if view.market.camels >= 3 and not precious else move


class CasualPlayer:
    """Somebody who plays now and then."""

    name = "casual"

    @in_turn
    def choose(self, view: View) -> Move:
        """The move that brings the most to its own hand."""
        return max(view.moves, key=_Prospects.of(view, watchful=False).worth)


class ClubPlayer:
    """Somebody who plays every week."""

    name = "club"

    @in_turn
    def choose(self, view: View) -> Move:
        """The move that brings the most, less what it leaves to the other seat."""
        return max(view.moves, key=_Prospects.of(view, watchful=True).worth)


@dataclass(frozen=True, slots=True)
class _Prospects:
    """What moves are worth in rupees, now and later."""

    view: View
    own: OwnSeat
    other: PublicSeat
    ruleset: Ruleset
    watchful: bool
    """Whether the other seat, the herds and the end of the round count."""

    @staticmethod
    def of(view: View, *, watchful: bool) -> _Prospects:
        return _Prospects(view, *_seats(view), get_ruleset(view.ruleset), watchful)

    def worth(self, move: Move) -> float:
        """The rupees of a sale, and what hand, herd and market are worth after a move."""
        hand, market = list(self.own.hand.counts[:6]), list(self.view.market.counts)
        herd, drawn, rupees, sold = self.own.herd, 0, 0.0, None
        match move:
            case Take(good=Good() as good):
                hand[good.index] += 1
                market[good.index] -= 1
                drawn = 1
            case TakeCamels():
                herd, drawn, market[6] = herd + market[6], market[6], 0
            case Exchange(taken=taken, given=given):
                changes = [
                    took - gave for took, gave in zip(taken.counts, given.counts, strict=True)
                ]
                hand = [held + change for held, change in zip(hand, changes[:6], strict=True)]
                herd += changes[6]
                market = [lying - change for lying, change in zip(market, changes, strict=True)]
            case Sell(good=Good() as good, count=count):
                rupees, sold = self._sale(good, count, 0), (good, count)
                hand[good.index] -= count
        held = sum(self._hold(good, hand[good.index], sold) for good in _GOODS)
        crowded = max(0, sum(hand) - (self.ruleset.hand_limit - 2))
        total = rupees + held - 0.8 * crowded**2 + 0.8 * min(herd, 5)
        return total + self._watched(market, herd, drawn, sold) if self.watchful else total

    def _sale(self, good: Good, count: int, sold: int) -> float:
        """What a sale brings after so many tokens were sold; the mean of its bonus pile."""
        rupees: float = sum(self.view.tokens[good][sold : sold + count])
        size = self.ruleset.bonus_for(count)
        if size is not None and self.view.bonus[size]:
            rupees += sum(self.ruleset.bonus[size]) / len(self.ruleset.bonus[size])
        return rupees

    def _hold(self, good: Good, count: int, sold: tuple[Good, int] | None) -> float:
        """What so many cards in hand may bring: their sale, not quite sure, or a larger one."""
        if not count:
            return 0.0
        before = sold[1] if sold is not None and sold[0] is good else 0
        sure = self._certainty(good)
        if count < self.ruleset.sale_minimum(good):
            return 0.55 * sure * sum(self.view.tokens[good][before : before + count])
        now, more = self._sale(good, count, before), self._sale(good, count + 1, before)
        return sure * (now + 0.35 * (more - now))

    def _certainty(self, good: Good) -> float:
        """How likely a good is sold for what it is worth now."""
        if not self.watchful:
            return 0.9
        if self.view.deck <= 6 or self._used_up() >= self.ruleset.kinds_to_end - 1:
            return 0.6
        return 0.75 if self.other.known.count(good) >= 2 else 0.9

    def _used_up(self) -> int:
        return sum(
            1 for good in _GOODS if self.ruleset.tokens_of(good) and not self.view.tokens[good]
        )

    def _watched(
        self, market: list[int], herd: int, drawn: int, sold: tuple[Good, int] | None
    ) -> float:
        """What herds are worth, less what the other seat finds in the market."""
        offers = sorted(
            (
                self._hold(good, self.other.known.count(good) + 1, sold)
                - self._hold(good, self.other.known.count(good), sold)
                for good in _GOODS
                for _ in range(market[good.index])
            ),
            reverse=True,
        )
        found = sum(offers[: 2 if self.other.herd >= 2 else 1]) + 0.7 * drawn
        played = 1 - self.view.deck / max(1, self.ruleset.draw_pile_size)
        ahead = (herd > self.other.herd) - (herd < self.other.herd)
        return 0.5 * self.ruleset.camel_token * played * ahead - 0.5 * found


def _seats(view: View) -> tuple[OwnSeat, PublicSeat]:
    assert view.you is not None  # in_turn refuses a spectator's view
    assert view.opponent is not None
    return view.you, view.opponent


def _whole_sales(view: View, own: OwnSeat) -> list[Sell]:
    """The sales of all cards of a good."""
    sales = (move for move in view.moves if isinstance(move, Sell))
    return [sale for sale in sales if sale.count == own.hand.count(sale.good)]
