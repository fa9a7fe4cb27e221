"""Opponents of any rating, and the one whose rating follows the user's results."""

from __future__ import annotations

import pytest

from jaipur import Round
from jaipur.players.dial import dial_range
from jaipur.players.levels import LEVELS
from jaipur.server.levels import choose
from tests.server.games import Data, Person, Server

LOWEST, HIGHEST = dial_range()


def even_match(person: Person, **query: str) -> Data:
    answer = person.http.get("/api/me/match", params=query)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def loses(person: Person, level: str) -> str:
    """A match against a level that the person gives up."""
    game = person.plays_against(level, first="me")
    person.does(game, "resign")
    return game


def test_a_game_against_a_rating_names_it(anna: Person) -> None:
    level = f"level:{LOWEST + 123}"
    opened = anna.opens("level", level=level, first="other")
    assert (opened["terms"]["level"], opened["terms"]["adapts"]) == (level, False)
    game = str(opened["id"])
    anna.sits_down(game)
    snapshot = anna.waits_for_turn(game)
    assert snapshot["table"]["players"][1]["level"] == level
    assert snapshot["view"]["ply"] == 1


@pytest.mark.parametrize("rating", [LOWEST - 1, HIGHEST + 1, 0, -5, "1e3", "x", "", "1240.5"])
def test_a_rating_that_cannot_be_played_is_refused(anna: Person, rating: object) -> None:
    body = {"against": "level", "level": f"level:{rating}"}
    answer = anna.http.post("/api/games", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_level")
    assert answer.json()["ratings"] == [LOWEST, HIGHEST]


@pytest.mark.parametrize("rating", [1, 99999])
def test_a_stored_game_plays_on_when_the_range_has_changed(rating: int) -> None:
    view = Round.deal(seed=7).view(0)
    assert choose(f"level:{rating}", view, 1) in view.moves


def test_without_results_it_begins_at_the_second_level(server: Server, anna: Person) -> None:
    start = {"rating": LEVELS[1].rating(), "won": 0, "matches": 0}
    assert even_match(anna) == start
    assert even_match(anna, ruleset="box")["rating"] == LEVELS[1].rating("box")
    del anna.http.headers["Authorization"]  # a visitor
    assert even_match(anna) == start


def test_it_plays_at_the_rating_that_it_says(anna: Person) -> None:
    opened = anna.opens("level", level="even")
    level = f"level:{even_match(anna)['rating']}"
    assert (opened["terms"]["level"], opened["terms"]["adapts"]) == (level, True)


def test_it_follows_the_results(anna: Person) -> None:
    before = even_match(anna)["rating"]
    loses(anna, "even")
    after = even_match(anna)
    assert (after["won"], after["matches"]) == (0, 1)
    assert LOWEST <= after["rating"] < before


def test_a_loss_against_a_stronger_level_says_less(anna: Person, bela: Person) -> None:
    loses(anna, "jeweller")
    loses(bela, "kite")
    assert even_match(anna)["rating"] > even_match(bela)["rating"]


def test_a_rematch_has_the_rating_of_that_time(anna: Person) -> None:
    game = loses(anna, "even")
    rematch = anna.does(game, "rematch")["rematch"]
    info = anna.http.get(f"/api/games/{rematch}").json()
    assert info["terms"]["level"] == f"level:{even_match(anna)['rating']}"
    assert info["terms"]["adapts"]


def test_matches_from_a_position_and_between_people_do_not_count(anna: Person) -> None:
    game = loses(anna, "even")
    before = even_match(anna)
    begin = {"game": game, "seq": 3, "seat": 0}
    again = anna.opens("level", level="kite", begin=begin)["id"]
    anna.sits_down(again)
    anna.does(again, "resign")
    alone = anna.opens("self")["id"]
    anna.sits_down(alone)
    anna.does(alone, "resign")
    assert even_match(anna) == before


def test_an_unknown_ruleset_is_refused(anna: Person) -> None:
    answer = anna.http.get("/api/me/match", params={"ruleset": "chess"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
