"""Rated games: who may play them, on which terms, and what their ends mean for ratings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.accounts_of_tests import Member
from tests.server.games import Data, Person, Server, a_server, roomy, wait_for

TIMED: Data = {"time": 90, "hints": False, "take_backs": False, "rated": True}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with accounts."""
    folder = tmp_path_factory.mktemp("rated")
    with a_server(roomy(folder / "rated.db", registration="open")) as running:
        yield running


@pytest.fixture
def anna(site: Server) -> Iterator[Member]:
    with Member(site, "Anna") as person:
        yield person


@pytest.fixture
def bela(site: Server) -> Iterator[Member]:
    with Member(site, "Bela") as person:
        yield person


@pytest.fixture
def carl(site: Server) -> Iterator[Member]:
    """Somebody with a name of their own, who is found by it."""
    with Member(site, "Carla") as person:
        yield person


def opening(person: Person, **terms: Any) -> httpx.Response:
    return person.http.post("/api/games", json={"against": "friend", **TIMED, **terms})


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def seated(anna: Member, bela: Member, **terms: Any) -> str:
    """A rated game of two accounts whose cards are dealt."""
    opened = anna.opens("friend", **{**TIMED, **terms})
    anna.sits_down(opened["id"])
    bela.accepts(opened["invitation"])
    return str(opened["id"])


def test_a_rated_game_says_so_to_who_is_invited(anna: Member, bela: Member) -> None:
    opened = anna.opens("friend", **TIMED)
    assert opened["terms"]["rated"] is True
    token = opened["invitation"].rsplit("/", 1)[-1]
    assert bela.asks(f"/api/invitations/{token}")["terms"]["rated"] is True
    assert anna.opens("friend")["terms"]["rated"] is False


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ({"against": "self", "time": None}, "against"),
        ({"time": None}, "time"),
        ({"against": "level", "level": "porter", "hints": True}, "hints"),
        ({"against": "level", "level": "porter", "take_backs": True, "time": None}, "take_backs"),
        ({"against": "level", "level": "level:1240"}, "level"),
        ({"against": "level", "level": "even"}, "level"),
    ],
)
def test_a_combination_that_cannot_be_rated_is_refused(anna: Member, terms: Data, why: str) -> None:
    answer = opening(anna, **terms)
    assert (*refusal(answer), answer.json()["why"]) == (422, "cannot_be_rated", why)


def test_a_game_from_a_position_cannot_be_rated(anna: Member) -> None:
    game = anna.plays_against("kite", first="me")
    anna.does(game, "resign")
    seq = anna.now(game)["seq"] - 1
    begin = {"game": game, "seq": seq}
    answer = opening(anna, against="level", level="porter", begin=begin)
    assert (*refusal(answer), answer.json()["why"]) == (422, "cannot_be_rated", "begin")


def test_guests_play_no_rated_games(site: Server, anna: Member) -> None:
    with httpx.Client(base_url=site.url, headers={"Origin": site.url}) as http:
        answer = http.post("/api/games", json={"against": "friend", **TIMED})
        assert refusal(answer) == (403, "account_needed")
        assert http.post("/api/me", json={"name": "Carl"}).status_code == 201
        answer = http.post("/api/games", json={"against": "friend", **TIMED})
        assert refusal(answer) == (403, "account_needed")
        token = anna.opens("friend", **TIMED)["invitation"].rsplit("/", 1)[-1]
        answer = http.post(f"/api/invitations/{token}", json={"nonce": "22" * 16})
        assert refusal(answer) == (403, "account_needed")


def test_programs_play_no_rated_games(site: Server, anna: Member, bela: Member) -> None:
    game = seated(anna, bela)
    token = anna.http.cookies["jaipur"]
    with httpx.Client(base_url=site.url, headers={"Authorization": f"Bearer {token}"}) as program:
        answer = program.post("/api/games", json={"against": "friend", **TIMED})
        assert refusal(answer) == (403, "not_for_programs")
        view = program.get(f"/api/games/{game}/view").json()
        move = {"move": view["moves"][0], "seq": view["seq"]}
        answer = program.post(f"/api/games/{game}/moves", json=move)
        assert refusal(answer) == (403, "not_for_programs")
        opened = anna.opens("friend", **TIMED)
        answer = program.post(f"/api/games/{opened['id']}/seat", json={"nonce": "11" * 16})
        assert refusal(answer) == (403, "not_for_programs")
        # Other games are theirs.
        assert program.post("/api/games", json={"against": "friend"}).status_code == 201


def test_a_server_without_accounts_rates_nothing(tmp_path: Path) -> None:
    with a_server(roomy(tmp_path / "off.db")) as server, Person(server, "Anna") as anna:
        assert refusal(opening(anna)) == (404, "no_accounts")
        for path in ("/api/leaderboard", "/api/players/Anna", "/api/players/Anna/ratings"):
            assert refusal(anna.http.get(path)) == (404, "no_accounts")


def test_no_level_takes_a_seat_of_a_rated_game(anna: Member, bela: Member) -> None:
    game = seated(anna, bela)
    answer = anna.tries(game, "claim", what="level")
    assert refusal(answer) == (403, "rated_game")


def changes(person: Member, game: str) -> list[Data]:
    return list(person.asks(f"/api/games/{game}/ratings")["changes"])


def test_a_match_changes_the_ratings_of_both(anna: Member, bela: Member) -> None:
    game = seated(anna, bela)
    assert refusal(anna.http.get(f"/api/games/{game}/ratings")) == (409, "match_running")
    bela.does(game, "resign")
    first, second = changes(anna, game)
    assert (first["seat"], first["before"], first["weight"]) == (0, 1400, 1.0)
    assert first["after"]["rating"] > 1400 > second["after"]["rating"]
    assert first["after"]["provisional"]
    assert 150 < first["after"]["deviation"] < 300
    # The same two again: it counts a half, and the table shows what they came with.
    again = seated(bela, anna)
    shown = [player["rating"] for player in anna.now(again)["table"]["players"]]
    assert [it["rating"] for it in shown] == [
        second["after"]["rating"],
        first["after"]["rating"],
    ]
    bela.does(again, "leave")
    assert {it["weight"] for it in changes(bela, again)} == {0.5}


def test_an_unrated_match_changes_no_rating(anna: Member, bela: Member) -> None:
    game = seated(anna, bela, rated=False)
    bela.does(game, "resign")
    answer = anna.asks(f"/api/games/{game}/ratings")
    assert answer == {"rated": False, "changes": []}


def test_a_withdrawn_game_changes_no_rating(anna: Member) -> None:
    game = anna.opens("friend", **TIMED)["id"]
    anna.does(game, "leave")
    assert anna.asks(f"/api/games/{game}/ratings") == {"rated": True, "changes": []}


def test_a_match_against_a_level_is_rated_by_its_measured_rating(anna: Member) -> None:
    opened = anna.opens("level", level="jeweller", **TIMED, first="me")
    anna.sits_down(opened["id"])
    anna.does(opened["id"], "resign")
    (change,) = changes(anna, opened["id"])
    # To lose two rounds against the strongest costs little.
    assert 1300 < change["after"]["rating"] < 1400


def test_a_rematch_of_a_rated_game_is_rated(anna: Member, bela: Member) -> None:
    game = seated(anna, bela)
    bela.does(game, "resign")
    new = anna.does(game, "rematch")["rematch"]
    assert anna.asks(f"/api/games/{new}")["terms"] | {"first": None} == {
        **anna.asks(f"/api/games/{game}")["terms"],
        "first": None,
    }


def test_luck_is_worked_out_in_the_background(carl: Member, bela: Member) -> None:
    game = seated(carl, bela, first="me")
    carl.moves(game)
    bela.does(game, "resign")

    def luck() -> list[Data]:
        points = carl.asks("/api/players/Carla/ratings")["points"]
        return [it["luck"] for it in points if it["luck"] is not None]

    assert wait_for(luck)
