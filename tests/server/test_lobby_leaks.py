"""Two worlds that differ only in what somebody may not know show that person the same lobby.

Each world runs the same story with the same ids and clock; one of them has something more that is
none of the observer's business. The bytes that the observer gets are compared: the lobby, its
stream, profiles, and the answers to a challenge and to a search for an opponent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest
from sqlalchemy import insert, update

from jaipur.server import schema
from jaipur.server.lobby import known_accounts, pairing
from tests.server.table_openings import open_table
from tests.server.twin_worlds import Transcript, Twin, note

TERMS = {"against": "friend", "ruleset": "standard", "time": 90}


class Site(Twin):
    """A world in which Anna and Bela have accounts; Carl observes them, as a guest or visitor."""

    async def user(self, name: str) -> str:
        return str((await self.people[name].get("/api/me")).json()["id"])

    async def arrives(self, name: str) -> None:
        """Somebody has a page open."""
        self.app.app.services.people_here.opened(await self.user(name))

    async def writes(self, statement: object) -> None:
        write = self.app.app.services.store.write
        await write(lambda connection: connection.execute(statement) and None)  # type: ignore[call-overload]

    async def rates(self, name: str, rating: float) -> None:
        row = {
            "user_id": await self.user(name),
            "ruleset": "standard",
            "figure": "results",
            "rating": rating,
            "deviation": 60.0,
            "volatility": 0.06,
            "matches": 9,
            "rounds": 20,
            "ended_at": self.clock,
        }
        await self.writes(insert(schema.ratings).values(row))


Story = Callable[[Site, bool], Awaitable[None]]


async def a_person_who_is_not_shown(site: Site, has_page: bool) -> None:
    users = schema.users
    hidden = update(users).where(users.c.name == "anna").values(shown_here=False)
    await site.writes(hidden)
    if has_page:
        await site.arrives("anna")


async def a_rating_that_may_not_be_seen(site: Site, is_high: bool) -> None:
    await site.people["anna"].patch("/api/me/profile", json={"visibility": "private"})
    await site.rates("anna", 1900 if is_high else 1200)
    await site.arrives("anna")
    opened = await site.people["anna"].post("/api/games", json={**TERMS, "listed": True})
    await site.people["anna"].post(f"/api/games/{opened.json()['id']}/seat", json={})


async def somebody_who_has_blocked_the_observer(site: Site, is_here: bool) -> None:
    row = {
        "id": "block",
        "user_id": await site.user("anna"),
        "created_at": site.clock,
        "blocked_id": await site.user("carl"),
    }
    await site.writes(insert(schema.blocks).values(row))
    if is_here:
        await site.arrives("anna")
        await site.people["anna"].post("/api/games", json={**TERMS, "listed": True})


async def a_challenge_between_others(site: Site, is_made: bool) -> None:
    if is_made:
        await site.people["anna"].post("/api/games", json={**TERMS, "opponent": "bela"})


async def a_game_of_others_that_nobody_may_watch(site: Site, is_played: bool) -> None:
    if is_played:
        anna, bela = site.people["anna"], site.people["bela"]
        address, _ = await open_table("invitation", anna, bela, "bela", TERMS)
        await anna.post(f"{address}/say", json={"phrase": "lucky"})


async def a_search_on_other_terms(site: Site, is_searching: bool) -> None:
    if is_searching:
        body = {"key": "k", "ruleset": "box", "rated": False}
        await site.people["anna"].post("/api/pairing", json=body)


STORIES: tuple[Story, ...] = (
    a_person_who_is_not_shown,
    a_rating_that_may_not_be_seen,
    somebody_who_has_blocked_the_observer,
    a_challenge_between_others,
    a_game_of_others_that_nobody_may_watch,
    a_search_on_other_terms,
)


async def observe(observer: httpx.AsyncClient, transcript: Transcript) -> None:
    """Everything about people and open games that one can ask for."""
    for path in ("/api/lobby", "/api/lobby/events?wait=0", "/api/players/anna"):
        note(transcript, path, await observer.get(path))
    challenge = {**TERMS, "opponent": "anna"}
    note(transcript, "challenge", await observer.post("/api/games", json=challenge))
    search = {"key": "mine", "ruleset": "standard", "time": 90}
    note(transcript, "search", await observer.post("/api/pairing", json=search))


async def transcript_of(folder: Path, story: Story, differs: bool) -> Transcript:
    site, transcript = Site(folder / f"{differs}.db", 0), Transcript()
    async with site.living():
        await site.arrives("bela")
        site.clock += 1000
        await story(site, differs)
        transport = httpx.ASGITransport(site.app, client=("127.0.0.1", 1))
        visitor = httpx.AsyncClient(transport=transport, base_url="http://localhost")
        async with visitor:
            await observe(site.people["carl"], transcript)
            if story is not somebody_who_has_blocked_the_observer:  # a visitor is blocked by nobody
                await observe(visitor, transcript)
    return transcript


async def are_told_apart(folder: Path, story: Story) -> bool:
    folder.mkdir(exist_ok=True)
    one, two = [await transcript_of(folder, story, differs) for differs in (False, True)]
    assert len(one) >= 5
    return one != two


@pytest.fixture(autouse=True)
def short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "HOLD_SECONDS", 0)  # the clock stands still


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
def test_the_lobby_does_not_tell(story: Story, tmp_path: Path) -> None:
    assert asyncio.run(are_told_apart(tmp_path, story)) is False


@pytest.mark.parametrize(
    ("method", "story"),
    [("is_seen", a_rating_that_may_not_be_seen), ("is_shown", a_person_who_is_not_shown)],
)
def test_a_leak_in_the_lobby_would_be_found(
    method: str, story: Story, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = known_accounts.KnownAccount

    class Indiscreet(honest):  # type: ignore[valid-type, misc]
        def __getattribute__(self, name: str) -> object:
            if name == method:
                return True if method == "is_shown" else lambda _: True
            return super().__getattribute__(name)

    monkeypatch.setattr(known_accounts, "KnownAccount", Indiscreet)
    assert asyncio.run(are_told_apart(tmp_path, story)) is True
