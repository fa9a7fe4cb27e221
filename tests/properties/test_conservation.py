"""Laws: cards and tokens are conserved, hands keep to the limit, the market is full."""

from itertools import pairwise

from hypothesis import given

from jaipur import Cards, Good, Round
from tests.properties.strategies import lines_of_play, rounds


@given(lines_of_play())
def test_cards_are_conserved(positions: list[Round]) -> None:
    for table in positions:
        herds = Cards("K" * sum(table.herds))
        cards = table.market + table.hands[0] + table.hands[1] + table.discard + herds
        assert cards + Cards(table.deck) == table.ruleset.all_cards


@given(lines_of_play())
def test_camels_are_never_in_a_hand_or_sold(positions: list[Round]) -> None:
    for table in positions:
        assert [hand.camels for hand in table.hands] == [0, 0]
        assert table.discard.camels == 0


@given(lines_of_play())
def test_goods_tokens_are_conserved(positions: list[Round]) -> None:
    for table in positions:
        owned = [table.goods_tokens(0), table.goods_tokens(1)]
        for good in Good:
            values = [*table.tokens[good], *owned[0].get(good, ()), *owned[1].get(good, ())]
            assert tuple(sorted(values, reverse=True)) == table.ruleset.tokens_of(good)


@given(lines_of_play())
def test_bonus_tokens_are_conserved(positions: list[Round]) -> None:
    for table in positions:
        owned = [table.bonus_tokens(0), table.bonus_tokens(1)]
        for pile, values in table.ruleset.bonus.items():
            found = [*table.bonus[pile], *owned[0].get(pile, ()), *owned[1].get(pile, ())]
            assert sorted(found) == sorted(values)


@given(lines_of_play())
def test_tokens_taken_follow_from_the_cards_sold(positions: list[Round]) -> None:
    for table in positions:
        for good in Good:
            tokens = table.ruleset.tokens_of(good)
            assert table.tokens[good] == tokens[table.discard[good] :]


@given(lines_of_play())
def test_a_hand_never_holds_more_than_the_limit(positions: list[Round]) -> None:
    for table in positions:
        assert max(len(hand) for hand in table.hands) <= table.ruleset.hand_limit


@given(lines_of_play())
def test_the_market_is_full_unless_the_deck_has_ended_the_round(positions: list[Round]) -> None:
    for table in positions:
        missing = table.ruleset.market_size - len(table.market)
        assert (missing > 0) == (table.end == "deck")
        if missing:
            assert table.deck == ""


@given(lines_of_play())
def test_the_deck_is_drawn_from_the_top(positions: list[Round]) -> None:
    for before, after in pairwise(positions):
        assert before.deck == after.history[-1][1] + after.deck


@given(lines_of_play())
def test_turns_alternate_and_plies_count(positions: list[Round]) -> None:
    for ply, table in enumerate(positions):
        assert table.ply == ply == len(table.history)
        assert table.turn == (None if table.is_over else (table.first + ply) % 2)


@given(lines_of_play())
def test_known_goods_are_held_and_shown_goods_were_dealt(positions: list[Round]) -> None:
    start = positions[0]
    for table in positions:
        for seat in (0, 1):
            assert table.known[seat] <= table.hands[seat]
            dealt = table.hands[seat] - table.known[seat] + table.shown[seat]
            assert dealt == start.hands[seat]


@given(lines_of_play())
def test_rupees_never_shrink(positions: list[Round]) -> None:
    for before, after in pairwise(positions):
        assert all(old <= new for old, new in zip(before.rupees, after.rupees, strict=True))


@given(rounds())
def test_a_round_over_has_no_turn_and_no_moves_and_else_it_has_both(table: Round) -> None:
    assert table.is_over == (table.turn is None) == (table.end is not None)
    assert table.is_over == (len(table.legal_moves()) == 0)
    if not table.is_over:
        assert table.seal is None


@given(rounds())
def test_the_seal_follows_from_the_scores(table: Round) -> None:
    north, south = [
        (score.rupees, score.bonus_tokens, score.goods_tokens) for score in table.scores
    ]
    if table.end == "forfeit":
        assert table.by is not None
        assert table.seal == 1 - table.by
    elif table.end in ("deck", "tokens", "stopped"):
        assert table.seal == (None if north == south else int(south > north))
    else:
        assert table.seal is None
