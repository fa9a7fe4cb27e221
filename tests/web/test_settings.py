"""What one can set, and being someone."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.conftest import Visitors


def test_language_and_theme_are_changed_at_once_and_kept(visitor: Visitors) -> None:
    person = visitor()
    page = person.visit("/settings")
    page.get_by_role("radio", name="Français").check()
    expect(page.get_by_role("heading", level=1)).to_have_text("Réglages")
    page.get_by_role("radio", name="Sombre").check()
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(ground) == "rgb(30, 26, 34)"
    again = person.visit("/settings")
    expect(again.get_by_role("heading", level=1)).to_have_text("Réglages")
    assert again.evaluate(ground) == "rgb(30, 26, 34)"
    again.get_by_role("radio", name="Русский").check()
    expect(page.get_by_role("heading", level=1)).to_have_text("Настройки")  # the other tab follows


def test_what_is_dark_on_the_screen_is_printed_with_dark_letters(visitor: Visitors) -> None:
    letters = "title => getComputedStyle(title).color"
    light = visitor().visit("/rules").locator("h1").evaluate(letters)
    page = visitor(settings={"theme": "dark"}, color_scheme="dark").visit("/rules")
    title = page.locator("h1")
    assert title.evaluate(letters) != light
    page.emulate_media(media="print")
    assert title.evaluate(letters) == light


def test_switches_are_kept(visitor: Visitors) -> None:
    page = visitor().visit("/settings")
    letters = page.get_by_role("switch", name="Letter keys")
    expect(letters).to_be_checked()
    letters.press("Space")
    expect(letters).not_to_be_checked()
    page.reload()
    expect(page.get_by_role("switch", name="Letter keys")).not_to_be_checked()


def test_memory_aids_are_for_new_tables(visitor: Visitors) -> None:
    page = visitor(settings={"memoryAids": True}).visit()
    page.get_by_role("button", name="The porter").click()
    expect(page.get_by_role("region", name="Market")).to_be_visible()
    game = page.request.get(page.url.replace("/game/", "/api/games/")).json()
    assert game["terms"]["memory_aids"] is True


def test_a_name_is_chosen_and_a_bad_one_refused(visitor: Visitors) -> None:
    page = visitor(expects=("422",)).visit("/settings")
    page.get_by_label("Name").fill("Анна 🐪")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Name")).to_have_value("Анна 🐪")
    page.get_by_label("Name").fill("a\u202eb")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert").filter(has_text="1 to 24")).to_be_visible()


def test_a_link_makes_another_browser_the_same_person(visitor: Visitors) -> None:
    page = visitor().visit("/settings")
    page.get_by_label("Name").fill("Anna")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Create: Link for another device").click()
    link = page.get_by_role("textbox", name="Link for another device").input_value()
    expect(page.get_by_text("Only this computer can open this link")).to_be_visible()
    phone = visitor(expects=("410",))
    there = phone.visit(link.removeprefix(phone.url))
    there.get_by_role("button", name="Sign in here").click()
    expect(there.get_by_text("Welcome back, Anna.")).to_be_visible()
    assert "#" not in there.url
    there.goto(phone.url + "/settings")
    expect(there.get_by_label("Name")).to_have_value("Anna")
    # It works once.
    there.goto(link)
    there.reload()
    there.get_by_role("button", name="Sign in here").click()
    expect(there.get_by_role("alert").filter(has_text="has been used")).to_be_visible()


def test_somebody_can_be_forgotten(visitor: Visitors) -> None:
    page = visitor().visit("/settings")
    page.get_by_label("Name").fill("Anna")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Delete me").click()
    sure = page.get_by_role("dialog", name=re.compile("for good"))
    sure.get_by_role("button", name="Cancel").click()
    expect(page.get_by_label("Name")).to_have_value("Anna")
    page.get_by_role("button", name="Delete me").click()
    sure.get_by_role("button", name="Delete me").click()
    expect(page.get_by_text("You have been deleted.")).to_be_visible()
    assert page.request.get(page.url.replace("/settings", "/api/me")).json()["id"] is None


def test_signing_out_elsewhere_ends_the_other_browser_and_not_this_one(visitor: Visitors) -> None:
    page = visitor().visit("/settings")
    page.get_by_label("Name").fill("Anna")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Create: Link for another device").click()
    link = page.get_by_role("textbox", name="Link for another device").input_value()
    phone = visitor()
    there = phone.visit(link.removeprefix(phone.url))
    there.get_by_role("button", name="Sign in here").click()
    expect(there.get_by_text("Welcome back, Anna.")).to_be_visible()
    page.get_by_role("button", name="Sign out everywhere else").click()
    expect(page.get_by_text("Only this browser is signed in now.")).to_be_visible()
    there.goto(phone.url + "/settings")
    expect(there.get_by_label("Name")).to_have_value("")
    page.reload()
    expect(page.get_by_label("Name")).to_have_value("Anna")


def test_a_name_from_right_to_left_keeps_its_direction_to_itself(visitor: Visitors) -> None:
    name = "\u05d3\u05e0\u05d4 12"
    host, guest = visitor(), visitor()
    page = host.visit("/settings")
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    opened = page.evaluate(
        """async () => (await fetch("/api/games", {method: "POST",
            headers: {"Content-Type": "application/json"},
            body: JSON.stringify({against: "friend"})})).json()"""
    )
    page.goto(f"{host.url}/game/{opened['id']}")
    there = guest.visit("/join/" + opened["invitation"].rsplit("/", 1)[-1])
    expect(there.get_by_text(f"\u2068{name}\u2069")).to_be_visible()


def test_a_switch_looks_on_or_off_where_the_system_has_its_own_colours(visitor: Visitors) -> None:
    page = visitor(forced_colors="active", reduced_motion="reduce").visit("/settings")
    sounds = page.locator("label").filter(has_text="Sounds")
    off = sounds.locator(".track").screenshot()
    sounds.click()
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    expect(sounds.get_by_role("switch")).to_be_checked()
    assert sounds.locator(".track").screenshot() != off
