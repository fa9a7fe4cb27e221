"""Positions that read like play, and the tiny ruleset of the tests.

`a_round(hand="GGS", market="DLLKK")`: the seat to move is seat 0 unless `first` says otherwise,
`hand` and `herd` are its own, `other` and `other_herd` those of the opponent. Cards that are not
named lie in the deck, apart from an opponent's hand and herd with which the position is possible.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from jaipur import (
    BOX,
    STANDARD,
    Cards,
    Good,
    LegalMoves,
    Match,
    Round,
    Ruleset,
    get_ruleset,
    register_ruleset,
)

# Sixteen cards without gold and spice: no number of the game may be wired into the code.
TINY = Ruleset(
    name="tiny",
    cards=(3, 0, 2, 3, 0, 4),
    camels=4,
    tokens=((6, 4), (), (5, 3), (3, 2, 1), (), (2, 1, 1)),
    bonus={3: (1, 2), 4: (5,), 5: (9,)},
    camel_token=3,
    market_size=3,
    deal_size=2,
    hand_limit=4,
    precious_minimum=2,
    exchange_minimum=2,
    camels_laid_out=1,
    kinds_to_end=2,
)
# Nothing can be sold, and nobody be ahead, in the first two plies.
NO_EARLY_SALES = register_ruleset(
    replace(
        STANDARD,
        name="no-early-sales",
        cards=(6, 6, 6, 0, 0, 0),
        tokens=(*STANDARD.tokens[:3], (), (), ()),
        deal_size=1,
        precious_minimum=3,
        camel_token=0,
    )
)
BOTH = ("standard", "box")
ALL = ("standard", "box", "tiny")
LONGEST = 1000

Owned = Mapping[str, int]
Piles = Mapping[int, Sequence[int]]


def a_round(
    hand: str = "",
    market: str = "DLLKK",
    *,
    herd: int = 0,
    other: str | None = None,
    other_herd: int | None = None,
    deck: str | None = None,
    discard: str = "",
    goods: tuple[Owned, Owned] | None = None,
    bonus: Piles | None = None,
    bonus_taken: tuple[Piles, Piles] | None = None,
    first: int = 0,
    ruleset: str = "standard",
) -> Round:
    """A round in which the first seat is to move, with these cards."""
    if other is None:
        other = _some_goods(hand + market + discard)
    if other_herd is None:
        other_herd = _enough_camels(hand, other, herd, market, discard)
    hands, herds = (hand, other), (herd, other_herd)
    return Round.build(
        market=market,
        hands=hands if first == 0 else (other, hand),
        herds=herds if first == 0 else (other_herd, herd),
        deck=deck,
        discard=discard,
        goods=goods,
        bonus=bonus,
        bonus_taken=bonus_taken,
        first=first,
        ruleset=ruleset,
    )


def _some_goods(used: str) -> str:
    """Five goods that are left, different ones where possible."""
    left = STANDARD.all_cards.goods - Cards(used).goods
    different = "".join(good.letter for good in reversed(Good) if good in left)
    again = str(left - Cards(different))[::-1]
    return (different + again)[:5]


def _enough_camels(hand: str, other: str, herd: int, market: str, discard: str) -> int:
    """A herd so large that the deal adds up.

    A hand below five goods was dealt camels instead, and ten cards at least are out of the deck
    beside the market.
    """
    seen = min(5, len(hand)) + min(5, len(other)) + herd + market.count("K")
    outside = len(hand + other + discard) + herd
    return max(0, 13 - seen, 10 - outside)


def nearly_out_of_cards(
    deck: str,
    *,
    hand: str = "DSP",
    market: str = "DGCKK",
    other: str = "GSCPL",
    herds: tuple[int, int] = (5, 4),
    ruleset: str = "standard",
) -> Round:
    """A round with just these cards in the deck; all other goods were sold, three kinds not out."""
    held = Cards(deck + market + hand + other).goods
    discard = get_ruleset(ruleset).all_cards.goods - held
    return Round.build(
        market=market,
        hands=(hand, other),
        herds=herds,
        deck=deck,
        discard=str(discard),
        ruleset=ruleset,
    )


def before_the_last_sale(
    mine: Owned,
    theirs: Owned,
    *,
    bonus: tuple[Sequence[int], Sequence[int]] = ((), ()),
    herds: tuple[int, int] = (0, 0),
    ruleset: str = "standard",
) -> Round:
    """Diamond and gold tokens are used up; `$S2` of seat 0 takes the last two silver ones.

    `mine` and `theirs` say whose tokens are taken, `bonus` what each drew for three cards.
    """
    sold = {**mine, **theirs}
    left = list(get_ruleset(ruleset).bonus[3])
    for value in (*bonus[0], *bonus[1]):
        left.remove(value)
    return Round.build(
        market="PLKKK",
        hands=("SSCPL", "CPLLL"),
        herds=herds,
        discard="".join(str(letter) * count for letter, count in sold.items()),
        goods=(mine, theirs),
        bonus={3: left},
        bonus_taken=({3: list(bonus[0])}, {3: list(bonus[1])}),
        ruleset=ruleset,
    )


def shuffled(ruleset: str, rng: Random) -> Round:
    """A round dealt by Python's own shuffle, independent of the library's deals."""
    rules = get_ruleset(ruleset)
    deck = list(str(rules.shuffled_cards))
    rng.shuffle(deck)
    bonus = {pile: rng.sample(values, len(values)) for pile, values in rules.bonus.items()}
    return Round.start(deck="".join(deck), bonus=bonus, first=rng.randrange(2), ruleset=ruleset)


def played(ruleset: str, seed: int, plies: int) -> Round:
    """A round after so many random moves, or at its end if that comes first."""
    rng = Random(seed)
    table = shuffled(ruleset, rng)
    for _ in range(plies):
        if table.is_over:
            break
        table = table.play(rng.choice(table.legal_moves()))
    return table


def played_out(ruleset: str, seed: int) -> Round:
    """A whole random round; none was ever seen to need so many plies."""
    table = played(ruleset, seed, LONGEST)
    assert table.is_over
    return table


def texts(moves: LegalMoves) -> list[str]:
    """Moves as they are written."""
    return [str(move) for move in moves]


def bonus_of(ruleset: str) -> dict[int, tuple[int, ...]]:
    """The bonus piles of a ruleset, in the order of the box."""
    return dict({"standard": STANDARD, "box": BOX, "tiny": TINY}[ruleset].bonus)


def play_round(match: Match, seed: int) -> Match:
    """The match after a round was played to its end by random moves, dealt first if need be."""
    rng = Random(seed)
    if match.is_between:
        match = match.next_round()
    while match.turn is not None:
        match = match.play(rng.choice(match.round.legal_moves()))
        assert match.round.ply < LONGEST
    return match
