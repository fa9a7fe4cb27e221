"""R10: there is always a legal move.

The argument. With fewer goods in hand than the limit, any card of the market can be taken: a good,
or the camels; and the market of a round that goes on is full. With a full hand, something can be
sold: if not, each precious kind is held at most (precious minimum - 1) times and nothing else at
all, which is fewer cards than the limit. The tests check the argument on every hand and every
market, and that a ruleset for which it does not hold cannot be made.
"""

from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement, product

import pytest

from jaipur import BOX, STANDARD, Cards, Round, Ruleset, UnknownRuleset
from tests.builders import TINY, a_round
from tests.witness import BOXES, GOODS, LETTERS, WitnessRound

HANDS = ["".join(hand) for size in range(8) for hand in combinations_with_replacement(GOODS, size)]
MARKETS = ["".join(market) for market in combinations_with_replacement(LETTERS, 5)]


def test_there_are_1716_hands_and_462_markets() -> None:
    assert (len(HANDS), len(MARKETS)) == (1716, 462)


def test_every_hand_has_a_move_in_every_market() -> None:
    # Without a herd, and without exchanges: a larger herd only adds exchanges.
    plain = WitnessRound(BOXES["standard"], str(STANDARD.shuffled_cards), {3: [], 4: [], 5: []})
    markets = [Counter(market) for market in MARKETS]
    for hand in HANDS:
        plain.hands[0] = Counter(hand)
        sellable = bool(plain.sales(0))
        assert sellable or len(hand) < 7
        if not sellable:
            for market in markets:
                plain.market = market
                assert plain.takes(0)


def exists(cards: str) -> bool:
    return Cards(cards) <= STANDARD.all_cards


def with_this(hand: str, market: str) -> Round:
    return a_round(hand=hand, market=market)


def test_the_compiled_round_has_a_move_for_every_hand() -> None:
    for hand, market in product(HANDS, ("KKKKK", "DGSCP")):
        if exists(hand + market):
            legal = with_this(hand, market).legal_moves()
            assert len(legal) > 0
            assert len(hand) < 7 or any(str(move)[0] == "$" for move in legal)


def test_the_compiled_round_has_a_move_in_every_market() -> None:
    for market, hand in product(MARKETS, ("", "DGSCPL", "DDGSCPL")):
        if exists(hand + market):
            legal = with_this(hand, market).legal_moves()
            assert len(legal) > 0
            assert len(hand) == 7 or any(len(str(move)) == 2 for move in legal)


def test_seven_goods_of_six_kinds_hold_a_pair() -> None:
    for hand in combinations_with_replacement(GOODS, 7):
        assert max(Counter(hand).values()) >= 2


@pytest.mark.parametrize("rules", [STANDARD, BOX, TINY], ids=lambda rules: rules.name)
def test_a_full_hand_of_each_ruleset_holds_a_sale(rules: Ruleset) -> None:
    precious = sum(1 for count in rules.cards[:3] if count)
    assert precious * (rules.precious_minimum - 1) < rules.hand_limit


@pytest.mark.parametrize(
    "change",
    [
        {"hand_limit": 3, "deal_size": 3},
        {"precious_minimum": 4},
        {"precious_minimum": 7},
        {"precious_minimum": 3, "hand_limit": 6},
    ],
    ids=str,
)
def test_a_ruleset_in_which_a_hand_could_be_stuck_is_refused(change: dict[str, int]) -> None:
    with pytest.raises(UnknownRuleset):
        replace(STANDARD, name="stuck", **change)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [{"hand_limit": 4, "deal_size": 3}, {"precious_minimum": 3}, {"cards": (0, 6, 6, 8, 8, 10)}],
    ids=str,
)
def test_the_rule_for_rulesets_is_not_stricter_than_needed(change: dict[str, object]) -> None:
    if "cards" in change:
        change = {**change, "tokens": ((), *STANDARD.tokens[1:]), "precious_minimum": 4}
        # Two precious kinds of at most three cards each leave room for a seventh card.
    rules = replace(STANDARD, name="tight", **change)  # type: ignore[arg-type]
    assert rules.hand_limit >= 4
