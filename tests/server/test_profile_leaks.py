"""Profiles, the leaderboard, exports and feeds tell nothing that their reader may not know.

Worlds that differ only in something hidden give equal bytes: in the hidden cards of rated games
that are being played; in whether a profile is for friends only or was never there; in whom
somebody else has blocked, marked or reported.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, update

from jaipur.server import new_game, participation, schema
from jaipur.server.accounts.account_names import claim
from jaipur.server.clock import Clock
from jaipur.server.ratings import rated_history
from jaipur.server.routes import games, play, players
from tests.server.account_people import account_settings
from tests.server.accounts_of_tests import Member
from tests.server.finished_games import run, store_match
from tests.server.games import Server, a_server
from tests.server.test_sessions import Time
from tests.server.twin_worlds import (
    HERE,
    Pair,
    Transcript,
    Twin,
    hidden,
    note,
    told_apart,
    twin_worlds,
)

__all__ = ["twin_worlds"]  # a fixture

PAIRS = 24
PATHS = (
    *("/players/anna", "/players/bela", "/players/bela?ruleset=box", "/leaderboard"),
    *("/players/anna/ratings", "/players/bela/ratings?ruleset=box", "/leaderboard?ruleset=box"),
)


class Site(Twin):
    """A world of accounts, whose rated game is being played while profiles are read."""

    async def play(self, pair: Pair, number: int) -> Transcript:
        self.clock += 1000
        self.log.clear()
        self.deal = pair.deals[self.side]
        HERE.set(self)
        await self.app.app.services.store.write(_register_all)
        anna, bela, carl = self.people.values()
        terms = {"against": "friend", "ruleset": pair.ruleset, "time": 3 * 24 * 3600}
        opened = (await anna.post("/api/games", json=terms)).json()
        assert opened["terms"]["rated"]
        address, nonce = f"/api/games/{opened['id']}", "aa" * 16
        promise = hashlib.sha256(bytes.fromhex(nonce)).hexdigest()
        await anna.post(f"{address}/seat", json={"commitment": promise})
        token = opened["invitation"].rsplit("/", 1)[-1]
        await bela.post(f"/api/invitations/{token}", json={"nonce": "bb" * 16})
        await anna.post(f"{address}/reveal", json={"nonce": nonce})
        transcript: Transcript = []
        await self.moves(replace(pair, seat=None), (anna, bela), address, transcript, notify=True)
        readers = [carl] if pair.seat is None else [carl, (anna, bela)[pair.seat]]
        transport = httpx.ASGITransport(self.app, client=("127.0.0.1", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as visitor:
            for path in PATHS:
                note(transcript, path, await visitor.get(f"/api{path}"))
        for reader in readers:
            for path in PATHS:
                note(transcript, path, await reader.get(f"/api{path}"))
            note(transcript, "ratings", await reader.get(f"{address}/ratings"))
            transcript.append(("export", unzipped(await reader.get("/api/me/export"))))
        if pair.seat is not None:
            name = ("anna", "bela")[pair.seat]
            note(transcript, "feed", await carl.get(self.feeds[name]))
        return [*transcript, *(("log", line) for line in self.log)]


def _register_all(connection: Connection) -> None:
    connection.execute(update(schema.users).values(registered_at=1_600_000_000_000))


def unzipped(answer: httpx.Response) -> dict[str, bytes]:
    assert answer.status_code == 200, answer.text
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture
def rated_worlds(twin_worlds: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twin worlds whose games are rated, although their people use tokens."""
    terms_of = new_game.terms_of
    monkeypatch.setattr(
        games,
        "terms_of",
        lambda *asked: replace(terms_of(*asked), rated=True, hints=False, take_backs=False),
    )
    for module in (games, participation, play):
        monkeypatch.setattr(module, "check_rated_player", lambda *_, **__: None)


@pytest.mark.usefixtures("rated_worlds")
def test_nothing_of_a_running_game_is_in_profiles_leaderboard_exports_and_feeds(
    tmp_path: Path,
) -> None:
    assert asyncio.run(told_apart(tmp_path, range(PAIRS), world=Site)) is None


@pytest.mark.usefixtures("rated_worlds")
def test_a_leak_in_a_profile_would_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest: Callable[..., list[Any]] = rated_history.latest_matches

    def leaky(*found: Any) -> list[Any]:
        return [*honest(*found), {"deck": hidden()}]

    monkeypatch.setattr(players, "latest_matches", leaky)
    assert asyncio.run(told_apart(tmp_path, range(PAIRS), world=Site)) == 0


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Server]:
    time = Time()
    settings = account_settings(tmp_path / "site.db")
    with a_server(settings, clock=Clock(lambda: time.now)) as running:
        yield running


def an_account(site: Server, name: str) -> Member:
    member = Member(site, name)
    run(site, site.services.store.write(lambda c: claim(c, name, member.id)))
    return member


def rate_all(site: Server) -> None:
    """Rate all matches, luck taken out too, so that nothing changes later by itself."""
    run(site, site.services.ratings.rate())
    while run(site, site.services.ratings.work_out_luck()):
        pass


def seen_by(reader: httpx.Client, *names: str) -> list[tuple[str, int, object]]:
    """Whatever somebody can ask about these players, and about themselves."""
    paths = ["/leaderboard", "/leaderboard?ruleset=box", "/me/friends", "/me/blocks", "/lobby"]
    for name in names:
        paths += [f"/players/{name}{rest}" for rest in ("", "?ruleset=box", "/ratings")]
    found: list[tuple[str, int, object]] = []
    for path in paths:
        answer = reader.get(f"/api{path}")
        found.append((path, answer.status_code, answer.content))
    export = reader.get("/api/me/export")
    if export.status_code == 200:
        found.append(("export", 200, unzipped(export)))
    return found


@pytest.mark.parametrize("visibility", ["friends", "private"])
def test_a_hidden_profile_with_matches_is_answered_like_one_that_was_never_there(
    site: Server, visibility: str
) -> None:
    with an_account(site, "Fritz") as fritz, an_account(site, "Gerda") as gerda:
        store_match(site, fritz.id, 1, level="porter", time=90, rated=True)
        rate_all(site)
        shown = fritz.http.patch("/api/me/profile", json={"visibility": visibility})
        assert shown.status_code == 200
        with httpx.Client(base_url=site.url) as visitor:
            for reader in (gerda.http, visitor):
                answers = {name: about(reader, name) for name in ("Fritz", "Nobody")}
                assert answers["Fritz"] == answers["Nobody"]
                assert {status for status, _ in answers["Fritz"]} <= {200, 401, 404}
        assert b"Fritz" not in gerda.http.get("/api/leaderboard").content


def about(reader: httpx.Client, name: str) -> list[tuple[int, bytes]]:
    """The answers to everything that can be asked about a profile."""
    origin = {"Origin": str(reader.base_url).rstrip("/")}
    answers = [reader.get(f"/api/players/{name}{rest}") for rest in ("", "?ruleset=box")]
    answers += [
        reader.get(f"/api/players/{name}/ratings?ruleset={it}") for it in ("box", "standard")
    ]
    answers.append(reader.post("/api/me/friends", json={"name": name}, headers=origin))
    answers.append(reader.delete(f"/api/me/friends/{name}", headers=origin))
    return [(answer.status_code, answer.content) for answer in answers]


@pytest.mark.parametrize("visibility", ["public", "friends"])
def test_nobody_learns_who_has_blocked_marked_or_reported_them(
    site: Server, visibility: str
) -> None:
    with an_account(site, "Anna") as anna, an_account(site, "Bela") as bela:
        bela.http.patch("/api/me/profile", json={"visibility": visibility})
        game = store_match(site, anna.id, 1, level=None, other=bela.id, time=90, rated=True)
        rate_all(site)
        acts: list[tuple[str, dict[str, Any]]] = [
            ("/api/me/blocks", {"name": "Anna"}),
            (f"/api/games/{game}/report", {"kind": "behaviour"}),
        ]
        if visibility == "public":  # else it would show her the profile, as it must
            acts.append(("/api/me/friends", {"name": "Anna"}))
        before = seen_by(anna.http, "Anna", "Bela")
        for path, body in acts:
            assert bela.http.post(path, json=body).status_code in (200, 201, 204), path
            assert seen_by(anna.http, "Anna", "Bela") == before, path


def test_what_somebody_does_is_in_their_own_export(site: Server) -> None:
    """The comparison above would be worth nothing if exports had no such thing at all."""
    with an_account(site, "Anna"), an_account(site, "Bela") as bela:
        before = unzipped(bela.http.get("/api/me/export"))
        bela.http.post("/api/me/blocks", json={"name": "Anna"})
        blocked = unzipped(bela.http.get("/api/me/export"))
        bela.http.post("/api/me/friends", json={"name": "Anna"})
        marked = unzipped(bela.http.get("/api/me/export"))
        assert len({str(it) for it in (before, blocked, marked)}) == 3
