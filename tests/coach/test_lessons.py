"""The lessons, played through the law; what they say of advice is proved by the search."""

from __future__ import annotations

import re

import pytest

from jaipur import Cards, Good, Sell
from jaipur.coach.advice import Advice
from jaipur.coach.lessons import Lesson, LessonPart, LessonStep, lessons
from jaipur.engine.search import compare
from jaipur.rules.view import View
from tools import write_lessons

STEPS = [(lesson, step) for lesson in lessons() for step in lesson.steps]
IDS = [f"{lesson.name}-{step.key}" for lesson, step in STEPS]
ADVISING = [step for _, step in STEPS if step.advice is not None]
SAMPLES = 20_000
# Probabilities of the seal: what right moves may lose against the best, what the others must lose,
# and by how much a piece of advice must decide or be wrong.
RIGHT_LOSES, WRONG_LOSES, DECIDES = 0.025, 0.03, 0.03

every_step = pytest.mark.parametrize(("lesson", "step"), STEPS, ids=IDS)


def test_there_are_ten_lessons_of_three_to_six_positions() -> None:
    assert [3 <= len(lesson.steps) <= 6 for lesson in lessons()] == [True] * 10
    assert [lesson.part for lesson in lessons()] == [LessonPart.RULES] * 7 + [LessonPart.ADVICE] * 3
    assert all(
        len({step.key for step in lesson.steps}) == len(lesson.steps) for lesson in lessons()
    )


@every_step
def test_every_move_of_a_step_is_legal_and_has_a_sentence(lesson: Lesson, step: LessonStep) -> None:
    assert step.round.turn == 0
    assert Cards(step.slots) == step.round.market
    for move in step.right:
        assert step.round.why_not(move) is None
    answers = {step.answer(move) for move in step.round.legal_moves()}
    assert answers == step.sentences.keys() - {"do"}, "a sentence that no move leads to, or none"
    assert all(0 < len(text) <= 90 for text in step.sentences.values())


@every_step
def test_the_page_gets_the_view_after_each_right_move(lesson: Lesson, step: LessonStep) -> None:
    data = write_lessons.step_data(step, 10)
    assert data["view"]["moves"] == [str(move) for move in step.round.legal_moves()]
    assert list(data["after"]) == [str(move) for move in step.right]
    for move, after in data["after"].items():
        played = step.round.play(move)
        slots, seq = after.pop("slots"), after.pop("seq")
        assert View.from_dict({**after, "round": None, "seals": None}) == played.view(0)
        assert Cards(slots) == played.market
        assert seq == 11
        if move.startswith("$"):
            assert slots == step.slots


@every_step
def test_numbers_in_a_sentence_are_those_of_the_position(lesson: Lesson, step: LessonStep) -> None:
    text = step.sentences["right"]
    for move in step.right:
        after = step.round.play(move)
        assert ("{you}" in text) == after.is_over == ("{other}" in text)
        drawn = sum(map(sum, after.bonus_tokens(0).values())) - sum(
            map(sum, step.round.bonus_tokens(0).values())
        )
        assert ("{bonus}" in text) <= (drawn > 0)
        sums = re.findall(r"\d(?: \+ \d)+", text)
        if sums and isinstance(move, Sell):
            assert isinstance(move.good, Good)
            paid = step.round.tokens[move.good][: move.count]
            assert sums[0] == " + ".join(map(str, paid))


def test_rounds_that_end_in_a_lesson_are_won_by_the_learner() -> None:
    over = [step.round.play(step.right[0]) for _, step in STEPS]
    ends = [each.end for each in over if each.is_over]
    assert {each.seal for each in over if each.is_over} == {0}
    assert {"deck", "tokens"} <= {end.value for end in ends if end is not None}


def test_rupees_at_an_end_are_those_of_the_tokens_unless_it_is_about_the_camel_token() -> None:
    for _, step in STEPS:
        after = step.round.play(step.right[0])
        if after.is_over:
            earned = [score.camel for score in after.scores]
            assert earned == ([5, 0] if step.key == "camel_token" else [0, 0]), step.key


def test_each_piece_of_advice_is_shown_where_it_decides_and_where_it_is_wrong() -> None:
    shown = {(step.advice, step.advice_holds) for step in ADVISING}
    taught = set(Advice) - {Advice.OTHER_NOT_FULL, Advice.FIRST_TOKEN_ALONE}
    assert shown == {(advice, holds) for advice in taught for holds in (True, False)}


@pytest.mark.parametrize("step", ADVISING, ids=lambda step: step.key)
def test_the_search_proves_the_advice(step: LessonStep) -> None:
    found = write_lessons.advice_margin(step, samples=SAMPLES)
    gain = found.margin if step.advice_holds else -found.margin
    assert gain > DECIDES
    assert gain > 5 * found.error


@pytest.mark.parametrize("step", ADVISING, ids=lambda step: step.key)
def test_right_moves_are_the_best_and_wrong_ones_lose(step: LessonStep) -> None:
    view = step.round.view(0)
    ranked = compare(view, view.moves, samples=SAMPLES, seed=7)
    for each in ranked:
        lost = ranked[0].win - each.win
        match step.answer(each.move):
            case "right":
                assert lost < RIGHT_LOSES
            case "wrong":
                assert lost > WRONG_LOSES, each.move
            case _:
                assert lost > 0, each.move


def test_the_files_of_the_page_are_up_to_date() -> None:
    for path, text in write_lessons.page_files().items():
        assert path.read_text("utf-8") == text, "run python -m tools.write_lessons"
