"""People who play by the page: what to play is asked of the library, how is done by hand."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from jaipur import Match, Move, View, players
from tests.web.pages import Visitor

__all__ = [
    "choose",
    "continue_match",
    "game_of",
    "market",
    "own_turn",
    "play_one",
    "posts",
    "take_by_keyboard",
    "view_of",
]

GOODS = {
    "D": "diamond",
    "G": "gold",
    "S": "silver",
    "C": "cloth",
    "P": "spice",
    "L": "leather",
    "K": "camel",
}


def game_of(page: Page) -> str:
    """The id of the game that a page shows."""
    return page.url.rstrip("/").rsplit("/", 1)[-1]


def asked(page: Page, path: str) -> Any:
    """What the page's own person is answered."""
    answer = page.request.get(path)
    assert answer.ok, answer.text()
    return answer.json()


def view_of(page: Page) -> dict[str, Any]:
    """The view of the person at a page, as the server has it."""
    url = re.sub(r"^(https?://[^/]+).*", r"\1", page.url)
    return dict(asked(page, f"{url}/api/games/{game_of(page)}/view"))


def choose(view: dict[str, Any], player: str = "greedy") -> str:
    """A sensible move."""
    known = {name: value for name, value in view.items() if name not in ("slots", "seq")}
    return str(players.make_player(player, seed=1).choose(View.from_json(json.dumps(known))))


def posts(page: Page, visitor: Visitor, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """What the page's own person is answered to a command."""
    headers = {"Origin": visitor.url}
    answer = page.request.post(f"{visitor.url}/api{path}", data=body, headers=headers)
    assert answer.ok, answer.text()
    return dict(answer.json())


def continue_match(visitor: Visitor, match: Match) -> Page:
    """The first round of a match, played on against a level by the seat that is to move."""
    page = visitor.visit("/")
    imported = posts(page, visitor, "/records", match.record())
    begin = {"game": imported["id"], "seq": match.round.ply + 3, "seat": match.round.turn}
    opened = posts(page, visitor, "/games", {"against": "level", "level": "kite", "begin": begin})
    posts(page, visitor, f"/games/{opened['id']}/seat", {"nonce": "11" * 16})
    page.goto(f"{visitor.url}/game/{opened['id']}")
    return page


def market(page: Page) -> Locator:
    return page.locator("[data-zone=market] button")


def hand(page: Page) -> Locator:
    return page.locator(".mine [data-place=hand] button")


def own_turn(page: Page) -> None:
    """Wait until the page says that it is this person's turn."""
    expect(page.locator(".move-panel.mine")).to_be_visible()


def take_by_keyboard(page: Page) -> None:
    """Take the camels, or the first card if there are none, and wait until it is done."""
    seq = page.locator(".board").get_attribute("data-seq")
    page.keyboard.press("k")
    if page.locator("#confirm").is_disabled():
        page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(f'.board[data-seq="{seq}"]')).to_have_count(0)


def play_one(page: Page, view: dict[str, Any], move: str, *, touch: bool = False) -> None:
    """Choose a move by hand and confirm it; then the page has gone on."""
    for button in cards_of(page, view, move):
        if touch:
            button.tap()
        else:
            button.click()
    confirm = page.locator("#confirm")
    expect(confirm).to_be_enabled()
    if touch:
        confirm.tap()
    else:
        confirm.click()


def cards_of(page: Page, view: dict[str, Any], text: str) -> list[Locator]:
    """What is pressed for a move: slots of the market, cards of the hand, the herd."""
    move = Move.parse(text)
    taken, _, given = str(move).partition("-")
    if str(move).startswith("$"):
        return [
            hand(page).nth(at)
            for at in _places("".join(sorted_hand(view)), str(move)[1] * int(str(move)[2:]))
        ]
    slots = view["slots"]
    taken = taken[1:]
    if taken == "K":
        return [market(page).nth(slots.index("K"))]
    found = [market(page).nth(at) for at in _places(slots, taken)]
    goods = given.replace("K", "")
    found += [hand(page).nth(at) for at in _places("".join(sorted_hand(view)), goods)]
    herd = page.locator(".mine [data-place=herd] button")
    return found + [herd] * given.count("K")


def sorted_hand(view: dict[str, Any]) -> list[str]:
    return sorted(view["you"]["hand"], key="DGSCPL".index)


def _places(held: str, wanted: str) -> list[int]:
    free = list(held)
    found = []
    for letter in wanted:
        at = free.index(letter)
        free[at] = " "
        found.append(at)
    return found
