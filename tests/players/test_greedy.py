"""Greedy never changes: strength is measured against it, so each of its numbers has a test."""

from fractions import Fraction
from random import Random

import pytest

from jaipur import Exchange, Good, Move, Round, Sell, TakeCamels, View, get_ruleset
from jaipur.players import make_player
from jaipur.players.greedy import MoveWorth
from tests.builders import ALL, a_round, played

BASE = {"D": "4", "G": "3.5", "S": "3.2", "C": "1.8", "P": "1.8", "L": "1.2"}

SOLD = "DDDGGGSSSCCCPPPPPP"  # enough for six bonus tokens


def worth(round_: Round, move: str) -> Fraction:
    assert move in round_.legal_moves()
    worth_of = MoveWorth(round_.view(0))
    return Fraction(worth_of.of(Move.parse(move)), worth_of.rupee)


def chosen(round_: Round) -> str:
    return str(make_player("greedy").choose(round_.view(0)))


@pytest.mark.parametrize(("letter", "base"), BASE.items())
def test_taking_a_good_is_worth_its_base(letter: str, base: str) -> None:
    rest = "LLKK" if letter != "L" else "PPKK"
    assert worth(a_round(hand="", market=letter + rest), f"+{letter}") == Fraction(base)


def test_taking_is_worth_a_quarter_more_for_each_in_hand() -> None:
    assert worth(a_round(hand="SSS", market="SLLKK"), "+S") == Fraction("3.2") * Fraction(7, 4)


def test_taking_camels_is_worth_two_fifths_each() -> None:
    assert worth(a_round(hand="S", market="DLKKK"), "+K") == Fraction("1.2")


def test_a_sale_is_worth_its_tokens_less_two_a_card() -> None:
    assert worth(a_round(hand="GG"), "$G2") == 12 - 4


def test_a_sale_of_three_adds_the_mean_of_its_bonus() -> None:
    assert worth(a_round(hand="LLL"), "$L3") == 9 + 2 - 6


def test_a_sale_of_six_adds_the_mean_of_the_top_bonus() -> None:
    assert worth(a_round(hand="LLLLLL"), "$L6") == 4 + 3 + 2 + 1 + 1 + 1 + 9 - 12


def test_the_mean_is_that_of_the_full_pile_whatever_is_left_of_it() -> None:
    taken = {3: [1, 1, 2, 2]}, {3: [3]}
    left = a_round(hand="LLL", discard=SOLD, bonus={3: [3]}, bonus_taken=taken)
    assert worth(left, "$L3") == 9 + 2 - 6


def test_an_empty_bonus_pile_adds_nothing() -> None:
    taken = {3: [1, 1, 2, 2, 3]}, {3: [3]}
    empty = a_round(hand="LLL", discard=SOLD, bonus={3: []}, bonus_taken=taken)
    assert worth(empty, "$L3") == 9 - 6


def test_a_sale_beyond_the_tokens_counts_the_tokens_that_are_left() -> None:
    assert worth(a_round(hand="GG", discard="GGGG"), "$G2") == 5 - 4


def test_an_exchange_gains_what_is_taken_and_costs_what_is_given() -> None:
    round_ = a_round(hand="GL", market="DGCKK", herd=2)
    gain = Fraction("4") + Fraction("3.5") * Fraction(5, 4)
    assert worth(round_, "+DG-LK") == gain - Fraction("1.2") * Fraction("1.2") - Fraction("0.4")


def test_two_of_a_good_taken_at_once_both_count_the_hand_before_the_move() -> None:
    round_ = a_round(hand="D", market="DDCKK", herd=2)
    assert worth(round_, "+DD-KK") == 2 * 4 * Fraction(5, 4) - Fraction("0.8")


def test_a_tie_is_exact_and_the_first_in_order_wins() -> None:
    # 1.2 × 1.5 is 1.7999999999999998 in floating point; here it is 1.8, as a cloth is.
    round_ = a_round(hand="LL", market="CPLKK")
    assert worth(round_, "+L") == worth(round_, "+C") == worth(round_, "+P")
    bare = a_round(hand="", market="CPPPP")
    assert chosen(bare) == "+C"


def test_the_highest_wins() -> None:
    assert chosen(a_round(hand="DD", market="GLLKK")) == "$D2"
    assert chosen(a_round(hand="L", market="DLLKK")) == "+D"


def test_a_move_is_worth_nothing_to_a_spectator() -> None:
    with pytest.raises(ValueError, match="spectator"):
        MoveWorth(a_round().view(None))


@pytest.mark.parametrize("ruleset", ALL)
def test_it_agrees_with_a_plain_version_in_fractions(ruleset: str) -> None:
    rng = Random(2)
    for seed in range(60):
        round_ = played(ruleset, seed, rng.randrange(40))
        if round_.turn is None:
            continue
        view = round_.view(round_.turn)
        weighed = [(plain_worth(move, view), -place) for place, move in enumerate(view.moves)]
        best = view.moves[-max(weighed)[1]]
        assert make_player("greedy").choose(view) is best


def plain_worth(move: Move, view: View) -> Fraction:
    """The worth of a move as the docstring of greedy.py has it, in fractions."""
    assert view.you is not None
    if isinstance(move, Sell):
        return plain_sale(move, view)
    if isinstance(move, TakeCamels):
        return view.market.camels * Fraction("0.4")
    taken = str(move.taken) if isinstance(move, Exchange) else str(move)[1:]
    given = str(move.given) if isinstance(move, Exchange) else ""
    hand = str(view.you.hand)
    gain = sum(Fraction(BASE[card]) * (1 + Fraction(hand.count(card), 4)) for card in taken)
    goods = sum(Fraction(BASE[card]) * Fraction("1.2") for card in given if card != "K")
    return gain - goods - given.count("K") * Fraction("0.4")


def plain_sale(move: Sell, view: View) -> Fraction:
    assert isinstance(move.good, Good)
    rules = get_ruleset(view.ruleset)
    worth = Fraction(sum(view.tokens[move.good][: move.count])) - 2 * move.count
    earned = max((size for size in rules.bonus if size <= move.count), default=None)
    if earned is None or view.bonus[earned] == 0:
        return worth
    return worth + Fraction(sum(rules.bonus[earned]), len(rules.bonus[earned]))
