"""Nothing that a caller passes crashes the process or is silently accepted."""

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from jaipur import Cards, Good, Match, Move, Round, deal_from, redeal
from jaipur.cli.bench_kernels import random_redeals, random_rounds
from jaipur.rules.core.perft import perft
from tests.builders import a_round

ODD: list[Any] = [None, 3, -1, 2.5, "", "x", b"x", [], {}, NotImplemented, 10**30, True]
NONE: Any = None
ODD_SEAT: Any = "0"
WORD: Any = "x"
THREE: Any = 3
HALF: Any = 2.5


def refuses(call: Callable[[], object]) -> bool:
    try:
        call()
    except (AttributeError, OverflowError, TypeError, ValueError):
        return True
    return False


def table() -> Round:
    return a_round(hand="GGS", market="DLLKK")


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_odd_moves_are_refused(odd: Any) -> None:
    assert refuses(lambda: table().play(odd))
    assert refuses(lambda: table().after(odd))
    assert refuses(lambda: Move.parse(odd))
    assert refuses(lambda: Match.deal(seed=1).play(odd))
    assert isinstance(odd, str) or refuses(lambda: table().why_not(odd))
    assert odd not in table().legal_moves()


@pytest.mark.parametrize("odd", [odd for odd in ODD if odd is not None], ids=repr)
def test_odd_seats_are_refused(odd: Any) -> None:
    assert refuses(lambda: table().view(odd))
    assert refuses(lambda: table().legal_moves(odd))
    assert refuses(lambda: table().why_not("+K", seat=odd))
    assert refuses(lambda: table().forfeit(odd))
    assert refuses(lambda: table().goods_tokens(odd))
    assert refuses(lambda: table().bonus_tokens(odd))
    assert refuses(lambda: Match.deal(seed=1).view(odd))
    assert refuses(lambda: Match.deal(seed=1).resign(odd))
    assert refuses(lambda: Match.deal(seed=1).abandon(odd))
    assert refuses(lambda: Match.deal(seed=1).forfeit(odd))


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_odd_deals_are_refused(odd: Any) -> None:
    first, deck, bonus = deal_from(7)
    assert refuses(lambda: Round.start(deck=odd, bonus=bonus, first=first))
    assert refuses(lambda: Round.start(deck=deck, bonus=odd, first=first))
    assert refuses(lambda: Round.start(deck=deck, bonus={3: odd, 4: odd, 5: odd}))
    assert refuses(lambda: Round.start(deck=deck, bonus=bonus, first=odd))
    assert refuses(lambda: Round.start(deck=deck, bonus=bonus, ruleset=odd))
    assert refuses(lambda: Match.deal(seed=7, ruleset=odd))
    assert refuses(lambda: Round.from_text(odd))


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_odd_pieces_of_a_position_are_refused(odd: Any) -> None:
    pieces: dict[str, Any] = {
        "market": "DGCKK",
        "hands": ("DSP", "GSCPL"),
        "herds": (5, 4),
        "deck": "L",
        "discard": "DDDDGGGGSSSSCCCCCCPPPPPPLLLLLLLL",
    }
    for name in ("market", "hands", "herds", "discard", "ruleset"):
        assert refuses(partial(Round.build, **{**pieces, name: odd})), name
    for name in ("deck", "goods", "bonus_taken", "known"):
        assert odd is None or refuses(partial(Round.build, **{**pieces, name: odd})), name
    assert refuses(lambda: Round.build(**{**pieces, "herds": (odd, 4)}))
    assert refuses(lambda: Round.build(**{**pieces, "goods": ({"D": odd}, {})}))
    tokens = {**pieces, "bonus_taken": ({3: [odd]}, {})}
    assert odd in (3, True) or refuses(lambda: Round.build(**tokens))


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_odd_chances_are_refused(odd: Any) -> None:
    half = table().after("+K")
    assert odd is None or refuses(lambda: half.settle(cards=odd))
    assert odd is None or refuses(lambda: half.settle(bonus=odd))
    sale = a_round(hand="LLL", market="DGSKK").after("$L3")
    assert odd in (None, 3, True) or refuses(lambda: sale.settle(bonus=odd))


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_odd_simulations_are_refused(odd: Any) -> None:
    view = table().view(0)
    assert refuses(lambda: perft(odd, 1))
    assert odd in (2.5, 3, True) or refuses(lambda: perft(Round.deal(7), odd))
    assert refuses(lambda: redeal(odd, Random(1)))
    assert refuses(lambda: redeal(view, odd))
    assert odd in (2.5, 3, True) or refuses(lambda: random_rounds(odd, 1, "standard"))
    assert odd in (2.5, 3, True) or refuses(lambda: random_redeals(view, odd, 1))
    assert refuses(lambda: random_redeals(odd, 1, 1))


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: table().view(ODD_SEAT), "seat must be 0 or 1, got '0'"),
        (lambda: table().forfeit(NONE), "seat must be 0 or 1, got None"),
        (lambda: Round.deal(7).at(HALF), "ply must be from 0 to 0, got 2.5"),
        (
            lambda: table().play("+K", ply_limit=WORD),
            "ply_limit must be from 1 to 1000000000 or None, got 'x'",
        ),
        (lambda: Cards(NONE), "cards must be a str of letters, Cards, .* got None"),
        (lambda: Cards({Good.GOLD: WORD}), "number of gold cards must be 0 to 1000, got 'x'"),
        (lambda: Cards.from_counts(NONE), "counts must be seven whole numbers, got None"),
        (
            lambda: table().after("+K").settle(cards=THREE),
            "cards must be a str of letters or a sequence of cards, got 3",
        ),
        (lambda: Move.from_action(NONE), "action must be from 0 to 25498, got None"),
        (lambda: Move.from_action(HALF), "action must be from 0 to 25498, got 2.5"),
    ],
)
def test_a_wrong_type_is_refused_with_what_is_allowed(
    call: Callable[[], object], sentence: str
) -> None:
    with pytest.raises((TypeError, ValueError), match=sentence):
        call()


@pytest.mark.parametrize(
    "program",
    [
        "Round.__new__(Round).ruleset",
        "str(Round.__new__(Round))",
        "hash(Round.__new__(Round))",
        "Round.__new__(Round).view(0)",
        "AfterState().settle()",
        "AfterState().market",
        "list(LegalMoves())",
        "perft(None, 3)",
    ],
)
def test_half_made_objects_do_not_crash_the_process(program: str) -> None:
    start = "from jaipur import *; from jaipur.rules.core.perft import perft\n"
    lines = f"{start}try: {program}\nexcept Exception: pass\n"
    done = subprocess.run([sys.executable, "-c", lines], capture_output=True, check=False)
    assert done.returncode == 0  # below zero: ended by a signal
