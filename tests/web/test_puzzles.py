"""Puzzles: solved by mouse, keys and touch, graded, explained, in a rush, and offline."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Visitors
from tests.web.pages import Visitor
from tests.web.players import hand, market
from tests.web.test_table import SIZES

Puzzle = dict[str, Any]
MINUTE = 60_000


def grade_of(lost: float) -> str:
    return "right" if lost <= 0.01 else "half" if lost < 0.08 else "wrong"


def puzzles_of(visitor: Visitor) -> list[Puzzle]:
    """The puzzles of the first chunk, as the server has them."""
    get = visitor.context.request.get
    index = get(f"{visitor.url}/api/puzzles").json()
    return list(get(f"{visitor.url}/api/puzzles/{index['version']}/0").json()["puzzles"])


def a_puzzle(visitor: Visitor, grade: str, starts: str = "") -> tuple[Puzzle, str]:
    """A puzzle with a move of this grade, whose text begins so."""
    return next(
        (puzzle, judged["move"])
        for puzzle in puzzles_of(visitor)
        for judged in puzzle["moves"]
        if grade_of(judged["lost"]) == grade and judged["move"].startswith(starts)
    )


def opened(visitor: Visitor, address: str) -> Page:
    page = visitor.visit(f"/puzzles/{address}")
    expect(page.get_by_text("Find the best move.")).to_be_visible()
    return page


def types(page: Page, move: str) -> None:
    page.keyboard.press("/")
    field = page.get_by_role("textbox", name="Type a move")
    expect(field).to_be_focused()
    field.fill(move)
    field.press("Enter")


def answer(page: Page) -> Locator:
    return page.locator(".answer .title")


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_a_puzzle_is_solved_by_tapping_cards(visitor: Visitors, how: str) -> None:
    person = visitor(**SIZES[how])
    puzzle, move = a_puzzle(person, "right", "$")
    page = opened(person, puzzle["id"])
    own = sorted(puzzle["view"]["you"]["hand"], key="DGSCPLK".index)
    places = [place for place, card in enumerate(own) if card == move[1]]
    for place in places[: int(move[2])]:
        card = hand(page).nth(place)
        card.tap() if how == "touch" else card.click()
        expect(card).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Sell", exact=True).click()
    expect(answer(page)).to_have_text(re.compile("The best move|Right"))
    expect(page.locator(".answer")).to_contain_text(re.compile(r"Rating \d+ \(\+\d+\)"))


def test_a_puzzle_is_solved_by_keys_alone_and_enter_goes_on(visitor: Visitors) -> None:
    person = visitor()
    puzzle = next(p for p in puzzles_of(person) if {*p["view"]["market"]} > {"K"})
    page = opened(person, puzzle["id"])
    slot = next(at for at, card in enumerate(puzzle["view"]["slots"]) if card != "K")
    page.keyboard.press(str(slot + 1))
    expect(market(page).nth(slot)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(market(page).nth(slot)).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("k")
    expect(page.get_by_role("button", name="Take camels")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Find the best move.")).to_be_visible()
    assert not page.url.endswith(puzzle["id"])


def test_a_dimmed_card_says_why_it_cannot_join(visitor: Visitors) -> None:
    person = visitor()
    puzzle, good = next(
        (puzzle, good)
        for puzzle in puzzles_of(person)
        for good in puzzle["view"]["you"]["hand"]
        if good in puzzle["view"]["market"]
    )
    page = opened(person, puzzle["id"])
    market(page).nth(puzzle["view"]["slots"].index(good)).click()
    own = sorted(puzzle["view"]["you"]["hand"], key="DGSCPLK".index)
    hand(page).nth(own.index(good)).click(force=True)
    expect(page.locator("#why")).to_have_text("The same good cannot be taken and given.")


def test_a_typed_move_may_be_in_words(visitor: Visitors) -> None:
    person = visitor()
    puzzle = next(p for p in puzzles_of(person) if "+K" in [m["move"] for m in p["moves"]])
    page = opened(person, puzzle["id"])
    types(page, "sell nine camels")
    expect(page.locator("#why")).to_have_text("This is not a move.")
    page.get_by_role("textbox", name="Type a move").fill("take camels")
    page.keyboard.press("Enter")
    expect(answer(page)).to_be_visible()


@pytest.mark.parametrize(
    ("grade", "text"),
    [("half", r"Half right: it loses \d%"), ("wrong", r"Wrong: it loses \d+%")],
)
def test_what_an_answer_loses_is_said_with_the_best_move(
    visitor: Visitors, grade: str, text: str
) -> None:
    person = visitor()
    puzzle, move = a_puzzle(person, grade)
    page = opened(person, puzzle["id"])
    types(page, move)
    expect(answer(page)).to_have_text(re.compile(text))
    expect(page.locator(".answer")).to_contain_text("Best: ")
    mine = page.locator("tr.played")
    expect(mine).to_contain_text("Your move")
    lost = next(judged["lost"] for judged in puzzle["moves"] if judged["move"] == move)
    expect(mine).to_contain_text(f"{lost:.1%}")
    expect(page.locator("tr.best")).to_have_count(1)


def test_the_reasons_and_the_line_are_shown_and_trying_again_does_not_count(
    visitor: Visitors,
) -> None:
    person = visitor()
    puzzle = next(p for p in puzzles_of(person) if p["reasons"] and len(p["line"]) > 1)
    page = opened(person, puzzle["id"])
    types(page, puzzle["wrong"])
    expect(page.locator(".reasons li")).to_have_count(len(puzzle["reasons"]))
    page.get_by_role("button", name="Show the line").click()
    last = len(puzzle["line"])
    expect(page.locator(".answer .step")).to_have_text(re.compile(rf"\d of {last}"))
    forward = page.get_by_role("button", name="A move on")
    for _ in range(last):
        if forward.is_enabled():
            forward.click()
    expect(page.locator(".answer .step")).to_have_text(f"{last} of {last}")
    page.get_by_role("button", name="Back to the answer").click()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("Find the best move.")).to_be_visible()
    types(page, puzzle["wrong"])
    expect(page.locator(".answer")).to_contain_text("Tried before: your rating stays.")


def test_on_a_phone_the_reasons_are_a_sheet(visitor: Visitors) -> None:
    person = visitor(**SIZES["touch"])
    puzzle, move = a_puzzle(person, "wrong")
    page = opened(person, puzzle["id"])
    types(page, move)
    page.get_by_role("button", name="Why?").tap()
    expect(page.get_by_role("dialog").locator("tr.played")).to_be_visible()


def test_a_theme_and_the_ruleset_are_chosen_and_remembered(visitor: Visitors) -> None:
    person = visitor()
    page = person.visit("/puzzles")
    page.get_by_role("radio", name="Printed box").check()
    page.reload()
    expect(page.get_by_role("radio", name="Printed box")).to_be_checked()
    page.get_by_role("radio", name="Standard").check()
    page.get_by_role("link", name="Take the camels").click()
    expect(page.get_by_text("Find the best move.")).to_be_visible()
    id = page.url.split("/")[-1].split("?")[0]
    index = person.context.request.get(f"{person.url}/api/puzzles").json()["puzzles"]
    entry = next(each for each in index if each["id"] == id)
    assert entry["ruleset"] == "standard"
    assert "camels" in entry["themes"]


def test_the_puzzle_of_the_day_follows_from_the_date(visitor: Visitors) -> None:
    person = visitor()
    index = person.context.request.get(f"{person.url}/api/puzzles").json()["puzzles"]
    known = {puzzle["id"]: puzzle for puzzle in all_puzzles(person)}
    page = person.context.new_page()
    page.clock.install(time=86_400 * 3 + 7)
    page.goto(f"{person.url}/puzzles/daily")
    expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
    expect(page.get_by_text("Find the best move.")).to_be_visible()
    assert shown_puzzle(page, known)["id"] == index[3]["id"]


def test_three_wrong_answers_end_a_rush_and_the_clock_stands_still_for_results(
    visitor: Visitors,
) -> None:
    person = visitor()
    known = {puzzle["id"]: puzzle for puzzle in all_puzzles(person)}
    page = person.context.new_page()
    page.clock.install()
    page.goto(f"{person.url}/puzzles/rush")
    page.get_by_role("button", name="Start").click()
    clock = page.get_by_role("timer")
    expect(clock).to_have_text("3:00")
    strikes = 0
    while strikes < 3:
        expect(page.get_by_text("Find the best move.")).to_be_visible()
        page.clock.run_for(5_000)
        move, grade = worst_move(shown_puzzle(page, known))
        types(page, move)
        expect(page.locator(f".answer.{grade}")).to_be_visible()
        strikes += grade == "wrong"
        expect(page.get_by_text(f"{strikes} of 3 wrong")).to_be_attached()
        shown = clock.inner_text()
        page.clock.run_for(30_000)
        expect(clock).to_have_text(shown)
        page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", name="Three wrong answers")).to_be_visible()
    expect(page.get_by_text(re.compile("You have solved"))).to_be_visible()
    missed = page.get_by_role("link", name=re.compile("Puzzle s"))
    assert missed.count() >= 3


def test_a_rush_ends_when_the_time_is_up(visitor: Visitors) -> None:
    person = visitor()
    page = person.context.new_page()
    page.clock.install()
    page.goto(f"{person.url}/puzzles/rush")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Find the best move.")).to_be_visible()
    page.clock.run_for(3 * MINUTE + 200)
    expect(page.get_by_role("heading", name="Time is up")).to_be_visible()


def test_puzzles_work_without_a_connection_and_answers_are_sent_later(visitor: Visitors) -> None:
    person = visitor(may_lose_line=True, expects=("ERR_INTERNET",))
    page = person.visit("/puzzles")
    page.get_by_role("button", name="Keep all puzzles on this device").click()
    expect(page.get_by_text("All puzzles are on this device.")).to_be_visible()
    person.context.set_offline(True)
    page.goto(person.url)
    page.get_by_role("link", name="Puzzles work without a connection").click()
    page.get_by_role("link", name="Solve a puzzle").click()
    expect(page.get_by_text("Find the best move.")).to_be_visible()
    known = {puzzle["id"]: puzzle for puzzle in kept_puzzles(page)}
    move, grade = worst_move(shown_puzzle(page, known))
    types(page, move)
    expect(page.locator(f".answer.{grade}")).to_contain_text("with the next connection")
    person.context.set_offline(False)
    expect(page.locator(".answer")).to_contain_text(re.compile(r"Rating \d+"))
    score = person.context.request.get(f"{person.url}/api/me/puzzles").json()
    assert (score["attempts"], score["right"]) == (1, 0)


@pytest.mark.parametrize(
    ("language", "prompt", "result"),
    [("fr", "Trouvez le meilleur coup.", "Faux"), ("ru", "Найдите лучший ход.", "Неверно")],
)
def test_puzzles_speak_the_language_of_the_page(
    visitor: Visitors, language: str, prompt: str, result: str
) -> None:
    person = visitor(settings={"language": language})
    puzzle, move = a_puzzle(person, "wrong")
    page = person.visit(f"/puzzles/{puzzle['id']}")
    expect(page.get_by_text(prompt)).to_be_visible()
    page.keyboard.press("/")
    field = page.locator("input[placeholder='+DG-LK']")
    expect(field).to_be_focused()
    field.fill(move)
    field.press("Enter")
    expect(answer(page)).to_have_text(re.compile(result))


def all_puzzles(visitor: Visitor) -> list[Puzzle]:
    get = visitor.context.request.get
    index = get(f"{visitor.url}/api/puzzles").json()
    chunks = sorted({entry["chunk"] for entry in index["puzzles"]})
    return [
        puzzle
        for chunk in chunks
        for puzzle in get(f"{visitor.url}/api/puzzles/{index['version']}/{chunk}").json()["puzzles"]
    ]


def kept_puzzles(page: Page) -> list[Puzzle]:
    """The puzzles in the cache of the service worker."""
    return list(
        page.evaluate("""async () => {
          const cache = await caches.open("jaipur-puzzles-1");
          const all = await cache.matchAll();
          const bodies = await Promise.all(all.map((answer) => answer.clone().json()));
          return bodies.flatMap((body) => (body.version ? [] : (body.puzzles ?? [])));
        }""")
    )


def shown_puzzle(page: Page, known: dict[str, Puzzle]) -> Puzzle:
    """The puzzle that a page shows, found by its cards."""
    kinds = "(all) => all.map((card) => card.dataset.kind).join('')"
    slots = market(page).evaluate_all(kinds)
    own = hand(page).evaluate_all(kinds)
    return next(
        each
        for each in known.values()
        if each["view"]["slots"] == slots and sorted(each["view"]["you"]["hand"]) == sorted(own)
    )


def worst_move(puzzle: Puzzle) -> tuple[str, str]:
    """The worst move of a puzzle, and its grade."""
    worst = max(puzzle["moves"], key=lambda judged: float(judged["lost"]))
    return str(worst["move"]), grade_of(worst["lost"])
