"""A challenge to a name: the other seat is reserved, and its user accepts or declines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.games import Data, Person, Server
from tests.server.lobby_people import a_site, an_account


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with a_site(tmp_path_factory.mktemp("site")) as server:
        for name in ("Asha", "Bhanu", "Chitra"):
            PEOPLE[name] = an_account(server, name)
        yield server


PEOPLE: dict[str, Person] = {}


@pytest.fixture
def asha(site: Server) -> Person:
    return PEOPLE["Asha"]


@pytest.fixture
def bhanu(site: Server) -> Person:
    return PEOPLE["Bhanu"]


@pytest.fixture
def chitra(site: Server) -> Person:
    return PEOPLE["Chitra"]


def listed(person: Person, game: str) -> Data | None:
    games = person.http.get("/api/lobby").json()["mine"]
    return next((each for each in games if each["id"] == game), None)


def challenge_code(person: Person, name: str) -> tuple[int, bytes]:
    answer = person.http.post("/api/games", json={"against": "friend", "opponent": name})
    return answer.status_code, answer.content


def test_both_see_a_challenge_until_it_is_accepted(asha: Person, bhanu: Person) -> None:
    game = asha.opens("friend", opponent="bhanu")["id"]
    asha.commits(game)
    mine, theirs = listed(asha, game), listed(bhanu, game)
    assert mine is not None
    assert theirs is not None
    assert (mine["challenge"], theirs["challenge"]) == ("sent", "received")
    assert mine["names"] == theirs["names"] == ["Asha", "Bhanu"]
    bhanu.sits_down(game)
    accepted = listed(bhanu, game)
    assert accepted is not None
    assert (accepted["challenge"], accepted["status"]) == (None, "shuffling")


def test_who_is_challenged_is_told_until_the_answer(asha: Person, bhanu: Person) -> None:
    link = bhanu.http.post("/api/me/notices/feed").json()["link"]
    game = asha.opens("friend", opponent="Bhanu")["id"]
    asha.commits(game)
    feed = bhanu.http.get(link.split("//", 1)[1].split("/", 1)[1]).text
    assert f"/game/{game}" in feed
    assert "Asha" in feed
    bhanu.does(game, "leave")


def test_who_declines_tells_the_challenger(asha: Person, bhanu: Person) -> None:
    game = asha.opens("friend", opponent="Bhanu")["id"]
    asha.commits(game)
    declined = bhanu.does(game, "leave")
    assert (declined["type"], declined["ended"], declined["by"]) == ("match_over", "declined", 1)
    assert asha.hears(game, after=1)[0]["ended"] == "declined"
    mine = listed(asha, game)
    assert mine is not None
    assert (mine["challenge"], mine["names"][1]) == ("declined", "Bhanu")
    assert listed(bhanu, game) is None


def test_a_challenge_that_is_taken_back_is_gone_for_both(asha: Person, bhanu: Person) -> None:
    game = asha.opens("friend", opponent="Bhanu")["id"]
    asha.does(game, "leave")
    assert listed(asha, game) is None
    assert listed(bhanu, game) is None


def test_nobody_else_can_see_or_take_the_seat(
    asha: Person, bhanu: Person, chitra: Person, site: Server
) -> None:
    opened = asha.opens("friend", opponent="Bhanu", listed=True)
    assert opened["invitation"] is None
    asha.commits(opened["id"])
    assert chitra.tries(opened["id"], "seat").status_code == 404
    assert chitra.tries(opened["id"], "leave").status_code == 404
    assert opened["id"] not in chitra.http.get("/api/lobby").text


def test_unknown_blocked_and_blocking_names_are_answered_alike(
    asha: Person, bhanu: Person, chitra: Person, site: Server
) -> None:
    with Person(site, "Dev"):  # a guest
        answers = {challenge_code(asha, name) for name in ("Nobody", "Asha", "Dev", "a\0b")}
    blocked = bhanu.http.post("/api/me/blocks", json={"name": "Asha"}).json()["blocks"]
    answers |= {challenge_code(asha, "Bhanu"), challenge_code(bhanu, "Asha")}
    assert len(answers) == 1
    ((status, body),) = answers
    assert (status, b"unknown_player" in body) == (404, True)
    assert bhanu.http.delete(f"/api/me/blocks/{blocked[0]['id']}").status_code == 204
    assert challenge_code(asha, "Bhanu")[0] == 201


def test_guests_cannot_challenge(site: Server) -> None:
    with Person(site, "Guest of honour") as guest:
        assert b"account_needed" in challenge_code(guest, "Asha")[1]


def test_there_are_no_challenges_without_accounts(anna: Person) -> None:
    assert b"no_accounts" in challenge_code(anna, "Bela")[1]


def test_a_level_cannot_be_challenged(asha: Person) -> None:
    body = {"against": "level", "level": "kite", "opponent": "Bhanu"}
    assert asha.http.post("/api/games", json=body).json()["code"] == "bad_request"
