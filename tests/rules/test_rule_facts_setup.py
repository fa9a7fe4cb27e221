"""Rule facts: the box and the set-up (R1, R2, R3)."""

import pytest

from jaipur import BOX, CAMEL, RULESETS, STANDARD, Cards, Good, Match, Round
from tests.builders import bonus_of

GOODS = "DGSCPL"
DECK = "DGKLL" + "CCPKK" + "SK" + "DDDDDGGGGGSSSSSCCCCCCPPPPPPPLLLLLLLLKKKK"


def dealt(deck: str = DECK, ruleset: str = "standard") -> Round:
    return Round.start(deck=deck, bonus=bonus_of(ruleset), first=0, ruleset=ruleset)


@pytest.mark.parametrize(
    ("card", "count"),
    [
        (Good.DIAMOND, 6),
        (Good.GOLD, 6),
        (Good.SILVER, 6),
        (Good.CLOTH, 8),
        (Good.SPICE, 8),
        (Good.LEATHER, 10),
        (CAMEL, 11),
    ],
)
def test_the_box_holds_so_many_cards_of_a_kind(card: Good, count: int, ruleset: str) -> None:
    assert RULESETS[ruleset].all_cards[card] == count


def test_there_are_55_cards(ruleset: str) -> None:
    assert len(RULESETS[ruleset].all_cards) == 55


@pytest.mark.parametrize(
    ("good", "values"),
    [
        (Good.DIAMOND, (7, 7, 5, 5, 5)),
        (Good.GOLD, (6, 6, 5, 5, 5)),
        (Good.SILVER, (5, 5, 5, 5, 5)),
        (Good.CLOTH, (5, 3, 3, 2, 2, 1, 1)),
        (Good.SPICE, (5, 3, 3, 2, 2, 1, 1)),
        (Good.LEATHER, (4, 3, 2, 1, 1, 1, 1, 1, 1)),
    ],
)
def test_the_tokens_of_each_good_lie_in_descending_order_of_value(
    good: Good, values: tuple[int, ...], ruleset: str
) -> None:
    assert dealt(ruleset=ruleset).tokens[good] == values


def test_there_are_38_goods_tokens(ruleset: str) -> None:
    assert sum(len(values) for values in dealt(ruleset=ruleset).tokens.values()) == 38


def test_there_are_18_bonus_tokens(ruleset: str) -> None:
    assert sum(len(pile) for pile in dealt(ruleset=ruleset).bonus.values()) == 18


def test_the_standard_bonus_piles_have_six_tokens_each() -> None:
    assert dict(STANDARD.bonus) == {
        3: (1, 1, 2, 2, 3, 3),
        4: (4, 4, 5, 5, 6, 6),
        5: (8, 8, 9, 9, 10, 10),
    }


def test_the_bonus_piles_of_the_box_have_seven_six_and_five_tokens() -> None:
    assert dict(BOX.bonus) == {
        3: (1, 1, 2, 2, 2, 3, 3),
        4: (4, 4, 5, 5, 6, 6),
        5: (8, 8, 9, 10, 10),
    }


def test_bonuses_are_worth_1_to_3_and_4_to_6_and_8_to_10_rupees(ruleset: str) -> None:
    piles = RULESETS[ruleset].bonus
    assert {pile: set(values) for pile, values in piles.items()} == {
        3: {1, 2, 3},
        4: {4, 5, 6},
        5: {8, 9, 10},
    }


def test_the_camel_token_is_worth_5_rupees(ruleset: str) -> None:
    assert RULESETS[ruleset].camel_token == 5


def test_diamond_gold_and_silver_are_precious() -> None:
    assert [good.letter for good in Good if good.precious] == ["D", "G", "S"]


def test_three_camels_and_two_cards_make_the_first_market() -> None:
    assert dealt().market == Cards("KKK") + Cards("SK")


@pytest.mark.parametrize("two", ["DG", "DK", "KK"])
def test_the_two_cards_beside_the_camels_may_be_camels(two: str) -> None:
    rest = Cards(DECK) - Cards("SSCCP") - Cards("LLLDG") - Cards(two)
    assert dealt("SSCCP" + "LLLDG" + two + str(rest)).market == Cards("KKK" + two)


def test_each_seat_is_dealt_five_cards() -> None:
    table = dealt()
    held = [len(hand) + herd for hand, herd in zip(table.hands, table.herds, strict=True)]
    assert held == [5, 5]


def test_camels_dealt_go_from_the_hands_to_the_herds() -> None:
    table = dealt()
    assert table.hands == (Cards("DGLL"), Cards("CCP"))
    assert table.herds == (1, 2)


def test_the_remaining_40_cards_are_the_deck_top_first() -> None:
    assert dealt().deck == DECK[12:]


def test_nothing_is_sold_or_owned_at_the_start(ruleset: str) -> None:
    table = dealt(ruleset=ruleset)
    assert not table.discard
    assert table.rupees == (0, 0)
    assert [table.goods_tokens(seat) for seat in (0, 1)] == [{}, {}]
    assert [table.bonus_tokens(seat) for seat in (0, 1)] == [{}, {}]


@pytest.mark.parametrize("first", [0, 1])
def test_the_starting_player_is_chosen_and_moves_first(first: int) -> None:
    table = Round.start(deck=DECK, bonus=bonus_of("standard"), first=first)
    assert (table.first, table.turn, table.ply) == (first, first, 0)


def test_either_seat_may_be_drawn_to_start() -> None:
    assert {Match.deal(seed=seed).round.first for seed in range(40)} == {0, 1}


def test_bonus_piles_are_shuffled() -> None:
    tops = {Match.deal(seed=seed).round.bonus[5][0] for seed in range(40)}
    assert tops == {8, 9, 10}


def test_cards_are_shuffled() -> None:
    assert len({Match.deal(seed=seed).round.deck for seed in range(40)}) == 40


def test_standard_is_the_default_ruleset() -> None:
    assert Match.deal(seed=1).round.ruleset == STANDARD
