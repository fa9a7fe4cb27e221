"""Positions: built piece by piece, as one line of text, and refused where they are impossible."""

from typing import Any

import pytest

from jaipur import Cards, Good, ImpossiblePosition, NotationError, Round
from tests.builders import a_round, before_the_last_sale, played, played_out

# A position in which each field says something.
PIECES: dict[str, Any] = {
    "market": "DGCKK",
    "hands": ("DSP", "GSCPL"),
    "herds": (5, 4),
    "deck": "L",
    "discard": "DDDDGGGGSSSSCCCCCCPPPPPPLLLLLLLL",
}


def built(**pieces: Any) -> Round:
    return Round.build(**{**PIECES, **pieces})


def test_a_built_position_has_its_pieces() -> None:
    table = built(first=1, ply=4)
    assert table.market == Cards("DGCKK")
    assert table.hands == (Cards("DSP"), Cards("GSCPL"))
    assert table.herds == (5, 4)
    assert table.deck == "L"
    assert table.discard == Cards(PIECES["discard"])
    assert (table.first, table.ply, table.turn) == (1, 4, 1)
    assert built(ply=5).turn == 1


def test_tokens_taken_follow_from_the_discard() -> None:
    table = built()
    assert table.tokens[Good.DIAMOND] == (5,)
    assert table.tokens[Good.LEATHER] == (1,)
    assert table.goods_tokens(0)[Good.DIAMOND] == (7, 7, 5, 5)
    assert table.goods_tokens(1) == {}


def test_tokens_taken_can_be_given_their_owners() -> None:
    everything = {"D": 4, "G": 4, "S": 4, "C": 6, "P": 6, "L": 8}
    table = built(goods=({}, everything))
    assert table.rupees == (0, 112)
    halves = {letter: count // 2 for letter, count in everything.items()}
    table = built(goods=(halves, halves))
    assert [score.goods_tokens for score in table.scores] == [16, 16]
    by_good = {Good(letter): count for letter, count in everything.items()}
    assert built(goods=({}, by_good)) == built(goods=({}, everything))


def test_bonus_tokens_can_be_given_their_owners_and_order() -> None:
    table = built(bonus_taken=({3: [2]}, {5: [10, 8]}), bonus={3: [3, 3, 2, 1, 1]})
    assert table.bonus_tokens(0) == {3: (2,)}
    assert table.bonus_tokens(1) == {5: (10, 8)}
    assert table.bonus[3] == (3, 3, 2, 1, 1)
    assert sorted(table.bonus[5]) == [8, 9, 9, 10]
    assert [score.bonus for score in table.scores] == [2, 18]


def test_the_box_must_hold_the_cards_that_are_named() -> None:
    with pytest.raises(ImpossiblePosition, match="'standard' does not have all of D{7}"):
        Round.build(market="DDDKK", hands=("DDDD", ""))


def test_cards_not_named_lie_in_the_deck() -> None:
    table = a_round(hand="DGSCP", other="LLLLL", herd=3, market="DGSKK")
    assert len(table.deck) == 55 - 5 - 5 - 5 - sum(table.herds)
    assert (
        table.market + table.hands[0] + table.hands[1] + Cards(table.deck + "K" * sum(table.herds))
        == table.ruleset.all_cards
    )


def test_known_and_shown_can_be_said() -> None:
    table = built(known=("D", "GSCPL"), shown=("CC", ""))
    assert table.known == (Cards("D"), Cards("GSCPL"))
    assert table.shown == (Cards("CC"), Cards(""))


def test_a_built_round_can_be_played_on() -> None:
    after = built().play("+D").play("+G")
    assert after.end == "deck"
    assert [str(move) for move, _ in after.history] == ["+D", "+G"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"market": "DGCKKK"},
        {"market": "DGKK", "deck": "LC"},
        {"market": "XXXXX"},
        {"hands": ("DSPK", "GSCPL"), "herds": (4, 4)},
        {"hands": ("DSP",)},
        {"hands": ("DSPCCCCC", "GSCPL"), "discard": "DDDDGGGGSSSSCPPPPPPLLLLLLLL"},
        {"herds": (6, 4)},
        {"herds": (5, -4)},
        {"herds": (4, 4)},
        {"deck": "LL"},
        {"deck": "K"},
        {"deck": "X"},
        {"discard": ""},
        {"discard": PIECES["discard"] + "K"},
        {"goods": ({"D": 5}, {})},
        {"goods": ({"D": 4, "G": 4, "S": 4, "C": 6, "P": 6, "L": 9}, {})},
        {"goods": ({"X": 1}, {})},
        {"goods": ({"D": 1, "d": 1}, {})},
        {"goods": ({"D": -1}, {"D": 5})},
        {"bonus": {3: [1, 1, 2, 2, 3]}},
        {"bonus": {3: [9, 9, 9, 9, 9, 9]}},
        {"bonus": {7: [1]}},
        {"bonus_taken": ({3: [9]}, {})},
        {"bonus_taken": ({3: [1, 1, 1]}, {})},
        {"bonus_taken": ({5: [8, 8, 9, 9, 10, 10]}, {3: [1, 1]})},
        {"first": 2},
        {"ply": -1},
        {"known": ("C", "")},
        {"known": ("K", "")},
        {"shown": ("K", "")},
        {"shown": ("CCCCCC", "")},
        {"ruleset": "chess"},
    ],
    ids=str,
)
def test_impossible_positions_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=".+") as caught:
        built(**wrong)
    assert type(caught.value).__module__ == "jaipur.errors"


@pytest.mark.parametrize("goods", [("D", {}), ({}, ["D"])])
def test_tokens_are_counted_by_kind(goods: Any) -> None:
    with pytest.raises(TypeError, match="goods must be two mappings of counts by kind"):
        built(goods=goods)


@pytest.mark.parametrize("goods", [{"D": 1, "d": 1}, {Good.DIAMOND: 1, "D": 1}], ids=str)
def test_the_tokens_of_a_kind_are_counted_once(goods: Any) -> None:
    with pytest.raises(ImpossiblePosition, match="The tokens of D are counted twice"):
        built(goods=(goods, {}))


def test_there_are_so_many_tokens_of_a_kind() -> None:
    for north, south in ((6, 0), (0, 6), (-1, 0), (0, -1)):
        with pytest.raises(
            ImpossiblePosition, match="diamond tokens of a seat must be 0 to 5, got"
        ):
            built(goods=({"D": north}, {"D": south}))


def test_the_market_holds_no_sixth_card() -> None:
    with pytest.raises(ImpossiblePosition, match="The market holds 5 cards"):
        built(market="DGCKKK", herds=(5, 3))


@pytest.mark.parametrize("ply", [True, 1.0, -1])
def test_a_ply_is_a_number_from_0_on(ply: Any) -> None:
    with pytest.raises(ImpossiblePosition, match="No round has such a ply"):
        built(ply=ply)


@pytest.mark.parametrize("first", [True, 2, -1])
def test_the_starter_is_a_seat(first: Any) -> None:
    with pytest.raises(ImpossiblePosition, match="The starter is seat 0 or seat 1"):
        built(first=first)


def test_the_goods_known_in_a_hand_are_in_it() -> None:
    assert built(known=("DP", "")).known == (Cards("DP"), Cards(""))
    with pytest.raises(ImpossiblePosition, match="goods known in a hand must be in it"):
        built(known=("DD", ""))


def test_a_position_without_tokens_of_three_kinds_is_the_end_of_the_round() -> None:
    assert a_round(discard="DDDDDGGGGGSSSS").end is None
    over = a_round(discard="DDDDDGGGGGSSSSS")
    assert (over.end, over.turn) == ("tokens", None)


def test_a_market_that_could_not_be_filled_is_the_end_of_the_round() -> None:
    over = built(deck="", market="DGCK", herds=(6, 4), discard=PIECES["discard"] + "L")
    assert (over.end, over.turn) == ("deck", None)


def test_a_full_market_is_not_the_end_of_the_deck() -> None:
    # The last refill used the deck up exactly (R4).
    running = built(deck="", market="DGCLK", herds=(6, 4))
    assert running.end is None
    with pytest.raises(ImpossiblePosition, match="The market is full, so the deck has not ended"):
        Round.from_text(running.to_text().replace("_running", "_deck"))


def test_no_position_has_more_than_1000_letters() -> None:
    with pytest.raises(NotationError, match="No position is that long") as caught:
        Round.from_text("D" * 1001)
    assert (caught.value.column, caught.value.code) == (1001, "bad_position")
    with pytest.raises(NotationError, match="fields joined by _"):
        Round.from_text("D" * 1000)


@pytest.mark.parametrize("end", ["tokens", "deck", "earthquake"])
def test_a_running_round_cannot_be_called_over(end: str) -> None:
    text = Round.deal(7).to_text()
    with pytest.raises(ValueError, match=".+"):
        Round.from_text(text.replace("running", end))


def test_no_more_goods_were_dealt_than_there_are() -> None:
    known = PIECES["hands"]
    built(known=known, shown=("DDD", "DDD"))
    with pytest.raises(ImpossiblePosition, match="More goods were dealt than there are"):
        built(known=known, shown=("DDDD", "DDD"))


def test_a_number_has_the_digits_of_ascii() -> None:
    text = Round.deal(7).to_text()
    assert "_0.0_" in text
    with pytest.raises(NotationError) as caught:
        Round.from_text(text.replace("_0.0_", "_0.²_"))
    assert caught.value.code == "bad_position"


def test_camels_are_never_discarded() -> None:
    with pytest.raises(ImpossiblePosition, match="Camels are never discarded"):
        built(discard=PIECES["discard"] + "K", herds=(4, 4))


def test_camels_that_were_dealt_are_not_in_the_deck() -> None:
    # Three camels of each hand, and three that were laid out: the deck has two at most.
    pieces: dict[str, Any] = {"hands": ("CP", "GS"), "discard": "LLL", "ply": 9}
    assert Round.build(market="KKKKK", herds=(4, 0), **pieces).deck.count("K") == 2
    with pytest.raises(ImpossiblePosition, match="More camels were dealt than there are"):
        Round.build(market="KKKKK", herds=(3, 0), **pieces)


def test_every_bonus_pile_is_written() -> None:
    *start, piles, deck, end = Round.deal(7).to_text().split("_")
    assert piles.count(".") == 2
    text = "_".join([*start, piles.rpartition(".")[0], deck, end])
    with pytest.raises(ImpossiblePosition, match="A bonus pile is missing"):
        Round.from_text(text)


def test_a_round_without_tokens_of_three_kinds_cannot_be_called_running() -> None:
    text = before_the_last_sale({"D": 5, "G": 5, "S": 4}, {}).play("$S2").to_text()
    with pytest.raises(ImpossiblePosition, match="3 kinds of goods token are used up"):
        Round.from_text(text.replace("_tokens", "_running"))


def test_goods_that_a_ruleset_does_not_have_are_not_used_up() -> None:
    assert not a_round("DD", "DSK", other="CL", herd=1, other_herd=1, ruleset="tiny").is_over


def test_the_refusal_of_a_position_says_why() -> None:
    with pytest.raises(ImpossiblePosition, match="[A-Z].*[.]") as caught:
        built(herds=(6, 4))
    assert caught.value.code == "impossible_position"


def test_a_position_is_one_line_of_harmless_letters() -> None:
    text = built().to_text()
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")
    assert Round.from_text(text) == built()


@pytest.mark.parametrize("ruleset", ["standard", "box", "tiny"])
def test_finished_positions_can_be_written_too(ruleset: str) -> None:
    for seed in range(10):
        table = played_out(ruleset, seed)
        again = Round.from_text(table.to_text())
        assert (again.end, again.seal, again.rupees) == (table.end, table.seal, table.rupees)


def test_broken_texts_are_refused_with_a_column() -> None:
    text = played("standard", 5, 12).to_text()
    for column in range(len(text)):
        for letter in "!X":
            broken = text[:column] + letter + text[column + 1 :]
            with pytest.raises((NotationError, ImpossiblePosition)) as caught:
                Round.from_text(broken)
            if isinstance(caught.value, NotationError):
                assert 1 <= caught.value.column <= len(broken) + 1
                assert caught.value.code == "bad_position"


def test_the_column_is_that_of_the_first_letter_of_a_wrong_field() -> None:
    fields = Round.deal(7).to_text().split("_")
    for place in (1, 2, 3, 4):
        broken = [*fields[:place], "!", *fields[place + 1 :]]
        with pytest.raises(NotationError) as caught:
            Round.from_text("_".join(broken))
        assert "_".join(broken)[caught.value.column - 1 :].startswith("!")


def test_texts_cut_short_or_made_longer_are_refused() -> None:
    text = played("standard", 5, 12).to_text()
    for length in range(len(text)):
        with pytest.raises((NotationError, ImpossiblePosition)):
            Round.from_text(text[:length])
    for more in ("_", "0", "_0", text):
        with pytest.raises((NotationError, ImpossiblePosition)):
            Round.from_text(text + more)


def test_swapped_letters_never_make_a_round_with_other_cards() -> None:
    text = played("standard", 5, 12).to_text()
    for column in range(len(text)):
        for letter in "DGSCPLK0189":
            changed = text[:column] + letter + text[column + 1 :]
            try:
                table = Round.from_text(changed)
            except (NotationError, ImpossiblePosition):
                continue
            assert table.to_text() == changed
            cards = table.market + table.hands[0] + table.hands[1] + table.discard
            herds = Cards("K" * sum(table.herds))
            assert cards + herds + Cards(table.deck) == table.ruleset.all_cards


@pytest.mark.parametrize("thing", [None, 3, b"j1", ["j1"]])
def test_only_text_is_read(thing: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        Round.from_text(thing)  # type: ignore[arg-type]


def test_a_round_is_made_by_its_builders_only() -> None:
    with pytest.raises(TypeError):
        Round()


@pytest.mark.parametrize("hands", ["GS", ["G"], ["G", "S", "S"]])
def test_a_round_is_built_with_a_hand_for_each_seat(hands: Any) -> None:
    with pytest.raises(ImpossiblePosition, match="come in pairs, one for each seat"):
        Round.build(market="DLLKK", hands=hands)
