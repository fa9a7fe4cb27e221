"""The screen with one's own matches: the list with its filters, the statistics, the reviews."""

from __future__ import annotations

import re
import zipfile

import pytest
from playwright.sync_api import Page, expect

from jaipur.coach.mistake_themes import MistakeTheme
from tests.server.finished_games import store_matches, store_reviews
from tests.server.games import Server
from tests.web.conftest import Visitors
from tests.web.pages import Visitor
from tools.screenshots import a_game, post

MATCH = re.compile(r"^(Replay:|Revoir :|Просмотр:) ")


def matches_of(page: Page) -> list[str]:
    return page.locator("li[data-result] .who strong").all_inner_texts()


def with_matches(server: Server, visitor: Visitor, count: int) -> str:
    user = str(post(visitor, "/api/me", name="Anna")["id"])
    store_matches(server, user, count)
    return user


def test_finished_matches_are_listed_filtered_and_opened(server: Server, visitor: Visitors) -> None:
    anna = visitor()
    with_matches(server, anna, 35)
    page = anna.visit()
    page.get_by_role("link", name="All matches and statistics").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your matches")
    replays = page.get_by_role("link", name=MATCH)
    expect(replays).to_have_count(30)
    expect(page.get_by_role("status").filter(has_text="matches")).to_have_text("35 matches")
    page.get_by_role("button", name="Show more").click()
    expect(replays).to_have_count(35)
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)

    page.get_by_label("Opponent").select_option(label="The child with the kite")
    expect(replays).to_have_count(6)
    assert set(matches_of(page)) == {"The child with the kite"}
    page.get_by_label("Result").select_option(label="No winner")
    expect(page.get_by_text("No match fits this choice.")).to_be_visible()
    page.get_by_label("Result").select_option(label="All")
    expect(replays).to_have_count(6)
    replays.first.click()
    expect(page).to_have_url(re.compile("/replay/match"))


def test_who_comes_back_to_the_list_is_where_they_were(server: Server, visitor: Visitors) -> None:
    anna = visitor()
    with_matches(server, anna, 35)
    page = anna.visit("/history")
    replays = page.get_by_role("link", name=MATCH)
    expect(replays).to_have_count(30)
    replays.last.scroll_into_view_if_needed()
    height = page.evaluate("scrollY")
    assert height > 1000
    replays.last.click()
    expect(page.get_by_role("region", name="Market")).to_be_visible()
    page.go_back()
    expect(replays).to_have_count(30)
    page.wait_for_function("height => Math.abs(scrollY - height) < 2", arg=height)


def test_statistics_say_in_words_what_the_plots_show(server: Server, visitor: Visitors) -> None:
    anna = visitor()
    with_matches(server, anna, 12)
    page = anna.visit("/history")
    page.get_by_role("link", name="Statistics").click()
    expect(page).to_have_url(re.compile("/history/statistics$"))
    expect(page.get_by_text(re.compile("^12 matches with .* You won .* of 12"))).to_be_visible()
    sale = page.get_by_role("img", name=re.compile("^Cards in a sale. You: [0-9.]+ "))
    expect(sale).to_have_accessible_name(re.compile("The child with the kite .* The jeweller "))
    porter = page.get_by_role("article").filter(has_text="The porter").first
    expect(porter).to_contain_text("Too few to say.")
    moves = page.get_by_role("listitem").filter(has_text="You: Take a good")
    expect(moves).to_have_count(1)
    page.get_by_text("All figures as a table").click()
    table = page.get_by_role("table")
    expect(table.get_by_role("columnheader")).to_have_count(7)
    expect(table.get_by_role("row", name=re.compile("^Rupees a round"))).to_be_visible()
    expect(page.get_by_text("None of these matches has been reviewed.")).to_be_visible()

    page.get_by_role("radio", name="Printed box").check()
    expect(
        page.get_by_text("You have not finished a match with these bonus tokens")
    ).to_be_visible()
    page.get_by_role("radio", name="Standard").check()
    expect(sale).to_be_visible()


def test_mistakes_by_theme_stand_beside_those_of_the_levels(
    server: Server, visitor: Visitors
) -> None:
    anna = visitor(viewport={"width": 360, "height": 640})
    user = str(post(anna, "/api/me", name="Anna")["id"])
    store_reviews(server, user, store_matches(server, user, 4))
    page = anna.visit("/history/statistics")
    themes = page.get_by_role("region", name="Your favourite mistakes").get_by_role("listitem")
    expect(themes).to_have_count(len(MistakeTheme))
    expect(themes.first).to_contain_text(re.compile(r"\d\.\d%\s*\d+ mistakes, \d\.\d seals"))
    plot = themes.first.get_by_role("img", name=re.compile("^Camels. You: "))
    expect(plot).to_have_accessible_name(
        re.compile(r"The child with the kite \(\d\.\d%\), .* The jeweller \(0\.\d%\)")
    )


def test_a_round_that_was_broken_off_is_not_listed_like_a_finished_one(visitor: Visitors) -> None:
    anna = visitor()
    post(anna, f"/api/games/{a_game(anna, first='me')}/resign")
    row = anna.visit("/history").locator("li[data-result]")
    expect(row).to_contain_text("Lost 0 : 0")
    expect(row.locator(".rupees")).to_be_empty()


def test_reviews_are_made_one_after_another_when_asked_for(visitor: Visitors) -> None:
    anna = visitor()
    for _ in range(2):
        game = a_game(anna, first="me")
        view = anna.context.request.get(f"{anna.url}/api/games/{game}/view").json()
        post(anna, f"/api/games/{game}/moves", move=view["moves"][0], seq=view["seq"])
        post(anna, f"/api/games/{game}/resign")
    page = anna.visit("/history/statistics")
    page.get_by_role("button", name="Review all 2").click()
    expect(page.get_by_text("From 2 reviewed matches of 2.")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("heading", name="Luck over all matches")).to_be_visible()
    page.get_by_role("link", name="Matches", exact=True).click()
    expect(page.get_by_text(re.compile(r"^Luck [+−]?\d+%$"))).to_have_count(2)


def test_everything_can_be_downloaded(server: Server, visitor: Visitors) -> None:
    anna = visitor(accept_downloads=True)
    with_matches(server, anna, 3)
    page = anna.visit("/history")
    with page.expect_download() as started:
        page.get_by_role("link", name="Download everything").click()
    assert started.value.suggested_filename == "jaipur-matches.zip"
    with zipfile.ZipFile(started.value.path()) as archive:
        assert archive.read("matches.jsonl").count(b"\n") == 3


def test_without_a_match_the_page_invites_to_play(visitor: Visitors) -> None:
    page = visitor().visit("/history/statistics")
    expect(page.get_by_role("heading", name="No finished match yet")).to_be_visible()
    page.get_by_role("link", name="Play a match").click()
    expect(page.get_by_role("button", name="The porter")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "title", "cards"),
    [("fr-FR", "Vos parties", "Cartes par vente"), ("ru-RU", "Ваши партии", "Карт за продажу")],
)
def test_the_screen_speaks_the_language_of_the_page(
    server: Server, visitor: Visitors, locale: str, title: str, cards: str
) -> None:
    anna = visitor(locale=locale)
    with_matches(server, anna, 6)
    page = anna.visit("/history")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page.get_by_role("link", name=MATCH)).to_have_count(6)
    page.get_by_role("navigation").last.get_by_role("link").last.click()
    expect(page.get_by_role("heading", name=cards)).to_be_visible()


def test_the_invitation_to_play_stands_apart_from_the_choices(visitor: Visitors) -> None:
    anna = visitor()
    a_game(anna)  # who has none has no choices either
    page = anna.visit("/history/statistics")
    period = page.get_by_label("Period").bounding_box()
    invitation = page.locator("div", has=page.get_by_role("link", name="Play a match")).last
    below = invitation.bounding_box()
    assert period is not None
    assert below is not None
    assert below["y"] - (period["y"] + period["height"]) >= 16
