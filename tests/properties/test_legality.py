"""Laws: every legal move plays, every other action of the table is refused with a reason."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jaipur import ACTIONS, MAX_LEGAL, IllegalMove, Move, Refusal, Round
from tests.builders import ALL, a_round, played, played_out
from tests.properties.strategies import rounds


def is_fair(table: Round, move: Move, *, legal: bool) -> bool:
    """Whether why_not and play both say what the list of legal moves says."""
    refusal = table.why_not(move)
    if legal:
        return refusal is None and table.play(move).last is move
    try:
        table.play(move)
    except IllegalMove as error:
        return refusal is not None and error.refusal is refusal
    return False


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("seed", range(3))
def test_every_action_of_the_table_is_legal_or_refused_with_a_reason(
    ruleset: str, seed: int
) -> None:
    table = played(ruleset, seed, 4 * seed)
    legal = set(table.legal_moves().actions)
    for action in range(ACTIONS):
        assert is_fair(table, Move.from_action(action), legal=action in legal)


def test_every_action_is_refused_after_the_end() -> None:
    table = played_out("standard", 1)
    for action in range(ACTIONS):
        assert table.why_not(Move.from_action(action)) is Refusal.ROUND_OVER


def test_every_action_in_the_position_with_most_moves() -> None:
    table = a_round(hand="CCPPLL", herd=5, market="DGGSS")
    allowed = [action for action in range(ACTIONS) if not table.why_not(Move.from_action(action))]
    assert tuple(allowed) == table.legal_moves().actions


@given(rounds(), st.integers(0, 2**32))
def test_legal_moves_and_refusals_agree_on_a_sample_of_the_table(table: Round, seed: int) -> None:
    legal = set(table.legal_moves().actions)
    sample = [*range(43), *sorted(legal), *Random(seed).sample(range(43, ACTIONS), 100)]
    for action in sample:
        assert is_fair(table, Move.from_action(action), legal=action in legal)


@given(rounds())
def test_legal_moves_come_in_ascending_order_and_once(table: Round) -> None:
    actions = table.legal_moves().actions
    assert list(actions) == sorted(set(actions))
    assert len(actions) <= MAX_LEGAL


@given(rounds())
def test_the_list_of_moves_is_a_sequence(table: Round) -> None:
    legal = table.legal_moves()
    moves = list(legal)
    assert len(legal) == len(moves)
    assert bool(legal) == bool(moves)
    assert [legal[place] for place in range(len(legal))] == moves
    assert list(legal[1:3]) == moves[1:3]
    assert list(legal[-1:]) == moves[-1:]
    assert all(move in legal and str(move) in legal for move in moves)
    assert "+D-K" not in legal
    assert "hello" not in legal
    assert None not in legal


def test_the_list_of_moves_shows_itself() -> None:
    legal = a_round(hand="GGS", market="DLLKK").legal_moves()
    assert repr(legal) == "<LegalMoves +D +L +K …>"


def test_a_place_beyond_the_list_is_an_index_error() -> None:
    with pytest.raises(IndexError):
        a_round(hand="GGS").legal_moves()[1000]


@given(rounds(), st.text(max_size=12))
def test_any_text_gets_an_answer(table: Round, text: str) -> None:
    refusal = table.why_not(text)
    assert refusal is None or isinstance(refusal, Refusal)
    assert (text in table.legal_moves()) == (refusal is None)


@given(rounds(), st.text("DGSCPLK+-$0123456789 dk", max_size=12))
@settings(max_examples=300)
def test_any_text_of_the_letters_of_moves_gets_an_answer(table: Round, text: str) -> None:
    refusal = table.why_not(text)
    assert refusal is None or isinstance(refusal, Refusal)
    assert (text in table.legal_moves()) == (refusal is None)


@given(rounds())
def test_the_moves_of_the_other_seat_do_not_need_its_turn(table: Round) -> None:
    if table.turn is not None:
        other = table.legal_moves(seat=1 - table.turn)
        assert len(other) > 0
        assert table.legal_moves(seat=table.turn) == table.legal_moves()
        assert all(
            table.why_not(move, seat=1 - table.turn) is Refusal.NOT_YOUR_TURN for move in other
        )
