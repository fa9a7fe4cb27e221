"""The market as it lies: which card lies in which slot.

It decides nothing, and is worked out while the log is replayed. A card that leaves is replaced in
its own slot. Of equal cards the leftmost leaves; new ones fill the free slots from the left, drawn
cards in drawing order, given ones in notation order. Slots that stay empty at a round's end close.
"""

from __future__ import annotations

from jaipur import CAMEL, Exchange, Move, Round, Sell, Take, TakeCamels

__all__ = ["lay_again", "lay_out", "touched"]


def lay_out(round: Round) -> str:
    """The first market of a dealt round: the camels laid out, then the dealt cards in order."""
    assert round.opening is not None
    rules = round.ruleset
    dealt = 2 * rules.deal_size
    turned_up = round.opening.deck[dealt : dealt + rules.market_size - rules.camels_laid_out]
    return CAMEL.letter * rules.camels_laid_out + turned_up


def touched(slots: str, move: Move) -> list[int]:
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
            raise TypeError(f"{move!r} is none of the four moves")
    places: list[int] = []
    for letter in leaving:
        start = max((place + 1 for place in places if slots[place] == letter), default=0)
        places.append(slots.index(letter, start))
    return sorted(places)


def lay_again(slots: str, move: Move, drawn: str) -> str:
    """The market after a move and the cards that were drawn for it."""
    new = list(str(move.given)) if isinstance(move, Exchange) else list(drawn)
    lying: list[str] = list(slots)
    for place in touched(slots, move):
        lying[place] = new.pop(0) if new else ""
    return "".join(lying)
