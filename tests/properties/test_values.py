"""Laws: a round is a value. Playing leaves the old one alone; equal positions are equal."""

from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from jaipur import Cards, ImpossiblePosition, Round
from tests.builders import shuffled
from tests.properties.strategies import lines_of_play, rounds, rulesets, seeds


@given(lines_of_play())
def test_playing_leaves_the_old_round_alone(positions: list[Round]) -> None:
    before = [(table.to_text(), hash(table), table.history) for table in positions]
    for table in positions:
        for move in list(table.legal_moves())[:5]:
            table.play(move)
            table.after(move).settle()
        if not table.is_over:
            table.forfeit(0)
            table.stop()
    assert [(table.to_text(), hash(table), table.history) for table in positions] == before


@given(lines_of_play())
def test_positions_on_the_way_are_all_different(positions: list[Round]) -> None:
    assert len(set(positions)) == len(positions)
    for before, after in pairwise(positions):
        assert before != after


@given(rounds())
def test_a_round_is_equal_to_itself_and_to_nothing_else(table: Round) -> None:
    assert table == Round.from_text(table.to_text())
    assert hash(table) == hash(Round.from_text(table.to_text()))
    assert table != table.to_text()
    assert table is not None
    assert (table == 3) is False


@given(seeds, rulesets)
def test_rounds_that_differ_in_the_undrawn_deck_are_not_equal(seed: int, ruleset: str) -> None:
    table = shuffled(ruleset, Random(seed))
    assert table.opening is not None
    first, deck, bonus = table.opening
    if deck[-1] != deck[-2]:
        other = deck[:-2] + deck[-1] + deck[-2]
        assert Round.start(deck=other, bonus=bonus, first=first, ruleset=ruleset) != table


@given(lines_of_play())
def test_how_a_position_came_about_does_not_matter(positions: list[Round]) -> None:
    table = positions[-1]
    again = Round.from_text(table.to_text())
    assert again == table
    assert again.history == ()
    assert len(table.history) == table.ply


@given(rounds())
def test_a_round_prints_itself(table: Round) -> None:
    for text in (str(table), repr(table)):
        assert text
        assert "object at" not in text


@given(rounds(), st.integers(0, 200))
def test_the_two_halves_make_the_whole_move(table: Round, pick: int) -> None:
    legal = table.legal_moves()
    if not legal:
        return
    move = legal[pick % len(legal)]
    half = table.after(move)
    after = table.play(move)
    assert half.settle() == after
    assert half.settle().history == after.history
    assert half.draws == len(after.history[-1][1])
    assert half.market + Cards(after.history[-1][1]) == after.market
    won = {pile: len(left) for pile, left in after.bonus.items()}
    drawn = [pile for pile, left in table.bonus.items() if len(left) != won[pile]]
    assert half.bonus_pile == (drawn[0] if drawn else None)


@given(rounds(), st.integers(0, 200), seeds)
def test_chance_can_be_named(table: Round, pick: int, seed: int) -> None:
    legal = table.legal_moves()
    if not legal:
        return
    half = table.after(legal[pick % len(legal)])
    if half.draws:
        cards = Random(seed).sample(table.deck, half.draws)
        after = half.settle(cards="".join(cards))
        assert after.history[-1][1] == "".join(cards)
        assert Cards(after.deck) == Cards(table.deck) - Cards("".join(cards))
    if half.bonus_pile is not None:
        seat = table.turn
        assert seat is not None
        for value in set(table.bonus[half.bonus_pile]):
            after = half.settle(bonus=value)
            assert after.bonus_tokens(seat)[half.bonus_pile][-1] == value


@given(rounds(), st.integers(0, 200), st.text("DGSCPLKX", max_size=6))
def test_cards_that_the_deck_cannot_give_are_refused(table: Round, pick: int, cards: str) -> None:
    legal = table.legal_moves()
    if not legal:
        return
    half = table.after(legal[pick % len(legal)])
    left = Cards(table.deck)
    fits = "X" not in cards and len(cards) == half.draws and Cards(cards) <= left
    try:
        half.settle(cards=cards)
    except (ImpossiblePosition, ValueError):
        assert not fits
    else:
        assert fits
