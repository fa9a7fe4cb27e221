"""The themes of puzzles: each in a position where it holds, and in one where it does not."""

from __future__ import annotations

import pytest

from jaipur.coach.puzzles import THEMES, themes_of
from jaipur.rules.moves import Move
from jaipur.rules.round import Round
from tests.builders import a_round, nearly_out_of_cards


def seen(hand: str, market: str, known: str, other: str) -> Round:
    """A round in which the other is known to hold some of its goods."""
    return Round.build(market=market, hands=(hand, other), herds=(5, 5), known=("", known), ply=2)


# Theme, best move, a position where the theme holds, one where it does not with the same move.
CASES = [
    ("wait_for_bonus", "+S", a_round("SSLCP", "SLLKK"), a_round("SLLCP", "SLLKK")),
    ("sell_part", "$L1", a_round("LLLCP", "SGLKK"), a_round("LGGCP", "SGLKK")),
    (
        "sell_first",
        "$S2",
        seen("SSLCP", "DLLKC", "SS", "SSPPG"),
        seen("SSLCP", "DLLKC", "PP", "SSPPG"),
    ),
    ("deny", "+P", seen("SLC", "PLLKC", "PP", "GPPSG"), seen("SLC", "PLLKC", "GG", "GPPSG")),
    ("precious_pair", "+D", a_round("DSLCP", "DLLKK"), a_round("DDLCP", "DLLKK")),
    (
        "spend_camels",
        "+DL-KK",
        a_round("SCPPL", "DLLCK", herd=2),
        None,
    ),
    ("leave_camels", "+D", a_round("SCPPL", "DLKKK"), a_round("SCPPL", "DLLKK")),
    ("empty_deck", "+K", nearly_out_of_cards("CCPP"), a_round("DSP", "DGCKK", herd=2)),
    ("end_round", "+K", nearly_out_of_cards("C"), nearly_out_of_cards("CCPP")),
    ("play_on", "+D", nearly_out_of_cards("C"), nearly_out_of_cards("CCPP")),
    ("full_hand", "+DG-CC", a_round("CCPPSSL", "DGLKK"), a_round("CCPPS", "DGLKK")),
    (
        "count_hand",
        "+D",
        seen("SLCP", "DLLKC", "SGPPG", "SGPPG"),
        seen("SLCP", "DLLKC", "SPPG", "SGPPG"),
    ),
    ("large_exchange", "+DGL-CCP", a_round("CCPPS", "DGLKK"), None),
    ("small_exchange", "+DG-CC", a_round("CCPPS", "DGLKK"), None),
]
BY_MOVE = [("sell_now", "$P2"), ("camels", "+K"), ("take_one", "+D")]


@pytest.mark.parametrize(("theme", "best", "holds", "beside"), CASES)
def test_a_theme_holds_where_its_rule_says(
    theme: str, best: str, holds: Round, beside: Round | None
) -> None:
    assert theme in themes_of(holds, Move.parse(best))
    if beside is not None:
        assert theme not in themes_of(beside, Move.parse(best))


def test_a_best_move_that_ends_the_round_does_not_play_on() -> None:
    assert "play_on" not in themes_of(nearly_out_of_cards("C"), Move.parse("+K"))


@pytest.mark.parametrize(("theme", "best"), BY_MOVE)
def test_some_themes_are_the_kind_of_the_best_move(theme: str, best: str) -> None:
    round = a_round("CCPPS", "DGLKK")
    found = {text for text in ("$P2", "+K", "+D") if theme in themes_of(round, Move.parse(text))}
    assert found == {best}


def test_every_theme_is_tested_and_described() -> None:
    codes = [theme.code for theme in THEMES]
    assert len(set(codes)) == len(codes)
    assert {case[0] for case in CASES} | {theme for theme, _ in BY_MOVE} == set(codes)
    assert all(theme.sentence.endswith(".") for theme in THEMES)


def test_every_legal_move_has_a_theme_as_the_best() -> None:
    for round in (a_round("CCPPSSL", "DGLKK"), nearly_out_of_cards("C")):
        for move in round.legal_moves():
            assert themes_of(round, move), move
