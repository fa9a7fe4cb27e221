"""Reading views: what is no view is refused, with what is wrong and where."""

import json
from typing import Any

import pytest

from jaipur import Match, NotationError, View
from tests.view_example import EXAMPLE, example_match


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
    with pytest.raises(NotationError):
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


def test_json_that_is_too_deep_is_no_view() -> None:
    with pytest.raises(NotationError) as caught:
        View.from_json("[" * 100_000)
    assert caught.value.code == "bad_view"


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
    assert caught.value.text == text
    with pytest.raises(NotationError) as caught:
        View.from_dict(example_with("you.herd", -1))
    assert (caught.value.text, caught.value.column) == ("you.herd", 1)
    for broken, column in (('{"seat": }', 10), ("[]", 1), ("{}", 1), ("9" * 5000, 1)):
        with pytest.raises(NotationError) as caught:
            View.from_json(broken)
        assert (caught.value.column, caught.value.code) == (column, "bad_view")
