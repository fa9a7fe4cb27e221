"""Matches that were: stepped through, linked, judged, brought as files, played on."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from jaipur import read_records
from tests.web.conftest import Visitors
from tests.web.players import view_of

RECORDS = Path(__file__).parents[1] / "golden/records"
RECORD = RECORDS / "match_box.jsonl"


@pytest.fixture
def page(visitor: Visitors) -> Page:
    """A record that was brought as a file."""
    page = visitor().visit("/replay")
    page.get_by_label("Drop a record file").set_input_files(RECORD)
    expect(page).to_have_url(re.compile(r"/replay/[\w-]{22}\?seat=open&at=\d+"))
    expect(page.get_by_role("region", name="Market")).to_be_visible()
    return page


def slider(page: Page) -> int:
    return int(page.get_by_role("slider").input_value())


def test_a_record_is_stepped_through_by_keys_and_by_slider(page: Page) -> None:
    moves = sum(len(line["moves"]) + 1 for line in record()["rounds"])
    last = moves - 1
    assert slider(page) == 0
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert slider(page) == 2
    page.keyboard.press("ArrowLeft")
    assert slider(page) == 1
    page.keyboard.press("End")
    assert slider(page) == last
    expect(page.get_by_role("button", name="One move on")).to_be_disabled()
    page.get_by_role("slider").fill("3")
    assert slider(page) == 3
    page.get_by_role("button", name="To the beginning").click()
    assert slider(page) == 0
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("slider")).to_have_value("2")
    page.get_by_role("button", name="Pause").click()


def test_the_last_step_and_the_end_of_the_log_say_who_won(page: Page) -> None:
    result = "Round 1: south · Round 2: north · Round 3: north · north wins the match."
    steps = page.get_by_label("Step through the match")
    expect(page.get_by_role("list", name="Moves").get_by_role("listitem").last).to_have_text(result)
    expect(steps.get_by_text(result)).to_have_count(0)
    page.keyboard.press("End")
    expect(steps.get_by_text(result)).to_be_visible()
    expect(page.get_by_role("status").filter(has_text=result)).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(steps.get_by_text(result)).to_have_count(0)


def test_a_link_names_a_position_and_the_eyes(page: Page, visitor: Visitors) -> None:
    expect(page.locator(".opponent [data-place=opponent-hand] .back")).to_have_count(0)
    page.get_by_label("Point of view").select_option("1")
    expect(page.locator(".opponent [data-place=opponent-hand] .back").first).to_be_visible()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("slider")).to_have_value("4")
    # Two sat down and the cards were dealt: the fourth move is the seventh event.
    expect(page).to_have_url(re.compile(r"\?seat=1&at=7$"))
    address = urlsplit(page.url)
    link = f"{address.path}?{address.query}"
    other = visitor().visit(link)
    expect(other.get_by_role("slider")).to_have_value("4")
    expect(other.get_by_label("Point of view")).to_have_value("1")


def test_the_record_can_be_downloaded(page: Page, tmp_path: Path) -> None:
    with page.expect_download() as started:
        page.get_by_role("link", name="Download the record").click()
    file = tmp_path / started.value.suggested_filename
    started.value.save_as(file)
    assert file.suffix == ".jsonl"
    (saved,) = read_records(file)
    assert saved["rounds"] == record()["rounds"]


def test_the_match_is_judged(page: Page) -> None:
    curve = page.get_by_role("img", name=re.compile("How likely"))
    expect(curve).to_be_visible(timeout=180_000)
    expect(curve.get_by_text("wins the match")).to_have_count(2)
    expect(page.get_by_text("chance to win the round")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    verdict = page.get_by_label("Step through the match")
    expect(verdict.get_by_text(re.compile(r"\d+\s*%")).first).to_be_visible()
    expect(verdict.get_by_text("chance to win the round")).to_be_visible()
    box = curve.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 1, box["y"] + 5)
    expect(page.get_by_role("button", name="One move on")).to_be_disabled()
    for width, height in ((320, 640), (844, 390), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        plot = curve.locator("svg").bounding_box()
        assert plot is not None
        assert plot["width"] >= width / 2
        for label in curve.get_by_text("wins the match").all():
            words = label.bounding_box()
            assert words is not None
            beside = words["x"] + words["width"] <= plot["x"]
            above = words["y"] + words["height"] <= plot["y"]
            assert beside or above, (width, height)


def test_one_can_play_on_from_a_position(page: Page) -> None:
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Play from here").click()
    page.get_by_role("dialog").get_by_role("button", name="The porter").click()
    expect(page).to_have_url(re.compile("/game/"))
    # The replay stays until the table has been loaded, and has a market too.
    expect(page.locator(".move-panel")).to_be_visible()
    expect(page).to_have_url(re.compile("/game/"))
    played = [move for move, _ in view_of(page)["history"]]
    assert played[:3] == record()["rounds"][0]["moves"][:3]


def test_a_file_that_is_no_record_is_refused(visitor: Visitors, tmp_path: Path) -> None:
    page = visitor(expects=("422",)).visit("/replay")
    file = tmp_path / "other.jsonl"
    file.write_text("not a record\n")
    page.get_by_label("Drop a record file").set_input_files(file)
    expect(page.get_by_role("alert").filter(has_text="not a record")).to_be_visible()
    expect(page.get_by_label("Drop a record file")).to_have_value("")  # it can be chosen again
    broken = record()
    broken["rounds"][0]["moves"][0] = "$D7"
    file.write_text(json.dumps(broken))
    page.get_by_label("Drop a record file").set_input_files(file)
    expect(page.get_by_role("alert").filter(has_text="not a record")).to_be_visible()
    assert page.url.endswith("/replay")


def record() -> dict[str, list[dict[str, list[str]]]]:
    return json.loads(RECORD.read_text().splitlines()[0])  # type: ignore[no-any-return]
