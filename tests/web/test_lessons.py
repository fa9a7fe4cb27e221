"""The lessons in a browser: by mouse, keyboard and touch, and where they are offered."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from jaipur.coach.lessons import Lesson, LessonStep, lessons
from tests.server.games import Server, wait_for
from tests.web.conftest import Visitors
from tests.web.pages import Visitor
from tests.web.players import market, play_one, posts
from tools.write_lessons import step_data

LESSONS = {lesson.name: lesson for lesson in lessons()}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
}


def said(step: LessonStep, answer: str = "right") -> re.Pattern[str]:
    """A sentence of a step, whatever its numbers are."""
    return re.compile(re.sub(r"\\{\w+\\}", r"\\d+", re.escape(step.sentences[answer])))


def answer_panel(page: Page) -> Any:
    return page.locator(".panel-area .answer")


def go_on(page: Page, *, touch: bool = False) -> None:
    button = answer_panel(page).locator(".primary")
    if touch:
        button.tap()
    else:
        button.click()


def solve(page: Page, step: LessonStep, *, touch: bool = False) -> None:
    """Play the right move of the position that the page shows, by hand."""
    expect(page.locator(".panel-area .sentence")).to_have_text(step.sentences["do"])
    play_one(page, step_data(step, 0)["view"], str(step.right[0]), touch=touch)
    expect(answer_panel(page)).to_contain_text(said(step))


def test_all_lessons_are_solved_by_mouse_one_after_the_other(visitor: Visitors) -> None:
    page = visitor().visit("/lessons")
    page.get_by_role("link", name="Start").click()
    for lesson in LESSONS.values():
        expect(page).to_have_url(re.compile(f"/lessons/{lesson.name}$"))
        expect(page.get_by_role("heading", level=1)).to_have_text(lesson.title)
        for step in lesson.steps:
            solve(page, step)
            if step is not lesson.steps[-1] or lesson.name not in ("score", "income"):
                go_on(page)
        if lesson.name == "score":  # the rules end here: a match is offered before the advice
            expect(answer_panel(page).locator(".primary")).to_have_text("Play a match")
            page.get_by_role("button", name="All lessons").click()
            page.get_by_role("link", name="Continue").click()
    page.get_by_role("button", name="All lessons").click()
    expect(page.get_by_text("You know all ten lessons.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("listitem").filter(has_text="done")).to_have_count(10)


def keys_of(step: LessonStep) -> list[str]:
    """The keys that choose the right move: slots of the market, letters of hand and herd."""
    move, slots = str(step.right[0]), step.slots
    if move.startswith("$"):
        return [move[1]] * int(move[2:])
    taken, _, given = move[1:].partition("-")
    if taken == "K":
        return ["k"]
    places: list[int] = []
    for letter in taken:
        places.append(next(i for i, c in enumerate(slots) if c == letter and i not in places))
    return [*(str(place + 1) for place in places), *given.lower()]


@pytest.mark.parametrize("name", ["exchange", "sell"])
def test_a_lesson_is_solved_by_keyboard_alone(visitor: Visitors, name: str) -> None:
    lesson: Lesson = LESSONS[name]
    page = visitor().visit(f"/lessons/{name}")
    for step in lesson.steps:
        expect(page.locator(".panel-area .sentence")).to_have_text(step.sentences["do"])
        for key in keys_of(step):
            page.keyboard.press(key.lower())
        expect(page.locator("#confirm")).to_have_attribute("aria-disabled", "false")
        page.keyboard.press("Enter")
        expect(answer_panel(page)).to_contain_text(said(step))
        expect(answer_panel(page).locator(".primary")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).not_to_have_text(lesson.title)


def test_a_lesson_is_solved_by_touch_on_a_phone(visitor: Visitors) -> None:
    lesson = LESSONS["exchange"]
    page = visitor(**PHONE).visit("/lessons")
    page.get_by_role("link", name=lesson.title).tap()
    for step in lesson.steps:
        solve(page, step, touch=True)
        go_on(page, touch=True)
    expect(page.get_by_role("heading", level=1)).to_have_text(LESSONS["sell"].title)


def test_a_wrong_move_says_why_and_the_right_one_is_shown_after_two(visitor: Visitors) -> None:
    step = LESSONS["herd"].steps[0]
    page = visitor().visit("/lessons/herd")
    polite = page.locator("[aria-live=polite].visually-hidden, .visually-hidden [aria-live=polite]")
    for tries in (1, 2):
        market(page).nth(step.slots.index("C")).click()
        page.locator("#confirm").click()
        expect(answer_panel(page)).to_contain_text(step.sentences["good"])
        expect(polite.first).to_contain_text(step.sentences["good"])
        expect(page.get_by_role("button", name="Show me")).to_have_count(tries - 1)
        if tries == 1:
            page.get_by_role("button", name="Try again").click()
            expect(page.locator(".panel-area .sentence")).to_have_text(step.sentences["do"])
    page.get_by_role("button", name="Show me").click()
    expect(answer_panel(page)).to_contain_text("Like this: " + step.sentences["right"])
    go_on(page)
    expect(page.locator(".panel-area .sentence")).to_have_text(
        LESSONS["herd"].steps[1].sentences["do"]
    )


def test_a_lesson_goes_on_where_it_was_left(visitor: Visitors) -> None:
    first, second, *_ = LESSONS["take"].steps
    person = visitor()
    page = person.visit("/lessons/take")
    solve(page, first)
    page.goto(person.url + "/lessons")
    expect(page.get_by_role("link", name=LESSONS["take"].title)).to_contain_text("1 of 3")
    page.get_by_role("link", name="Continue").click()
    expect(page.locator(".panel-area .sentence")).to_have_text(second.sentences["do"])


@pytest.mark.parametrize(
    ("language", "title", "do"),
    [("fr", "Vendre", "Gagnez des roupies"), ("ru", "Продажа", "Пора зарабатывать")],
)
def test_lessons_speak_the_language_of_the_page(
    visitor: Visitors, language: str, title: str, do: str
) -> None:
    page = visitor(settings={"language": language}).visit("/lessons/sell")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page.locator(".panel-area .sentence")).to_contain_text(do)


def test_an_unknown_lesson_leads_back_to_the_list(visitor: Visitors) -> None:
    page = visitor().visit("/lessons/nothing")
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_role("link", name="Start")).to_be_visible()


def finished_match(person: Visitor, page: Page) -> None:
    opened = posts(page, person, "/games", {"against": "level", "level": "kite"})
    posts(page, person, f"/games/{opened['id']}/seat", {"nonce": "11" * 16})
    posts(page, person, f"/games/{opened['id']}/resign", {})


def test_home_offers_the_rules_first_and_advice_after_a_match(
    server: Server, visitor: Visitors
) -> None:
    person = visitor()
    page = person.visit()
    offer = page.locator(".offer a")
    expect(offer).to_have_text("Learn the rules by playing, in eight minutes")
    page.get_by_role("button", name="Do not offer this again").click()
    expect(offer).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="The porter")).to_be_visible()
    expect(offer).to_have_count(0)
    finished_match(person, page)
    page.reload()
    expect(offer).to_have_text("three short lessons with good advice")
    offer.click()
    expect(page.get_by_role("heading", name="Lessons")).to_be_visible()


def test_a_lesson_that_was_opened_is_not_offered_any_more(visitor: Visitors) -> None:
    person = visitor()
    page = person.visit("/lessons/take")
    expect(page.get_by_role("region", name="Market")).to_be_visible()
    page.goto(person.url + "/")
    expect(page.get_by_role("button", name="The porter")).to_be_visible()
    expect(page.locator(".offer")).to_have_count(0)


def test_the_page_of_rules_leads_to_the_lessons(visitor: Visitors) -> None:
    page = visitor().visit("/rules")
    page.get_by_role("link", name="Lessons").click()
    expect(page.get_by_role("link", name="Start")).to_be_visible()


@pytest.mark.parametrize("installed", [True, False])
def test_lessons_work_without_a_connection(visitor: Visitors, installed: bool) -> None:
    person = visitor(may_lose_line=True, expects=("ERR_INTERNET", "Failed to fetch"))
    if installed:  # as a browser says it of an installed page: it keeps itself from the first visit
        person.context.add_init_script(
            "const real = matchMedia; window.matchMedia = (query) =>"
            " query.includes('standalone') ? {matches: true} : real(query)"
        )
    page = person.visit("/" if installed else "/lessons")
    wait_for(lambda: page.evaluate("caches.match('/api/rulesets').then(Boolean)"), seconds=60)
    person.context.set_offline(True)
    page.goto(person.url)
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.get_by_role("link", name="Lessons work without a connection").click()
    page.get_by_role("link", name=LESSONS["sell"].title).click()
    for step in LESSONS["sell"].steps:
        solve(page, step)
        go_on(page)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(LESSONS["bonus"].title)
    page.goto(person.url + "/rules")
    expect(page.get_by_role("link", name="Lessons")).to_be_visible()
