"""What comes to a browser holds no card that its person may not see."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, Response, expect

from jaipur import Round
from tests.server.games import Server
from tests.web.conftest import Visitors
from tests.web.players import choose, game_of, own_turn, play_one, take_by_keyboard, view_of
from tests.web.test_table import sit_down


class Ear:
    """Hears all that comes to a page: answers with their bodies, and each message of a stream."""

    def __init__(self, page: Page) -> None:
        self._messages: list[str] = []
        self._answers: list[Response] = []
        self._session = page.context.new_cdp_session(page)
        self._session.send("Network.enable")
        self._session.on("Network.eventSourceMessageReceived", self._hear)
        page.on("response", self._answer)

    def _hear(self, message: dict[str, Any]) -> None:
        self._messages.append(message["data"])

    def _answer(self, response: Response) -> None:
        self._answers.append(response)

    def heard(self) -> list[Any]:
        """What has come since the last time."""
        self._session.send("Network.enable")  # an answer: all before it has been heard
        texts, self._messages[:] = [*self._messages], []
        answers, self._answers[:] = [*self._answers], []
        for answer in answers:
            kind = answer.headers.get("content-type", "")
            if "/api/games" in answer.url and "event-stream" not in kind:
                texts.append(answer.text())
        return [json.loads(text) for text in texts if text.startswith(("{", "["))]


def listening(page: Page) -> Ear:
    """An ear that hears everything from the moment on in which the page is opened again."""
    address = page.url
    page.goto(f"{address.partition('/game/')[0]}/rules")
    ear = Ear(page)
    page.goto(address)
    return ear


def groups(said: Any) -> Iterator[str]:
    """All groups of two cards or more in what was said, however they are written."""
    if isinstance(said, str):
        if re.fullmatch(r"[DGSCPLK+$\d,; -]+", said):
            yield from re.findall("[DGSCPLK]{2,}", said)
    elif isinstance(said, dict):
        if said and all(key in "DGSCPLK" and isinstance(said[key], int) for key in said):
            yield "".join(key * said[key] for key in said)
        for value in said.values():
            yield from groups(value)
    elif isinstance(said, list):
        if len(said) > 1 and all(isinstance(each, str) and each in "DGSCPLK" for each in said):
            yield "".join(said)
        for value in said:
            yield from groups(value)


def table_of(server: Server, page: Page) -> Round:
    """The round as the server has it, with every card."""

    async def current() -> Round | None:
        live = await server.services.live_games.get(game_of(page))
        return (await live.refresh()).round

    found = asyncio.run_coroutine_threadsafe(current(), server.services.loop).result(30)
    assert found is not None
    return found


def tables_until(last: Round) -> Iterator[Round]:
    """Every position of a round, from its deal on."""
    deal = last.opening
    assert deal is not None
    table = Round.start(deal.deck, deal.bonus, deal.first, last.ruleset)
    yield table
    for move, _ in last.history:
        table = table.play(move)
        yield table


def leaks(said: list[Any], table: Round, seat: int | None) -> list[str]:
    """The groups of cards that this seat (None: nobody) could not know from what it saw."""
    seen: list[Counter[str]] = []
    for each in tables_until(table):
        seen.append(Counter(str(each.market)))
        seen.append(Counter(str(each.discard)))
        for other in (0, 1):
            seen.append(Counter(str(each.known[other]) + str(each.shown[other])))
            seen.append(Counter(str(each.known[other])) + Counter("K" * 11))
        if seat is not None:
            seen.append(Counter(str(each.hands[seat])) + Counter("K" * 11))
    # What lay in the market came there for all to see, and so did what was given or sold.
    for move, _ in table.history:
        seen += [Counter(part) for part in re.findall("[DGSCPLK]+", str(move))]
    return [
        group
        for group in groups(said)
        if not any(Counter(group) <= known for known in seen) and set(group) != {"K"}
    ]


def test_the_hand_of_a_level_never_comes_to_the_page(server: Server, visitor: Visitors) -> None:
    page = sit_down(visitor())
    ear = listening(page)
    for _ in range(3):
        own_turn(page)
        view = view_of(page)
        play_one(page, view, choose(view))
        expect(page.locator(f'.board[data-seq="{view["seq"]}"]')).to_have_count(0)
    own_turn(page)
    said, table = ear.heard(), table_of(server, page)
    own = Counter(view_of(page)["you"]["hand"])
    assert any(Counter(group) == own for group in groups(said)), "the ear is deaf"
    assert leaks(said, table, view_of(page)["seat"]) == []


def test_at_one_screen_only_the_shown_hand_comes(server: Server, visitor: Visitors) -> None:
    page = sit_down(visitor(), against="self", level=None, first="lot")
    ear = listening(page)
    mover = None  # what the one who moves gets comes until the handover
    for _ in range(4):
        show = page.get_by_role("button", name="Show my hand")
        expect(show).to_be_visible()
        table = table_of(server, page)
        assert table.turn is not None
        assert leaks(ear.heard(), table, mover) == [], "before the hand was asked for"
        show.click()
        own_turn(page)
        said, own = ear.heard(), Counter(str(table.hands[table.turn]))
        assert any(Counter(group) == own for group in groups(said)), "the ear is deaf"
        assert leaks(said, table, table.turn) == []
        mover = table.turn
        take_by_keyboard(page)


def test_a_leak_would_be_found() -> None:
    table = Round.deal(seed=1)
    other = str(table.hands[1])
    assert leaks([{"hand": str(table.hands[0])}], table, 0) == []
    for form in (other, list(other), dict(Counter(other))):
        assert leaks([{"moves": ["+K"], "x": [form]}], table, 0) != []
