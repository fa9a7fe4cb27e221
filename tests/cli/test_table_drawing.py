"""The drawing: it shows what a seat may know, and nothing else."""

import io
import re
from random import Random

import pytest
from rich.console import Console, RenderableType

from jaipur import Round, redeal
from jaipur.cli.move_list import move_summary
from jaipur.cli.scene import scene_of_round, scene_of_view
from jaipur.cli.scoring import round_result
from jaipur.cli.table_drawing import TableDrawing
from jaipur.rules.view import view_of
from tests.builders import Piles, a_round, before_the_last_sale, played
from tools.terminal_picture import TARGET, picture

NAMES = ("north", "south")


def printed(*parts: RenderableType, width: int = 80, colour: bool = False) -> str:
    system = "truecolor" if colour else None
    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=colour,
        color_system=system,  # type: ignore[arg-type]
        no_color=not colour,
        legacy_windows=False,
    )
    for part in parts:
        console.print(part)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def drawn(round_: Round, *, seat: int = 0, aid: bool = False, width: int = 80) -> str:
    return printed(
        TableDrawing(scene_of_view(round_.view(seat), names=NAMES, aid=aid)), width=width
    )


def drawn_open(round_: Round, width: int = 80) -> str:
    return printed(TableDrawing(scene_of_round(round_, names=NAMES)), width=width)


def test_the_herd_across_the_table_is_a_pile_without_a_number() -> None:
    round_ = a_round(hand="GG", herd=2, other="DSCPL", other_herd=6)
    assert "herd  K \n" in drawn(round_)
    assert "6" not in drawn(round_).splitlines()[1]
    assert "herd  K × 6 " in drawn(round_, aid=True)
    assert "K × 2" in drawn(round_)


@pytest.mark.parametrize("aid", [False, True])
@pytest.mark.parametrize("width", [50, 80])
def test_a_drawing_is_the_same_whatever_a_seat_cannot_see(aid: bool, width: int) -> None:
    rng = Random(5)
    for seed in range(8):
        round_ = played("standard", seed, 18)
        if round_.turn is None:
            continue
        view = round_.view(0)
        other = redeal(view, rng)
        assert drawn(round_, aid=aid, width=width) == drawn(other, aid=aid, width=width)


def test_an_open_position_shows_both_hands_the_deck_and_the_bonus_piles() -> None:
    round_ = Round.deal(7)
    text = drawn_open(round_)
    assert "│D      │ │G      │ │C      │ │P      │ │L      │" in text
    assert "│G      │ │P      │ │P      │ │L      │" in text
    deck = re.sub(r"\s", "", text[text.index("top first") + len("top first") :])
    assert deck == round_.deck
    assert "bonus for 3  1 3 3 2 2 1" in text


@pytest.mark.parametrize("ruleset", ["standard", "box", "tiny"])
@pytest.mark.parametrize("width", [20, 40, 79, 80, 200])
def test_every_position_can_be_drawn_at_every_width(ruleset: str, width: int) -> None:
    for seed in range(2):
        for plies in (0, 9, 1000):
            round_ = played(ruleset, seed, plies)
            for text in (drawn(round_, width=width), drawn_open(round_, width=width)):
                assert max(len(line) for line in text.splitlines()) <= width
            printed(move_summary(round_.view(0)), width=width)


def test_the_bank_shows_every_value_that_is_left_and_a_dot_for_each_that_is_gone() -> None:
    text = drawn(a_round(hand="GG", discard="DDDLL"))
    assert "D diamond · · · 5 5" in text
    assert "L leather · · 2 1 1 1 1 1 1" in text


def test_kinds_that_are_used_up_are_counted() -> None:
    assert "1 of 3 kinds used up" in drawn(a_round(hand="GG", discard="DDDDD"))


def test_the_last_move_is_shown_in_full() -> None:
    round_ = a_round(hand="LLLLL", market="DGSCP", herd=0).play("+DGSCP-LLLLL")
    text = " ".join(line[:49].strip() for line in drawn(round_).splitlines())
    assert round_.last is not None
    assert f"north: {round_.last.describe()}" in text


def test_an_opponents_bonus_tokens_are_shown_by_their_piles_only() -> None:
    taken: tuple[Piles, Piles] = {}, {3: [3], 4: [5, 6]}
    round_ = a_round(hand="GG", discard="CCCCPPPPLLL", bonus_taken=taken)
    line = next(line for line in drawn(round_).splitlines() if "bonus for 3," in line)
    assert line.rstrip().endswith("bonus for 3, for 4 × 2")


def test_the_view_of_a_match_shows_its_seals() -> None:
    view = view_of(Round.deal(7), 0, 2, (1, 0))
    text = printed(TableDrawing(scene_of_view(view, names=NAMES)))
    assert "round 2" in text
    assert "north ●○  south ○○" in text
    of_three = printed(TableDrawing(scene_of_view(view, names=NAMES, seals_to_win=3)))
    assert "north ●○○  south ○○○" in of_three


def test_the_view_of_a_spectator_is_refused() -> None:
    with pytest.raises(ValueError, match="spectator"):
        scene_of_view(Round.deal(7).view(None), names=NAMES)


def test_no_cue_is_by_colour_alone() -> None:
    """Without colour every card still has its letter and every token its value."""
    round_ = played("standard", 3, 20)
    scene = scene_of_view(round_.view(0), names=NAMES)
    coloured = re.sub(r"\x1b\[[0-9;]*m", "", printed(TableDrawing(scene), colour=True))
    assert coloured == printed(TableDrawing(scene))


def scoring(round_: Round) -> str:
    return printed(*round_result(round_, NAMES, 1))


def test_the_scoring_adds_up_by_good_bonus_and_camels() -> None:
    before = before_the_last_sale({"D": 5}, {"G": 5, "S": 3}, bonus=((3,), ()), herds=(6, 2))
    text = scoring(before.play("$S2"))
    assert "Round 1 is over: 3 kinds of goods token are used up." in text
    assert re.search(r"D  diamond +7 \+ 7 \+ 5 \+ 5 \+ 5 = 29 +–", text)
    assert re.search(r"bonus tokens +3 +–", text)
    assert re.search(r"camels +herd of 6: 5 +herd of 2: –", text)
    assert re.search(r"rupees +47 +42", text)
    assert "north gets the seal." in text


def test_the_tie_break_by_bonus_tokens_is_named() -> None:
    tied = before_the_last_sale({"D": 5}, {"G": 5, "S": 3}, bonus=((3,), ())).play("$S2")
    assert "north gets the seal by more bonus tokens, 1 to 0." in scoring(tied)


def test_the_tie_break_by_goods_tokens_is_named() -> None:
    tied = before_the_last_sale({"G": 5, "L": 2}, {"D": 5, "S": 3}).play("$S2")
    assert "north gets the seal by more goods tokens, 9 to 8." in scoring(tied)


def test_a_full_tie_is_named() -> None:
    tied = before_the_last_sale({"G": 5, "P": 1}, {"D": 5, "S": 3}, bonus=((3,), (1,)))
    assert "Nobody gets a seal. Rupees and tokens are equal." in scoring(tied.play("$S2"))


def test_other_ends_of_a_round_are_named_too() -> None:
    round_ = Round.deal(7)
    given_up = scoring(round_.forfeit(1))
    assert "Round 1 is over: south gave it up." in given_up
    assert "north gets the seal." in given_up
    stopped = scoring(round_.stop())
    assert "Round 1 is over: it was stopped after 0 moves." in stopped
    assert "north gets the seal." in stopped  # its herd is larger
    older = scoring(round_.stop(scored=False))
    assert "Round 1 is over: it was stopped after 0 moves." in older
    assert "Nobody gets a seal.\n" in older


def test_the_picture_of_the_readme_is_up_to_date_and_loads_nothing() -> None:
    svg = TARGET.read_text(encoding="utf-8")
    assert re.findall(r">([^<]+)</text>", svg) == re.findall(r">([^<]+)</text>", picture())
    assert set(re.findall(r"[a-z]+://[^\s\"']+", svg)) == {"http://www.w3.org/2000/svg"}
