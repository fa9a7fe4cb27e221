"""The action table, version 1: which move has which number (section 4 of the design)."""

import copy
import pickle
from itertools import combinations_with_replacement

import pytest

import jaipur
from jaipur import Exchange, Good, Move, Sell, Take, TakeCamels
from tests import witness
from tests.builders import a_round, played, texts


def the_table() -> list[str]:
    """Every action's text, written down from the design alone."""
    goods = "DGSCPL"
    table = [f"+{good}" for good in goods] + ["+K"]
    table += [f"${good}{count}" for good in "DGS" for count in range(2, 7)]
    table += [f"${good}{count}" for good in "CPL" for count in range(1, 8)]
    for size in range(2, 6):
        for taken in combinations_with_replacement(goods, size):
            for given in combinations_with_replacement(goods + "K", size):
                if not set(taken) & set(given):
                    table.append(f"+{''.join(taken)}-{''.join(given)}")
    return table


TABLE = the_table()


def test_there_are_25499_actions() -> None:
    assert len(TABLE) == jaipur.ACTIONS == 25_499


def test_the_table_has_version_1() -> None:
    assert jaipur.ACTION_TABLE_VERSION == 1


def test_each_number_is_the_move_of_the_table() -> None:
    assert [str(Move.from_action(action)) for action in range(jaipur.ACTIONS)] == TABLE


def test_each_text_has_the_number_of_the_table() -> None:
    assert [Move.parse(text).action for text in TABLE] == list(range(jaipur.ACTIONS))


def test_the_table_is_in_the_order_of_the_witness() -> None:
    assert sorted(TABLE, key=witness.order_of) == TABLE


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (0, "+D"),
        (1, "+G"),
        (2, "+S"),
        (3, "+C"),
        (4, "+P"),
        (5, "+L"),
        (6, "+K"),
        (7, "$D2"),
        (11, "$D6"),
        (12, "$G2"),
        (17, "$S2"),
        (21, "$S6"),
        (22, "$C1"),
        (28, "$C7"),
        (29, "$P1"),
        (36, "$L1"),
        (42, "$L7"),
        (43, "+DD-GG"),
        (25_498, "+LLLLL-KKKKK"),
    ],
)
def test_the_numbers_of_the_design(action: int, text: str) -> None:
    assert str(Move.from_action(action)) == text
    assert Move.parse(text).action == action


def test_moves_are_interned_one_object_for_each_action() -> None:
    for action in range(jaipur.ACTIONS):
        move = Move.from_action(action)
        assert move is Move.parse(str(move)) is Move.from_action(action)


def test_moves_made_by_their_class_are_interned_too() -> None:
    assert Take(Good.DIAMOND) is Move.parse("+D")
    assert TakeCamels() is Move.parse("+K")
    assert Sell(Good.DIAMOND, 3) is Move.parse("$D3")
    taken, given = jaipur.Cards("DG"), jaipur.Cards("KL")
    assert Exchange(taken, given) is Move.parse("+DG-LK")


@pytest.mark.parametrize("text", ["+D", "+K", "$D3", "+DG-LK"])
def test_copies_and_pickles_of_a_move_are_the_move(text: str) -> None:
    move = Move.parse(text)
    assert pickle.loads(pickle.dumps(move)) is move
    assert copy.copy(move) is copy.deepcopy(move) is move


@pytest.mark.parametrize("text", ["$D1", "$D7", "$C8", "$L9", "$K1", "+D-K", "+DG", "+DK-LL"])
def test_a_well_formed_move_outside_the_table_has_no_number(text: str) -> None:
    move = Move.parse(text)
    assert move.action is None
    assert str(move) == text
    assert move == Move.parse(text)
    assert hash(move) == hash(Move.parse(text))
    assert pickle.loads(pickle.dumps(move)) == move


@pytest.mark.parametrize("action", [-1, 25_499, 10**9, -(10**9)])
def test_a_number_outside_the_table_is_refused(action: int) -> None:
    with pytest.raises((ValueError, IndexError)):
        Move.from_action(action)


def test_different_moves_are_not_equal() -> None:
    assert len({Move.from_action(action) for action in range(jaipur.ACTIONS)}) == jaipur.ACTIONS
    assert Move.parse("+D") != Move.parse("+G")
    assert Move.parse("$D7") != Move.parse("$D8")


@pytest.mark.parametrize("market", ["DGGSS", "DDGSS", "DDGGS"])
def test_at_most_167_moves_are_legal_at_once(market: str) -> None:
    # An exhaustive search over all hands, markets and herds found these three positions alone.
    legal = a_round(hand="CCPPLL", herd=5, market=market).legal_moves()
    assert len(legal) == jaipur.MAX_LEGAL == 167
    assert texts(legal) == sorted(texts(legal), key=witness.order_of)


def test_a_larger_herd_allows_no_more_moves() -> None:
    assert len(a_round(hand="CCPPLL", herd=11, market="DGGSS").legal_moves()) == 167


@pytest.mark.parametrize("seed", range(20))
def test_legal_moves_come_in_ascending_order_of_their_numbers(seed: int, ruleset: str) -> None:
    legal = played(ruleset, seed, 3 * seed).legal_moves()
    assert list(legal.actions) == sorted(set(legal.actions))
    assert legal.actions == tuple(move.action for move in legal)
