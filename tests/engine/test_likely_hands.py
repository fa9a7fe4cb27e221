"""The other hand from how the other seat has moved: what was dealt, and what is likely."""

from math import comb, exp, prod, sqrt
from random import Random

import pytest

from jaipur import Cards, Move, Round
from jaipur.engine.dealt_again import dealt_again, dealt_goods
from jaipur.engine.likely_hands import likely_hands
from jaipur.engine.move_model import MoveModel
from jaipur.engine.one_ply import move_logits
from jaipur.engine.search import Search, think
from jaipur.rules.cards import Good
from jaipur.rules.core.redeal import Belief
from tests.builders import BOTH
from tests.engine.positions import of_good_play


def unknown_goods(table: Round, seat: int) -> Cards:
    """The goods in the other hand that nobody has shown."""
    view, other = table.view(seat), table.view(1 - seat)
    assert other.you is not None
    assert view.opponent is not None
    return other.you.hand - view.opponent.known


@pytest.mark.parametrize("ruleset", BOTH)
def test_what_a_seat_was_dealt_follows_from_its_own_moves(ruleset: str) -> None:
    tables = of_good_play(3, ruleset=ruleset)
    for seat in (0, 1):
        dealt = tables[0].view(seat).you
        assert dealt is not None
        assert all(dealt_goods(table.view(seat)) == dealt.hand for table in tables)


def test_before_the_other_has_moved_hands_are_as_likely_as_they_are_dealt() -> None:
    table = Round.deal(seed=7)
    view = table.view(table.turn)
    assert view.you is not None
    weights = likely_hands(view)
    assert weights is not None
    left = table.ruleset.all_cards.goods - view.you.hand - view.market.goods
    ways = {hand: prod(comb(left[good], hand[good]) for good in Good) for hand in weights}
    most = max(ways.values())
    assert weights == {hand: round((1 << 20) * count / most) for hand, count in ways.items()}


@pytest.mark.parametrize("ruleset", BOTH)
def test_good_moves_make_the_real_hand_likelier_than_its_deal(ruleset: str) -> None:
    gained, decisions = 0.0, 0
    for seed in range(4):
        for table in of_good_play(seed, ruleset=ruleset)[8:30]:
            assert table.turn is not None
            view = table.view(table.turn)
            found, plain = likely_hands(view), likely_hands(view, MoveModel(trust=0))
            if found is None or plain is None:
                continue
            real = unknown_goods(table, table.turn)
            gained += found[real] / sum(found.values()) - plain[real] / sum(plain.values())
            decisions += 1
    assert gained / decisions > 0.05


def test_a_move_counts_by_how_likely_it_is_with_each_hand() -> None:
    """One move of the other seat, by hand: the softmax of its logits with each hand."""
    table = Round.deal(seed=7)
    assert table.turn is not None
    mover, move = table.turn, table.legal_moves()[0]
    after = table.play(move)
    view = after.view(1 - mover)
    model = MoveModel(softness=0.3, mistakes=0.2, trust=0.5)
    found, plain = likely_hands(view, model), likely_hands(view, MoveModel(trust=0))
    assert found is not None
    assert plain is not None
    chances = {}
    for hand in found:
        dealt = dealt_again(view, hand)
        logits = dict(move_logits(dealt.view(mover)))
        total = sum(exp(it / 0.3) for it in logits.values())
        chances[hand] = 0.8 * exp(logits[move] / 0.3) / total + 0.2 / len(logits)
    expected = {hand: plain[hand] * sqrt(chance) for hand, chance in chances.items()}
    most = max(expected.values())
    for hand, weight in found.items():
        assert weight == pytest.approx((1 << 20) * expected[hand] / most, rel=1e-3, abs=4)


def test_nothing_is_said_where_the_history_does_not_go_back_to_the_deal() -> None:
    table = of_good_play(7)[6]
    assert likely_hands(table.view(table.turn)) is not None
    cut = Round.from_text(table.to_text())
    assert likely_hands(cut.view(cut.turn)) is None


def test_nothing_is_said_of_a_round_whose_start_was_built() -> None:
    built = Round.build(market="DDGLK", hands=("SSLLL", "CCPPPLL"), herds=(2, 0))
    table = built.play("CAMELS").play(built.play("CAMELS").legal_moves()[0])
    assert table.turn == 0
    view = table.view(0)
    assert view.ply == len(view.history)
    assert likely_hands(view) is None
    assert think(view, samples=50, read_hand=True) == think(view, samples=50)


@pytest.mark.parametrize("ruleset", BOTH)
def test_reading_the_hand_changes_what_a_search_finds_and_nothing_hidden_does(ruleset: str) -> None:
    table = of_good_play(7, ruleset=ruleset)[12]
    assert table.turn is not None
    view = table.view(table.turn)
    read = think(view, samples=400, read_hand=True)
    assert read != think(view, samples=400)
    again = Belief(view).redeal(Random(3))
    assert think(again.view(table.turn), samples=400, read_hand=True) == read


def test_a_search_deals_only_the_hands_that_it_was_given() -> None:
    table = of_good_play(7)[6]
    assert table.turn is not None
    view, real = table.view(table.turn), unknown_goods(table, table.turn)
    assert len(real) > 1
    found = []
    for hands in (None, {real: 1}, {real: 5, Cards("L" * len(real)): 0}):
        search = Search(view, seed=3, hands=hands)
        search.run(200)
        found.append(search.evaluations())
    assert found[0] != found[1]
    assert found[1] == found[2]


@pytest.mark.parametrize("wrong", [{}, {Cards("D"): 1}, {Cards("DDDDDDDD"): 1}])
def test_hands_must_have_the_right_size_and_a_weight(wrong: dict[Cards, int]) -> None:
    view = of_good_play(7)[6].view(0)
    assert view.turn == 0
    with pytest.raises(ValueError, match="hands must be of"):
        Search(view, hands=wrong)


def test_a_searched_reply_is_a_move_of_the_other_seat() -> None:
    table = of_good_play(7)[12]
    assert table.turn is not None
    view = table.view(table.turn)
    search = Search(view, width=3, reply_samples=20, reply_width=3)
    search.run(30, learn=True)
    search.adapt()
    search.run(30)
    for one in search.evaluations():
        assert isinstance(one.reply, Move)
        assert 0 <= one.win <= 1
    plain = Search(view, width=3)
    plain.run(30, learn=True)
    plain.adapt()
    plain.run(30)
    assert plain.evaluations() != search.evaluations()


def test_the_same_seed_gives_the_same_searched_replies() -> None:
    table = of_good_play(7)[12]
    assert table.turn is not None
    found = []
    for _ in range(2):
        search = Search(table.view(table.turn), width=3, reply_samples=20, seed=5)
        search.run(20)
        found.append(search.evaluations())
    assert found[0] == found[1]


@pytest.mark.parametrize(("width", "samples"), [(0, 10), (11, 10), (3, -1), (3, 1001)])
def test_replies_have_limits(width: int, samples: int) -> None:
    view = Round.deal(seed=7).view(0)
    with pytest.raises(ValueError, match="reply_width must be 1 to 10"):
        Search(view, reply_width=width, reply_samples=samples)


def test_without_adapting_the_other_seat_it_follows_the_network() -> None:
    table = of_good_play(7)[12]
    assert table.turn is not None
    found = []
    for adapt_other in (True, False):
        search = Search(table.view(table.turn), width=4, adapt_other=adapt_other)
        search.run(150, learn=True)
        search.adapt()
        search.run(150)
        found.append(search.evaluations())
    assert found[0] != found[1]
