"""The tables of docs/opening.md, worked out from the openings of the package.

Everything is weighted by how likely each market and hand are dealt.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Final

from jaipur.coach.openings import Opening, opening_probability, openings
from jaipur.rules.cards import CAMEL, Good
from jaipur.rules.moves import Exchange, Move, Sell, Take, TakeCamels

PAGE: Final = Path("docs/opening.md")
_CLOSE: Final = 0.01  # of the seal: two moves that differ by less are as good as each other
_CLEAR: Final = 0.02  # of the seal: what the best move must gain to count as clear
Weighted = list[tuple[Opening, float]]


def weighted_openings() -> Weighted:
    """Every first decision with its probability."""
    return [(opening, opening_probability(opening)) for opening in openings()]


def kind_of(move: Move) -> str:
    """What a first move does, in the words of the page."""
    match move:
        case TakeCamels():
            return "take the camels"
        case Take():
            return "take a precious good" if move.good.precious else "take another good"
        case Exchange():
            return f"exchange {len(move.taken)} cards"
        case Sell():
            return "sell"
    raise TypeError(f"a move must be one of the four, got {move!r}")


def first_moves(all_openings: Weighted) -> str:
    """How often each kind of move is best, and how often clearly."""
    share: dict[str, float] = defaultdict(float)
    clear: dict[str, float] = defaultdict(float)
    for opening, weight in all_openings:
        kind = kind_of(opening.best.move)
        share[kind] += weight
        clear[kind] += weight * (opening.margin is None or opening.margin >= _CLEAR)
    rows = [
        f"| {kind} | {part:.1%} | {clear[kind] / part:.0%} |"
        for kind, part in sorted(share.items(), key=lambda item: -item[1])
    ]
    return "\n".join(
        ["| best first move | share of deals | clearly best |", "| --- | --- | --- |", *rows]
    )


def means(
    all_openings: Weighted, key: Callable[[Opening], Hashable]
) -> dict[Hashable, tuple[float, float, float]]:
    """By a key: the share of deals, the mean probability of the seal, how often camels are best."""
    sums: dict[Hashable, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for opening, weight in all_openings:
        found = sums[key(opening)]
        found[0] += weight
        found[1] += weight * opening.win
        found[2] += weight * isinstance(opening.best.move, TakeCamels)
    return {key: (part, win / part, camels / part) for key, (part, win, camels) in sums.items()}


def mean_table(title: str, found: dict[Hashable, tuple[float, float, float]]) -> str:
    """Means as a table."""
    head = [f"| {title} | share of deals | seal | camels are best |", "| --- | --- | --- | --- |"]
    rows = [
        f"| {key} | {part:.1%} | {win:.1%} | {camels:.0%} |"
        for key, (part, win, camels) in sorted(found.items(), key=str)
    ]
    return "\n".join([*head, *rows])


def card_values(all_openings: Weighted) -> str:
    """What one card more of each kind in the hand goes with, against none of it."""
    head = ["| card | none dealt | one | two | three |", "| --- | --- | --- | --- | --- |"]
    rows = []
    for kind in (*Good, CAMEL):
        found = means(all_openings, lambda opening, kind=kind: opening.hand[kind])  # type: ignore[misc]
        wins = " | ".join(f"{found[count][1]:.1%}" for count in range(4))
        rows.append(f"| {kind} | {wins} |")
    return "\n".join([*head, *rows])


def extremes(all_openings: Weighted, count: int = 5) -> str:
    """The best and the worst deals for the starter."""
    ranked = sorted((opening for opening, _ in all_openings), key=lambda it: it.win)
    head = ["| market | dealt | best move | seal |", "| --- | --- | --- | --- |"]
    chosen: Iterable[Opening] = [*reversed(ranked[-count:]), *ranked[:count]]
    rows = [f"| `{it.market}` | `{it.hand}` | `{it.best.move}` | {it.win:.1%} |" for it in chosen]
    return "\n".join([*head, *rows])


def overall(all_openings: Weighted) -> str:
    """The mean for the starter, and how often the choice does not matter."""
    mean = sum(weight * it.win for it, weight in all_openings)
    margins = [(it.margin, weight) for it, weight in all_openings if it.margin is not None]
    close = sum(weight * (margin < _CLOSE) for margin, weight in margins)
    lost = sum(weight * margin for margin, weight in margins)
    return (
        f"With the best first move the starter gets the seal in {mean:.1%} of all deals. In "
        f"{close:.0%} of them the second-best move loses less than 1 %, and on average {lost:.1%}."
    )


def page_tables() -> dict[str, str]:
    """The tables by the name of their place on the page."""
    found = weighted_openings()
    return {
        "overall": overall(found),
        "first moves": first_moves(found),
        "camels in the market": mean_table(
            "camels in the market", means(found, lambda it: it.market.camels)
        ),
        "camels dealt": mean_table("camels dealt", means(found, lambda it: it.hand.camels)),
        "largest set": mean_table(
            "most cards of one good",
            means(found, lambda it: max(it.hand[good] for good in Good)),
        ),
        "cards": card_values(found),
        "extremes": extremes(found),
    }


def write_page() -> None:
    """Put the tables into the page."""
    text = PAGE.read_text(encoding="utf-8")
    for name, table in page_tables().items():
        begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        text = text[: text.index(begin)] + begin + table + "\n" + text[text.index(end) :]
    PAGE.write_text(text, encoding="utf-8")
