"""Players that hold a round open by exchanging: a level must still come to an end with them."""

from __future__ import annotations

from typing import Final

from jaipur.engine.one_ply import choose_one_ply
from jaipur.players.player import in_turn
from jaipur.rules.moves import Exchange, Move
from jaipur.rules.rulesets import get_ruleset
from jaipur.rules.view import View

__all__ = ["ExchangePlayer", "PatientPlayer", "UndoPlayer"]


class ExchangePlayer:
    """Exchanges whenever it can, the first exchange in the order of the moves."""

    name = "exchanger"

    @in_turn
    def choose(self, view: View) -> Move:
        """The first exchange, or the first move where there is none."""
        exchanges = (move for move in view.moves if isinstance(move, Exchange))
        return next(exchanges, view.moves[0])


class UndoPlayer:
    """Undoes the other seat's last exchange if it can, and else exchanges whenever it can."""

    name = "undoer"

    @in_turn
    def choose(self, view: View) -> Move:
        """The exchange that puts back what was taken, or the move of an `ExchangePlayer`."""
        if isinstance(view.last, Exchange):
            back = Exchange(view.last.given, view.last.taken)
            if back in view.moves:
                return back
        return ExchangePlayer().choose(view)


class PatientPlayer:
    """Plays as `one-ply` does until it is well behind; from then on it only exchanges."""

    name = "patient"
    behind: Final = 12
    """Rupees; the other seat's bonus tokens count with the mean of their pile."""

    @in_turn
    def choose(self, view: View) -> Move:
        """The network's move, or the move of an `ExchangePlayer`."""
        if self._lead(view) <= -self.behind:
            return ExchangePlayer().choose(view)
        return choose_one_ply(view)[0]

    def _lead(self, view: View) -> float:
        assert view.you is not None  # in_turn refuses a spectator's view
        assert view.opponent is not None
        piles = get_ruleset(view.ruleset).bonus
        mine = sum(map(sum, view.you.goods.values())) + sum(map(sum, view.you.bonus.values()))
        theirs = sum(map(sum, view.opponent.goods.values())) + sum(
            count * sum(piles[size]) / len(piles[size])
            for size, count in view.opponent.bonus.items()
            if count
        )
        return mine - theirs
