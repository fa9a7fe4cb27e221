"""The openings of the package: every first decision, and moves that can be played."""

from __future__ import annotations

import pytest

from jaipur import CAMEL, Cards, Round
from jaipur.coach.openings import find_opening, opening_probability, openings
from jaipur.rules.rulesets import STANDARD


def test_every_first_decision_that_can_be_dealt_is_there_once() -> None:
    found = [(opening.market, opening.hand) for opening in openings()]
    assert len(found) == len(set(found)) == 12_933
    for market, hand in found:
        assert (len(market), len(hand)) == (5, 5)
        assert market + hand <= STANDARD.all_cards


def test_probabilities_are_those_of_a_deal() -> None:
    assert sum(map(opening_probability, openings())) == pytest.approx(1)
    camels = find_opening("KK", "KKKKK")
    # Seven of the eight camels that are left after the first three, of 52 cards.
    chance = 8 / 52 * 7 / 51 * 6 / 50 * 5 / 49 * 4 / 48 * 3 / 47 * 2 / 46
    assert opening_probability(camels) == pytest.approx(chance)


def test_moves_are_legal_and_ranked() -> None:
    for opening in list(openings())[::97]:
        left = STANDARD.all_cards - opening.market - opening.hand
        round = Round.build(
            market=opening.market,
            hands=(opening.hand.goods, str(left)[:5]),
            herds=(opening.hand[CAMEL], 0),
        )
        assert {it.move for it in opening.moves} <= set(round.legal_moves())
        wins = [it.win for it in opening.moves]
        assert wins == sorted(wins, reverse=True)
        assert 0 < wins[-1] <= wins[0] < 1
        assert opening.lost(opening.best) == 0


def test_a_market_may_be_given_with_its_camels_and_in_any_order() -> None:
    assert find_opening("PC", "CSSSD") == find_opening("KCKPK", "DSSSC")
    assert find_opening(Cards("CP"), Cards("DSSSC")).market == Cards("CPKKK")


@pytest.mark.parametrize(
    ("market", "hand", "ruleset", "sentence"),
    [
        ("C", "DSSSC", "standard", "the market must be 5 cards"),
        ("CPDDK", "DSSSC", "standard", "the market must be 5 cards"),
        ("CP", "DSS", "standard", "the hand must be 5 cards"),
        ("DD", "DDDDD", "standard", "does not have all of"),
        ("CP", "DSSSC", "box", "the ruleset must be one of standard"),
        ("CX", "DSSSC", "standard", "'X' is not a card"),
    ],
)
def test_cards_that_cannot_be_dealt_are_refused(
    market: str, hand: str, ruleset: str, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        find_opening(market, hand, ruleset)
