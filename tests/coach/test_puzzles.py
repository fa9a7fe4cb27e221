"""The puzzles of the package: what each promises, that none tells more than its view, the proof."""

from __future__ import annotations

import gzip
import json
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from random import Random

import pytest

from jaipur.coach.puzzles import (
    THEMES,
    Puzzle,
    PuzzleGrade,
    all_puzzles,
    daily_puzzle,
    find_puzzle,
    nearest_puzzles,
    prove,
    puzzles_of,
    themes_of,
)
from jaipur.coach.puzzles.collection import data_version
from jaipur.coach.puzzles.opening import redealt_opening
from jaipur.coach.puzzles.proof import MIN_MARGIN, MIN_SIGMAS, contenders
from jaipur.rules.round import Round
from tests.builders import a_round
from training.puzzle_rounds import played_round

RULESETS = ("standard", "box")
PROVEN_ANEW = 30
MARGIN_ANEW = 0.03
SAMPLES_ANEW = 4_000


@cache
def some() -> tuple[Puzzle, ...]:
    """Every twentieth puzzle of each ruleset."""
    return tuple(puzzle for ruleset in RULESETS for puzzle in puzzles_of(ruleset)[::20])


def test_a_fixed_thirty_are_proven_anew() -> None:
    chosen = Random(16).sample([*puzzles_of("standard")[:100], *puzzles_of("box")[:10]], 30)
    assert len({puzzle.id for puzzle in chosen}) == PROVEN_ANEW
    found = {puzzle.id: prove(puzzle, samples=SAMPLES_ANEW, seed=2026) for puzzle in chosen}
    too_small = {id: margin.margin for id, margin in found.items() if margin.margin < MARGIN_ANEW}
    assert too_small == {}


def test_every_best_move_is_ahead_by_the_margin_that_was_asked_for() -> None:
    for puzzle in all_puzzles():
        lost = sorted(puzzle.data["lost"])
        assert lost[0] == 0, puzzle
        assert lost[1] >= 1000 * MIN_MARGIN, puzzle
        second = puzzle.data["lost"].index(lost[1])
        assert lost[1] >= MIN_SIGMAS * puzzle.data["error"][second], puzzle


def test_every_legal_move_has_its_loss_and_only_the_best_is_right() -> None:
    for puzzle in some():
        assert [loss.move for loss in puzzle.losses] == list(puzzle.view.moves)
        right = [loss.move for loss in puzzle.losses if loss.grade is PuzzleGrade.RIGHT]
        assert right == [puzzle.best]
        assert all(loss.error > 0 for loss in puzzle.losses if loss.move != puzzle.best)


def test_the_line_begins_with_the_best_move_and_can_be_played() -> None:
    for puzzle in some():
        assert puzzle.line[0] == puzzle.best
        assert puzzle.line_end.ply == puzzle.round.ply + len(puzzle.line)
        assert puzzle.wrong in puzzle.view.moves
        assert puzzle.wrong != puzzle.best


def test_the_themes_are_those_of_the_rules() -> None:
    for puzzle in some():
        assert puzzle.themes == themes_of(puzzle.round, puzzle.best)
        assert puzzle.themes


def test_every_theme_has_puzzles() -> None:
    found = {theme for puzzle in all_puzzles() for theme in puzzle.themes}
    assert found == {theme.code for theme in THEMES}


def test_ratings_are_those_of_people_and_levels() -> None:
    ratings = sorted(puzzle.rating for puzzle in all_puzzles())
    assert 700 < ratings[0] < 1100
    assert 1800 < ratings[-1] < 2200


def test_ids_are_counted_and_found() -> None:
    for ruleset in RULESETS:
        ids = [puzzle.id for puzzle in puzzles_of(ruleset)]
        assert ids == [f"{ruleset[0]}{number:04}" for number in range(1, len(ids) + 1)]
    assert find_puzzle("s0001") is puzzles_of("standard")[0]
    assert find_puzzle("s9999") is None


def test_no_position_stands_twice() -> None:
    positions = {(str(p.data["deck"]), p.data["moves"]) for p in all_puzzles()}
    assert len(positions) == len(all_puzzles())


def test_the_data_is_small_and_its_bytes_are_those_that_packing_gives() -> None:
    size = 0
    for ruleset in RULESETS:
        packed = files("jaipur.coach.puzzles").joinpath(f"{ruleset}.jsonl.gz").read_bytes()
        size += len(packed)
        text = gzip.decompress(packed)
        lines = [json.dumps(json.loads(line), separators=(",", ":")) for line in text.splitlines()]
        assert "".join(f"{line}\n" for line in lines).encode() == text
        assert packed[4:8] == bytes(4), "a time in the file would change it each time"
    assert size < 2_000_000


def test_a_ruleset_without_puzzles_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="must be one of standard, box, got 'tiny'"):
        puzzles_of("tiny")


def test_the_puzzle_of_a_day_is_the_same_for_everybody_and_another_the_next_day() -> None:
    day = date(2026, 11, 17)
    assert daily_puzzle(day) is daily_puzzle(day)
    week = {daily_puzzle(day + timedelta(days=number)).id for number in range(7)}
    assert len(week) == 7
    place = (day - date(1970, 1, 1)).days % len(all_puzzles())
    assert daily_puzzle(day) is all_puzzles()[place]


def test_puzzles_near_a_rating_come_in_order_and_keep_to_theme_and_ruleset() -> None:
    found = nearest_puzzles(1300, ruleset="box", theme="camels")
    assert found
    assert all(p.ruleset == "box" and "camels" in p.themes for p in found)
    away = [abs(puzzle.rating - 1300) for puzzle in found]
    assert away == sorted(away)


def test_the_version_is_a_hash_of_the_data() -> None:
    assert len(data_version()) == 12
    assert int(data_version(), 16) >= 0


def test_contenders_are_the_best_and_every_move_that_may_be_second() -> None:
    sizes = set()
    for puzzle in all_puzzles():
        moves = contenders(puzzle)
        sizes.add(len(moves))
        assert moves[0] == puzzle.best
        left_out = [loss for loss in puzzle.losses if loss.move not in moves]
        assert all(loss.lost - 4 * loss.error >= MIN_MARGIN for loss in left_out)
    assert {2, 3} <= sizes


# What a puzzle tells


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_redeal_as_a_whole_deal_leads_to_the_same_view(ruleset: str) -> None:
    for number in range(3):
        played = played_round(ruleset, f"test {number}")
        for ply in range(1, played.ply, 3):
            position = played.at(ply)
            view = position.view(position.turn)
            deal = redealt_opening(view, Random(ply))
            again = Round.start(deal.deck, deal.bonus, deal.first, ruleset)
            for move, _ in view.history:
                again = again.play(move)
            assert again.view(position.turn) == view


def test_the_hidden_cards_of_a_redeal_have_nothing_to_do_with_those_of_the_round() -> None:
    """Two rounds that the mover cannot tell apart give the same data."""
    played = played_round("standard", "test 0")
    position = played.at(9)
    view = position.view(position.turn)
    first = redealt_opening(view, Random(1))
    other = Round.start(first.deck, first.bonus, first.first)
    for move, _ in view.history:
        other = other.play(move)
    assert other.deck != position.deck
    for seed in range(5):
        one = redealt_opening(view, Random(seed))
        assert one == redealt_opening(other.view(position.turn), Random(seed))


def test_a_position_without_its_history_has_no_redeal_from_the_first_card() -> None:
    built = a_round("SSLLLCC", market="DDKKK")
    with pytest.raises(ValueError, match="the history must lead to the view"):
        redealt_opening(built.view(built.turn), Random(1))
