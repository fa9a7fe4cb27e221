"""Moves as text and as words: what is read, how it is written, and where an error stands."""

import pytest

import jaipur
from jaipur import (
    ACTIONS,
    CAMEL,
    Cards,
    Exchange,
    Good,
    Move,
    NotationError,
    Sell,
    Take,
    TakeCamels,
)
from jaipur.rules.moves import BY_ACTION


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("+D", "+D"),
        ("+d", "+D"),
        (" +D ", "+D"),
        ("+K", "+K"),
        ("+k", "+K"),
        ("+KK", "+K"),
        ("+KKK", "+K"),
        ("+KKKKK", "+K"),
        ("+DG-LK", "+DG-LK"),
        ("+GD-KL", "+DG-LK"),
        ("+gd-kl", "+DG-LK"),
        ("+LCSPGD-KKKKKK", "+DGSCPL-KKKKKK"),
        ("$D3", "$D3"),
        ("$d3", "$D3"),
        ("$L9", "$L9"),
        ("$D7", "$D7"),
        ("$D1", "$D1"),
        ("$K2", "$K2"),
        ("+D-K", "+D-K"),
        ("+DG", "+DG"),
        ("+DK-LL", "+DK-LL"),
    ],
)
def test_notation_is_read_in_any_case_and_order(text: str, written: str) -> None:
    assert str(Move.parse(text)) == written


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("take diamond", "+D"),
        ("TAKE DIAMOND", "+D"),
        ("take the diamond", "+D"),
        ("camels", "+K"),
        ("take camels", "+K"),
        ("take the camels", "+K"),
        ("Take All Camels", "+K"),
        ("sell 3 leather", "$L3"),
        ("SELL 3 LEATHER", "$L3"),
        ("sell leather 3", "$L3"),
        ("leather 3 sell", "$L3"),
        ("3 leather sell", "$L3"),
        ("sell leather", "$L1"),
        ("sell 9 leather", "$L9"),
        ("take 2 diamonds give camel 2", "+DD-KK"),
        ("sell 3 diamonds", "$D3"),
        ("sell 1 spice", "$P1"),
        ("take diamond gold give leather camel", "+DG-LK"),
        ("take gold diamond give camel leather", "+DG-LK"),
        ("give leather camel take diamond gold", "+DG-LK"),
        ("Give Camel Leather Take Gold Diamond", "+DG-LK"),
        ("take diamond and gold, give leather and camel", "+DG-LK"),
        ("take diamond diamond give camel camel", "+DD-KK"),
        ("take diamond give camel", "+D-K"),
    ],
)
def test_words_are_read_in_any_case_and_order(words: str, written: str) -> None:
    assert str(Move.parse(words)) == written


@pytest.mark.parametrize("good", Good)
def test_each_good_can_be_named(good: Good) -> None:
    assert Move.parse(f"take {good}") is Take(good)
    assert Move.parse(f"sell 2 {good}") is Sell(good, 2)


@pytest.mark.parametrize(
    "text",
    ["+D", "+K", "+DG-LK", "+DDG-LLK", "+DDGSC-LLPKK", "$D3", "$C1", "$L7", "$D7", "$K2", "+D-K"],
)
def test_what_a_move_says_of_itself_can_be_read_again(text: str) -> None:
    assert Move.parse(Move.parse(text).describe()) == Move.parse(text)


def test_moves_describe_themselves_in_words() -> None:
    assert Move.parse("+DG-LK").describe() == "take diamond and gold, give leather and camel"
    assert Move.parse("+D").describe() == "take diamond"
    assert Move.parse("+DDG-LLK").describe() == "take 2 diamonds and gold, give 2 leather and camel"
    assert Move.parse("+K").describe() == "take the camels"
    assert Move.parse("$L3").describe() == "sell 3 leather"
    assert Move.parse("$D2").describe() == "sell 2 diamonds"
    assert Move.parse("$D1").describe() == "sell 1 diamond"


def test_moves_carry_what_they_do() -> None:
    take, camels = Move.parse("+D"), Move.parse("+K")
    exchange, sale = Move.parse("+DG-LK"), Move.parse("$D3")
    assert isinstance(take, Take)
    assert take.good is Good.DIAMOND
    assert isinstance(camels, TakeCamels)
    assert isinstance(exchange, Exchange)
    assert (exchange.taken, exchange.given) == (Cards("DG"), Cards("LK"))
    assert isinstance(sale, Sell)
    assert (sale.good, sale.count) == (Good.DIAMOND, 3)


def test_a_sale_of_camels_is_well_formed() -> None:
    sale = Sell(CAMEL, 2)
    assert str(sale) == "$K2"
    assert sale.action is None


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        ("+", 2),
        ("$", 2),
        ("+X", 2),
        ("+DX", 3),
        ("  +DX", 5),
        ("+DG-LX", 6),
        ("+D G", 3),
        ("$X3", 2),
        ("$D0", 3),
        ("$DD", 3),
        ("$D", 3),
        ("$D3x", 4),
        ("$Dxx", 3),
        ("+DG--LK", 5),
        ("+DG-", 5),
        ("hello", 1),
        ("take hello", 6),
        ("sell 0 leather", 6),
        ("sell 3", 6),
        ("take 3 sell leather", 6),
        ("sell leather 3 4", 16),
        ("sell 3 4 leather", 6),
        ("leather", 1),
        ("sell all leather", 1),
        ("sell leather gold", 18),
        ("sell leather take gold", 23),
        ("sell leather give gold", 23),
        ("sell 9 leather leather", 23),
        ("give leather", 13),
        ("the cards", 10),
        ("gold take leather", 1),
        ("+" + "D" * 200, 201),
    ],
)
def test_an_error_names_its_column_counted_from_1(text: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        Move.parse(text)
    assert caught.value.column == column
    assert caught.value.text == text
    assert caught.value.code == "not_a_move"


@pytest.mark.parametrize(
    "text",
    [
        "D",
        "D3",
        "3D",
        "-LK",
        "+-LK",
        "$",
        "$3",
        "$D-1",
        "$D1.5",
        "$D³",
        "$D٣",
        "+Ⅾ",
        "take",
        "sell",
        "give leather",
        "sell 3",
        "3",
        "3 take",
        "sell 3 leather cloth",
        "sell 10 leather",
        "sell 12 leather",
        "take diamond sell 2 gold",
        "+D\n+G",
        "+D\0",
        "+" + "D" * 10_000,
        "take " * 10_000,
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Move.parse(text)


@pytest.mark.parametrize("count", [0, 10, -1, 100, True, 2.0])
def test_a_sale_has_one_to_nine_cards(count: int) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        Sell(Good.LEATHER, count)


@pytest.mark.parametrize("thing", [None, 3, b"+D", Good.DIAMOND, ["+D"]])
def test_only_text_is_parsed(thing: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        Move.parse(thing)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    ["+" + "D" * 199, "take" + " 9 gold" * 23, "take" + " 9 gold" * 12 + " give" + " 9 gold" * 12],
)
def test_no_move_has_more_than_198_cards(text: str) -> None:
    with pytest.raises(NotationError, match="No move has that many cards") as caught:
        Move.parse(text)
    assert caught.value.column == len(text) + 1
    longest = "+" + "D" * 197 + "-L"
    assert str(Move.parse(longest)) == longest


@pytest.mark.parametrize("action", [-1, ACTIONS])
def test_actions_are_numbered_from_0(action: int) -> None:
    with pytest.raises(ValueError, match=f"action must be from 0 to 25498, got {action}"):
        Move.from_action(action)


@pytest.mark.parametrize("text", ["+D", "+K", "$L3", "+DG-LK"])
def test_a_move_of_the_action_table_is_made_when_it_is_first_asked_for(text: str) -> None:
    move = Move.parse(text)
    assert move.action is not None
    BY_ACTION[move.action] = None
    try:
        made = Move.from_action(move.action)
    finally:
        BY_ACTION[move.action] = move
    assert (made, str(made), type(made)) == (move, text, type(move))


def test_moves_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Move.parse("+D").good = Good.GOLD


@pytest.mark.parametrize(("taken", "given"), [("D", ""), ("K", ""), ("KKK", ""), ("", "")])
def test_an_exchange_gives_something_for_something(taken: str, given: str) -> None:
    with pytest.raises(ValueError, match="an exchange must give cards"):
        Exchange(taken, given)
    with pytest.raises(ValueError, match="an exchange must take a card"):
        Exchange("", "LL")
    with pytest.raises(ValueError, match="at most 198 in all, got 100 for 99"):
        Exchange("D" * 100, "G" * 99)


def test_a_take_is_of_a_good() -> None:
    with pytest.raises((TypeError, ValueError)):
        Take(CAMEL)  # type: ignore[arg-type]


def test_moves_can_be_matched_by_position() -> None:
    seen: list[tuple[object, ...]] = []
    for text in ("+D", "+K", "+DG-LK", "$L3"):
        match Move.parse(text):
            case Take(good):
                seen.append((good,))
            case TakeCamels():
                seen.append(())
            case Exchange(taken, given):
                seen.append((taken, given))
            case Sell(good, count):
                seen.append((good, count))
    assert seen == [(Good.DIAMOND,), (), (Cards("DG"), Cards("LK")), (Good.LEATHER, 3)]


@pytest.mark.parametrize("text", ["+D", "+K", "+DG-LK", "+DG", "$L3", "$K2"])
def test_the_repr_of_a_move_can_be_pasted_back(text: str) -> None:
    move = Move.parse(text)
    assert eval(repr(move), vars(jaipur)) == move
