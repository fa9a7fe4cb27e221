"""Blocks: who is blocked cannot challenge or join, and is not told why."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.server.games import Person, Server, seated
from tests.server.lobby_people import a_site, an_account


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with a_site(tmp_path_factory.mktemp("site")) as server:
        yield server


def blocks(person: Person) -> list[str]:
    return [each["name"] for each in person.http.get("/api/me/blocks").json()["blocks"]]


def test_a_block_is_listed_once_and_ends(site: Server) -> None:
    with an_account(site, "Ekta") as ekta, an_account(site, "Farid"):
        for _ in range(2):
            answer = ekta.http.post("/api/me/blocks", json={"name": "farid"})
            assert answer.status_code == 201
        assert blocks(ekta) == ["Farid"]
        block = answer.json()["blocks"][0]["id"]
        assert ekta.http.delete(f"/api/me/blocks/{block}").status_code == 204
        assert blocks(ekta) == []
        assert ekta.http.delete(f"/api/me/blocks/{block}").status_code == 404


def test_nobody_can_end_anothers_block(site: Server) -> None:
    with an_account(site, "Gita") as gita, an_account(site, "Hari") as hari:
        made = gita.http.post("/api/me/blocks", json={"name": "Hari"}).json()["blocks"][0]
        assert hari.http.delete(f"/api/me/blocks/{made['id']}").status_code == 404
        assert blocks(gita) == ["Hari"]
        assert blocks(hari) == []


def test_an_opponent_who_is_a_guest_is_blocked_by_the_game(site: Server) -> None:
    with seated(site) as (anna, bela, game), Person(site) as carl:
        assert carl.http.post("/api/me/blocks", json={"game": game}).status_code == 404
        anna.http.post("/api/me/blocks", json={"game": game})
        assert blocks(anna) == ["Bela"]
        opened = anna.opens("friend", listed=True)
        anna.commits(opened["id"])
        token = opened["invitation"].rsplit("/", 1)[-1]
        # To Bela it looks as if somebody had taken the seat; to others it is open.
        assert bela.http.get(f"/api/invitations/{token}").json()["open"] is False
        answer = bela.http.post(f"/api/invitations/{token}", json={})
        assert answer.json()["code"] == "seat_taken"
        assert opened["id"] not in bela.http.get("/api/lobby").text
        assert opened["id"] in carl.http.get("/api/lobby").text
        assert carl.http.get(f"/api/invitations/{token}").json()["open"] is True
        carl.accepts(opened["invitation"])


def test_who_blocks_sees_no_invitation_of_the_blocked_either(site: Server) -> None:
    with seated(site) as (anna, bela, game):
        anna.http.post("/api/me/blocks", json={"game": game})
        opened = bela.opens("friend", listed=True)
        bela.commits(opened["id"])
        assert opened["id"] not in anna.http.get("/api/lobby").text


def test_who_is_deleted_is_in_no_list_of_blocks(site: Server) -> None:
    with an_account(site, "Indu") as indu, an_account(site, "Jaya") as jaya:
        indu.http.post("/api/me/blocks", json={"name": "Jaya"})
        jaya.http.post("/api/me/blocks", json={"name": "Indu"})
        deletion, loop = site.services.deletion, site.services.loop
        asyncio.run_coroutine_threadsafe(deletion.delete(jaya.id), loop).result(timeout=10)
        assert blocks(indu) == []


def test_there_are_no_blocks_without_accounts(anna: Person) -> None:
    assert anna.http.get("/api/me/blocks").json()["code"] == "no_accounts"
    answer = anna.http.post("/api/me/blocks", json={"name": "Bela"})
    assert answer.json()["code"] == "no_accounts"
