"""A small drawing of a round, both hands open, for print and for people who debug."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaipur.rules.cards import Good

if TYPE_CHECKING:
    from jaipur.rules.round import Round

__all__ = ["draw_round"]


def draw_round(round: Round) -> str:
    """The table as a few lines of plain text."""
    state = f"over by {round.end}" if round.is_over else f"seat {round.turn} to move"
    lines = [f"{round.ruleset.name}, ply {round.ply}, {state}, deck {len(round.deck)}"]
    lines += [_seat_line(round, 0), f"  market {' '.join(str(round.market))}", _seat_line(round, 1)]
    for good in Good:
        if round.ruleset.tokens_of(good):
            values = " ".join(map(str, round.tokens[good])) or "used up"
            lines.append(f"  {good!s:8}{values}")
    piles = "  ".join(f"{size}: {len(left)} left" for size, left in round.bonus.items())
    lines.append(f"  bonus   {piles}")
    return "\n".join(lines)


def _seat_line(round: Round, seat: int) -> str:
    hand = " ".join(str(round.hands[seat])) or "-"
    seal = ", wins the seal" if round.seal == seat else ""
    return f"  seat {seat}  {hand:13}  herd {round.herds[seat]}, {round.rupees[seat]} rupees{seal}"
