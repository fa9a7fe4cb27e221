"""Views: the format of section 4, what is in them and what is not (R11)."""

import json
from pathlib import Path
from random import Random

import jsonschema
import pytest

from jaipur import Cards, Good, Match, Round, View
from tests.builders import ALL, a_round, played, played_out, shuffled
from tests.view_example import EXAMPLE, example_match

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "schemas" / "view.schema.json").read_text("utf-8")
)


def test_the_example_of_the_design_comes_out_letter_for_letter() -> None:
    assert example_match().view(0).to_dict() == json.loads(EXAMPLE)


def test_the_fields_stand_in_the_order_of_the_design() -> None:
    view = json.loads(example_match().view(0).to_json())
    expected = json.loads(EXAMPLE)
    assert list(view) == list(expected)
    for part in ("you", "opponent"):
        assert list(view[part]) == list(expected[part])


def test_the_example_can_be_read() -> None:
    view = View.from_json(EXAMPLE)
    assert view == example_match().view(0)
    assert view.you is not None
    assert view.opponent is not None
    assert (view.market, view.you.hand, view.opponent.known) == (
        Cards("KKKKK"),
        Cards("CP"),
        Cards("GGLL"),
    )
    assert view.tokens[Good.DIAMOND] == (5, 5, 5)
    assert [str(move) for move in view.moves] == ["+K", "$C1", "$P1"]


def test_the_other_seat_of_the_example_sees_its_own_side() -> None:
    view = example_match().view(1).to_dict()
    assert view["you"] == {
        "hand": "GGSLL",
        "herd": 0,
        "goods": {"D": [7, 7], "C": [5], "P": [5]},
        "bonus": {},
    }
    assert view["opponent"] == {
        "hand": 2,
        "known": "CP",
        "shown": "CLLL",
        "herd": 1,
        "goods": {"C": [3], "L": [4, 3, 2]},
        "bonus": {"3": 1},
    }
    assert view["turn"] == 0
    assert view["moves"] == ["+K", "$G2", "$L1", "$L2"]


def test_a_spectator_sees_both_seats_from_outside() -> None:
    match = example_match()
    view = match.view(None).to_dict()
    assert view["seat"] is None
    assert not {"you", "opponent", "moves"} & set(view)
    assert view["seats"] == [
        match.view(1).to_dict()["opponent"],
        match.view(0).to_dict()["opponent"],
    ]


def test_without_a_match_round_and_seals_are_null() -> None:
    view = a_round(hand="GGS").view(0)
    assert (view.round, view.seals) == (None, None)


def test_a_match_numbers_its_rounds_and_counts_its_seals() -> None:
    match = Match.deal(seed=3).forfeit(0)
    assert (match.view(0).round, match.view(0).seals) == (1, (0, 1))
    assert match.view(0).over is not None
    dealt = match.next_round()
    assert (dealt.view(0).round, dealt.view(0).seals) == (2, (0, 1))
    assert dealt.view(0).over is None
    assert Match.deal(seed=3).view(1).round == 1


def test_moves_are_what_a_seat_could_play_if_it_were_its_turn() -> None:
    table = a_round(hand="GGS", herd=7, market="DLLKK", other="C", other_herd=2)
    assert table.view(0).moves == tuple(table.legal_moves())
    assert table.view(1).moves == tuple(table.legal_moves(seat=1))
    assert [str(move) for move in table.view(1).moves] == [
        "+D",
        "+L",
        "+K",
        "$C1",
        "+DL-CK",
        "+DL-KK",
        "+LL-CK",
        "+LL-KK",
        "+DLL-CKK",
    ]


@pytest.mark.parametrize("seed", range(10))
def test_when_a_round_is_over_everything_is_turned_up(seed: int, ruleset: str) -> None:
    table = played_out(ruleset, seed)
    for seat in (0, 1, None):
        view = table.view(seat)
        assert view.turn is None
        assert view.moves == ()
        assert view.over is not None
        assert (view.over.end, view.over.rupees, view.over.seal) == (
            table.end,
            table.rupees,
            table.seal,
        )
        assert (view.over.hands, view.over.herds) == (table.hands, table.herds)
        assert view.over.bonus == (table.bonus_tokens(0), table.bonus_tokens(1))


def test_before_the_end_nothing_is_turned_up() -> None:
    assert a_round(hand="GGS").view(0).over is None


@pytest.mark.parametrize(
    ("dealt", "moves", "known", "shown"),
    [
        # Seat 0 is dealt these five cards; the market starts as DLKKK.
        ("GGSCC", [], "", ""),
        ("GGSCC", ["+D"], "D", ""),
        ("GGSCC", ["$C1"], "", "C"),
        ("GGSCC", ["+D", "$C2"], "D", "CC"),
        ("GGSCD", ["+D", "$D2"], "", "D"),
        ("GGSCC", ["+DL-CC"], "DL", "CC"),
        ("GGSCL", ["+L", "$L1"], "", ""),
        ("GGSCL", ["+L", "$L2"], "", "L"),
        ("GGSKK", ["+DL-KK"], "DL", ""),
        ("GGSKK", ["+DL-GK"], "DL", "G"),
    ],
)
def test_known_and_shown_are_what_public_moves_have_proved(
    dealt: str, moves: list[str], known: str, shown: str
) -> None:
    rules = a_round().ruleset
    start = dealt + "PPPPP" + "DL"
    deck = start + str(rules.shuffled_cards - Cards(start))
    table = Round.start(deck=deck, bonus=rules.bonus)
    for move in moves:
        if table.turn == 1:
            table = table.play("$P1")
        table = table.play(move)
    seen = table.view(1).opponent
    assert seen is not None
    assert (seen.known, seen.shown) == (Cards(known), Cards(shown))
    assert (table.known[0], table.shown[0]) == (Cards(known), Cards(shown))


def every_view() -> list[View]:
    rng = Random(5)
    tables = [shuffled(ruleset, rng) for ruleset in ALL]
    tables += [played(ruleset, seed, 4 * seed) for ruleset in ALL for seed in range(12)]
    tables += [tables[0].forfeit(1), tables[1].stop()]
    return [table.view(seat) for table in tables for seat in (0, 1, None)]


def test_views_keep_to_their_schema() -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for view in every_view():
        validator.validate(json.loads(view.to_json()))
    validator.validate(json.loads(EXAMPLE))


def test_a_view_survives_json_and_plain_data() -> None:
    for view in every_view():
        assert View.from_json(view.to_json()) == view
        assert View.from_dict(view.to_dict()) == view
        assert View.from_json(view.to_json()).to_json() == view.to_json()


def test_json_is_one_line() -> None:
    assert "\n" not in example_match().view(0).to_json()


def test_equal_views_have_equal_hashes() -> None:
    for view in every_view():
        assert hash(View.from_json(view.to_json())) == hash(view)
    assert len(set(every_view())) > 1


def test_a_view_is_frozen() -> None:
    view = a_round(hand="GGS").view(0)
    with pytest.raises(AttributeError):
        view.ply = 3  # type: ignore[misc]


@pytest.mark.parametrize("seat", [2, -1, "0", True])
def test_there_are_two_seats(seat: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        a_round(hand="GGS").view(seat)  # type: ignore[arg-type]
