"""Views: the format of section 4, what is in them and what is not (R11)."""

import json
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from jaipur import Cards, Good, Match, NotationError, Round, View
from tests.builders import ALL, a_round, played, played_out, shuffled

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "schemas" / "view.schema.json").read_text("utf-8")
)

# The example of the design, letter for letter.
EXAMPLE = """
{"format": "jaipur-view/1", "ruleset": "standard", "seat": 0, "turn": 0, "round": 1, "ply": 9, "first": 1, "seals": [0, 0],
 "market": "KKKKK", "deck": 34, "discard": {"D": 2, "C": 2, "P": 1, "L": 3},
 "tokens": {"D": [5,5,5], "G": [6,6,5,5,5], "S": [5,5,5,5,5], "C": [3,2,2,1,1], "P": [3,3,2,2,1,1], "L": [1,1,1,1,1,1]},
 "bonus": {"3": 5, "4": 6, "5": 6},
 "you":      {"hand": "CP", "herd": 1, "goods": {"C": [3], "L": [4,3,2]}, "bonus": {"3": [3]}},
 "opponent": {"hand": 5, "known": "GGLL", "shown": "DDCP", "herd": 0, "goods": {"D": [7,7], "C": [5], "P": [5]}, "bonus": {}},
 "start": "CKKKK",
 "history": [["$C1",""], ["$L3",""], ["$D2",""], ["$C1",""], ["$P1",""], ["+C","G"], ["+K","PLGL"], ["+P","K"], ["+GGLL-KKKK",""]],
 "last": "+GGLL-KKKK", "moves": ["+K", "$C1", "$P1"], "over": null}
"""  # noqa: E501


def example_match() -> Match:
    """A match in which seat 0 sees the example of the design."""
    dealt = "LLLCK" + "DDCPS" + "CK" + "G" + "PLGL" + "K"
    rest = Round.deal(seed=1).ruleset.shuffled_cards - Cards(dealt)
    return Match.from_record(
        {
            "format": "jaipur-record/1",
            "ruleset": "standard",
            "players": ["north", "south"],
            "seals": 2,
            "rounds": [
                {
                    "first": 1,
                    "deck": dealt + str(rest),
                    "bonus": {
                        "3": [3, 1, 1, 2, 2, 3],
                        "4": [4, 4, 5, 5, 6, 6],
                        "5": [8, 8, 9, 9, 10, 10],
                    },
                    "moves": [move for move, _ in json.loads(EXAMPLE)["history"]],
                    "end": None,
                    "by": None,
                    "rupees": [15, 24],
                    "seal": None,
                }
            ],
            "ended": "unfinished",
            "by": None,
            "winner": None,
        }
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


def changed(**fields: Any) -> str:
    return json.dumps({**json.loads(EXAMPLE), **fields})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        "3",
        "nonsense",
        changed(format="jaipur-view/2"),
        changed(market="XXXXX"),
        changed(market=5),
        changed(seat=2),
        changed(history=[["+D"]]),
        changed(history=[["nonsense", ""]]),
        changed(moves=["nonsense"]),
        changed(ply="nine"),
        changed(deck=-1),
        changed(you=None),
        changed(tokens={"X": [1]}),
    ],
    ids=range(17),
)
def test_broken_views_are_refused(text: str) -> None:
    with pytest.raises((NotationError, ValueError)):
        View.from_json(text)


def example_with(path: str, value: Any) -> dict[str, Any]:
    """The example with one field changed: `you.herd`."""
    view: dict[str, Any] = json.loads(EXAMPLE)
    *parts, last = path.split(".")
    place = view
    for part in parts:
        place = place[part]
    place[last] = value
    return view


GOODS_TOKENS = json.loads(EXAMPLE)["tokens"]


@pytest.mark.parametrize(
    ("path", "allowed", "refused"),
    [
        ("turn", 1, 2),
        ("first", 1, 2),
        ("ply", 0, -1),
        ("ply", 2**31, 2**31 + 1),
        ("deck", 0, -1),
        ("deck", 60, 61),
        ("seals", [0, 0], [-1, 0]),
        ("seals", [2**31, 2**31], [0, 2**31 + 1]),
        ("discard", {"D": 1}, {"D": 0}),
        ("discard", {"D": 15}, {"D": 16}),
        ("tokens", {**GOODS_TOKENS, "D": [1]}, {**GOODS_TOKENS, "D": [0]}),
        ("tokens", {**GOODS_TOKENS, "D": [99]}, {**GOODS_TOKENS, "D": [100]}),
        ("bonus", {"3": 0}, {"3": -1}),
        ("bonus", {"3": 8}, {"3": 9}),
        ("you.herd", 15, 16),
        ("you.hand", "D" * 15, "D" * 61),
        ("you.bonus", {"2": [1]}, {"1": [1]}),
        ("you.bonus", {"7": [99]}, {"8": [99]}),
        ("opponent.hand", 15, 16),
        ("opponent.herd", 15, 16),
        ("opponent.bonus", {"2": 1}, {"2": 0}),
        ("opponent.bonus", {"2": 8}, {"2": 9}),
        ("history", [["+K", "DGSCP"]], [["+K", "DGSCPL"]]),
    ],
)
def test_a_number_of_a_view_has_limits(path: str, allowed: Any, refused: Any) -> None:
    assert View.from_dict(example_with(path, allowed)).to_dict() == example_with(path, allowed)
    with pytest.raises(NotationError):
        View.from_dict(example_with(path, refused))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("ruleset", None),
        ("ply", True),
        ("market", "KD"),
        ("seals", [0]),
        ("seals", [0, 0, 0]),
        ("seals", [0, True]),
        ("seals", "00"),
        ("discard", {"K": 1}),
        ("discard", {"D": True}),
        ("tokens", {"D": [5]}),
        ("tokens", {**GOODS_TOKENS, "D": [True]}),
        ("tokens", {**GOODS_TOKENS, "D": None}),
        ("tokens", {**GOODS_TOKENS, "K": [1]}),
        ("bonus", {"34": 1}),
        ("bonus", {"": 1}),
        ("bonus", {3: 1}),
        ("bonus", {"3": True}),
        ("you.goods", {"D": []}),
        ("you.bonus", {"3": []}),
        ("you.bonus", {"3": [True]}),
        ("opponent", []),
        ("moves", None),
        ("moves", ["camels"]),
        ("moves", [None]),
        ("last", "+k"),
        ("history", None),
        ("history", ["+K"]),
        ("history", [["+K", "", ""]]),
        ("history", [["+K", "X"]]),
        ("history", [["+K", None]]),
    ],
)
def test_a_field_of_a_view_has_its_own_form(path: str, value: Any) -> None:
    with pytest.raises(NotationError) as caught:
        View.from_dict(example_with(path, value))
    assert caught.value.code == "bad_view"
    assert caught.value.message.startswith(f"{path} must be ")


def test_a_view_of_a_spectator_has_two_seats() -> None:
    view = example_match().view(None).to_dict()
    seat = view["seats"][0]
    for wrong in (None, "ab", [], [seat], [seat, seat, seat]):
        with pytest.raises(NotationError, match="seats must be a list of two"):
            View.from_dict({**view, "seats": wrong})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("end", "earthquake"),
        ("end", None),
        ("rupees", [1]),
        ("seal", 2),
        ("hands", ["D"]),
        ("hands", ["D", "D", "D"]),
        ("hands", "DD"),
        ("hands", ["KD", ""]),
        ("herds", [0]),
        ("bonus", [{}]),
        ("bonus", [{}, {}, {}]),
        ("bonus", {}),
        ("bonus", [{}, {"3": []}]),
    ],
)
def test_the_result_of_a_round_in_a_view_has_its_own_form(field: str, value: Any) -> None:
    view = Match.deal(seed=3).forfeit(0).view(0).to_dict()
    assert View.from_dict(view).to_dict() == view
    with pytest.raises(NotationError, match=f"over.{field} must be "):
        View.from_dict({**view, "over": {**view["over"], field: value}})


def test_a_broken_view_is_refused_with_a_column() -> None:
    text = changed(deck=61)
    with pytest.raises(NotationError) as caught:
        View.from_json(text)
    assert text[caught.value.column - 1 :].startswith('"deck"')
    for broken, column in (('{"seat": }', 10), ("[]", 1), ("{}", 1), ("9" * 5000, 1)):
        with pytest.raises(NotationError) as caught:
            View.from_json(broken)
        assert (caught.value.column, caught.value.code) == (column, "bad_view")


def test_a_view_is_frozen() -> None:
    view = a_round(hand="GGS").view(0)
    with pytest.raises(AttributeError):
        view.ply = 3  # type: ignore[misc]


@pytest.mark.parametrize("seat", [2, -1, "0", True])
def test_there_are_two_seats(seat: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        a_round(hand="GGS").view(seat)  # type: ignore[arg-type]
