"""Which card of the market lies in which slot.

It has no effect on play, and is computed while the log is replayed. A card that leaves is replaced
in its own slot. Of equal cards the leftmost leaves; new ones fill the free slots from the left,
drawn cards in drawing order, given ones in notation order. Slots that stay empty at the end of a
round are closed.
"""

from __future__ import annotations

from jaipur import CAMEL, Exchange, Move, Round, Sell, Take, TakeCamels

__all__ = ["emptied_slots", "initial_slots", "slots_after", "slots_at"]


def initial_slots(round: Round) -> str:
    """The first market of a dealt round: the camels laid out, then the dealt cards in order."""
    assert round.opening is not None
    rules = round.ruleset
    dealt = 2 * rules.deal_size
    turned_up = round.opening.deck[dealt : dealt + rules.market_size - rules.camels_laid_out]
    return CAMEL.letter * rules.camels_laid_out + turned_up


def slots_at(round: Round, ply: int) -> str:
    """The slots of a round after so many of its moves."""
    slots = initial_slots(round)
    for move, drawn in round.history[:ply]:
        slots = slots_after(slots, move, str(drawn))
    return slots


def emptied_slots(slots: str, move: Move) -> list[int]:
    """The slots that a move empties, from the left."""
    match move:
        case Sell():
            return []
        case TakeCamels():
            leaving = CAMEL.letter * slots.count(CAMEL.letter)
        case Take(good=good):
            leaving = good.letter
        case Exchange(taken=taken):
            leaving = str(taken)
        case _:
            raise TypeError(f"expected Take, TakeCamels, Exchange or Sell, got {move!r}")
    found: list[int] = []
    for letter in leaving:
        start = max((slot + 1 for slot in found if slots[slot] == letter), default=0)
        found.append(slots.index(letter, start))
    return sorted(found)


def slots_after(slots: str, move: Move, drawn: str) -> str:
    """The slots after a move and the cards that were drawn for it."""
    new = list(str(move.given)) if isinstance(move, Exchange) else list(drawn)
    filled: list[str] = list(slots)
    for slot in emptied_slots(slots, move):
        filled[slot] = new.pop(0) if new else ""
    return "".join(filled)
